// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/promptpane.h"

#include "content/json/jsontreeview.h"
#include "look/iconengine.h"
#include "look/inlinemessage.h"
#include "look/metrics.h"
#include "session/promptstore.h"
#include "widgets/catalog/itemheading.h"
#include "widgets/kit/pagescroll.h"
#include "widgets/request/argumentform.h"
#include "widgets/request/requestpreview.h"

#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

// Lower than this many rows of a list, the arguments get what room there is.
constexpr int kLowRows = 12;

const QString kMethod = QStringLiteral("prompts/get");

} // namespace

PromptPane::PromptPane(QWidget *parent)
    : ItemPane(tr("Conversation"), parent)
    , m_heading(new ItemHeading(this))
    , m_definition(new content::JsonTreeView(this))
{
    tabs().setAccessibleName(tr("Arguments and definition"));
    m_definition->setAccessibleName(tr("Prompt definition from the server"));
    tabs().addTab(makeFormPage(), look::icon("form"), tr("Arguments"));
    tabs().addTab(m_definition, look::icon("tree"), tr("Definition"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_heading);
    layout->addWidget(&tabs(), 1);
    layout->addLayout(makeButtons());
}

QWidget *PromptPane::makeFormPage()
{
    auto *page = new QWidget(this);
    m_problem = new look::InlineMessage(page);
    m_form = new ArgumentForm(page);
    m_preview = new RequestPreview(page);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->setSpacing(4);
    layout->addWidget(m_problem);
    layout->addWidget(new PageScroll(m_form, PageScroll::Height::Wanted));
    layout->addWidget(m_preview, 1);
    connect(m_form, &ArgumentForm::edited, this, &PromptPane::edited);
    connect(m_form, &ArgumentForm::submitted, this, &PromptPane::send);
    return page;
}

QLayout *PromptPane::makeButtons()
{
    m_get = new QPushButton(look::icon("play"), tr("Get"), this);
    m_get->setDefault(true);
    connect(m_get, &QPushButton::clicked, this, &PromptPane::send);
    m_again = new QPushButton(tr("Get again"), this);
    connect(m_again, &QPushButton::clicked, this, &PromptPane::sendAgain);
    m_cancel = new QPushButton(look::icon("cancel"), tr("Cancel"), this);
    connect(m_cancel, &QPushButton::clicked, this, &PromptPane::cancel);
    auto *layout = new QHBoxLayout;
    layout->setSpacing(6);
    layout->setContentsMargins(3, 4, 3, 3); // room for the focus ring
    layout->addWidget(m_get);
    layout->addWidget(m_again);
    layout->addWidget(m_cancel);
    layout->addStretch();
    return layout;
}

void PromptPane::setItem(session::PromptStore *store, const mcp::ListItem &item)
{
    if (m_store) {
        disconnect(m_store->client(), nullptr, this, nullptr);
        disconnect(m_store->request(m_name), nullptr, this, nullptr);
    }
    const QString name = item.value()["name"].toString();
    const std::string arguments(item.value()["arguments"].raw());
    const bool same = store == m_store && name == m_name && arguments == m_argumentsText;
    m_store = store;
    m_name = name;
    m_argumentsText = arguments;
    m_heading->setItem(models::CatalogKind::Prompt, item);
    m_definition->setDocument({item.page, &item.page->document}, item.node);
    connect(store->client(), &mcp::Client::stateChanged, this, &PromptPane::refresh);
    connect(store->request(m_name), &session::Request::changed, this, &PromptPane::refresh);
    if (same) // the list came again: what is typed stays, and the focus in it
        return refresh();
    m_completions.setTarget(store->client(), {mcp::CompletionRef::Kind::Prompt, m_name},
        [this] { return m_form->values(); });
    setArguments(item.value()["arguments"]);
    m_form->setValues(store->draft(m_name));
    m_problem->hide();
    m_warned = false;
    refresh();
}

void PromptPane::clear()
{
    if (m_store) {
        disconnect(m_store->client(), nullptr, this, nullptr);
        disconnect(m_store->request(m_name), nullptr, this, nullptr);
    }
    m_store = nullptr;
    m_name.clear();
    m_argumentsText.clear();
    m_warned = false;
    m_problem->hide();
    m_heading->setTitle({});
    m_definition->clear();
    m_form->setArguments({}, nullptr);
    m_preview->showNothing({});
    for (QPushButton *button : {m_get, m_again, m_cancel})
        button->setEnabled(false);
}

void PromptPane::setArguments(const json::Value &arguments)
{
    std::vector<ArgumentForm::Argument> read;
    for (const json::Value argument : arguments) {
        if (!argument["name"].isString())
            continue; // the heading says so
        read.push_back({argument["name"].toString(), argument["title"].toString(),
            argument["description"].toString(), argument["required"].toBool().value_or(false)});
    }
    m_form->setArguments(read, &m_completions);
}

void PromptPane::edited()
{
    if (!m_store)
        return;
    m_store->setDraft(m_name, m_form->values());
    if (m_form->missing().isEmpty()) {
        m_problem->hide();
        m_warned = false;
    }
    refresh();
}

void PromptPane::refresh()
{
    if (!m_store)
        return;
    showPreview();
    m_get->setEnabled(canSend());
    m_get->setText(m_warned ? tr("Get anyway") : tr("Get"));
    m_again->setEnabled(canSendAgain());
    m_cancel->setEnabled(isPending());
    Q_EMIT stateChanged();
}

void PromptPane::showPreview()
{
    const mcp::Client &client = *m_store->client();
    if (m_name.isEmpty())
        return m_preview->showNothing(tr("cannot be sent: the prompt has no name"));
    if (client.state() != mcp::ClientState::Ready)
        return m_preview->showNothing(tr("the server is not connected"));
    const Bytes params = session::PromptStore::params(m_name, m_form->values());
    m_preview->showRequest(
        client.previewRequest(kMethod, params), client.previewRequestHeaders(kMethod, params));
}

bool PromptPane::isPending() const
{
    return m_store && m_store->request(m_name)->isPending();
}

bool PromptPane::canSend() const
{
    return m_store && m_store->client()->state() == mcp::ClientState::Ready && !m_name.isEmpty()
        && !isPending();
}

bool PromptPane::canSendAgain() const
{
    return canSend() && m_store->request(m_name)->state() != session::Request::State::Idle;
}

QString PromptPane::problem() const
{
    return m_problem->isHidden() ? QString() : m_problem->sentence();
}

void PromptPane::send()
{
    if (!canSend())
        return;
    const QStringList missing = m_form->missing();
    if (!missing.isEmpty() && !m_warned) {
        m_warned = true;
        m_problem->showMessage(look::InlineMessage::Kind::Warning,
            missing.join(QStringLiteral(", ")), {}, tr("Required arguments are missing:"));
        m_form->focusFirst(true);
        refresh();
        return;
    }
    request(session::PromptStore::params(m_name, m_form->values()));
}

void PromptPane::sendAgain()
{
    if (canSendAgain())
        request(m_store->request(m_name)->params());
}

void PromptPane::request(const Bytes &params)
{
    bringResult();
    m_store->request(m_name)->send(m_store->client(), kMethod, params);
}

void PromptPane::cancel()
{
    if (m_store)
        m_store->request(m_name)->cancel();
}

void PromptPane::focusForm()
{
    tabs().setCurrentIndex(0);
    if (m_form->isEmpty())
        m_get->setFocus(Qt::OtherFocusReason);
    else
        m_form->focusFirst();
}

void PromptPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_preview->setLow(height() < look::metrics().row * kLowRows);
}

const content::JsonEditor &PromptPane::preview() const
{
    return m_preview->editor();
}

} // namespace sonde::widgets
