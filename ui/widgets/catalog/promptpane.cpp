// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/promptpane.h"

#include "base/formatting.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "session/catalog/promptstore.h"
#include "widgets/catalog/itemheading.h"
#include "widgets/kit/button/doingbutton.h"
#include "widgets/kit/button/stayingbutton.h"
#include "widgets/request/argumentform.h"
#include "widgets/request/requestpreview.h"

#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

const QString kMethod = QStringLiteral("prompts/get");

} // namespace

PromptPane::PromptPane(QWidget *parent)
    : ArgumentPane(
        tr("Arguments"), tr("Prompt definition from the server"), tr("Conversation"), parent)
{
    addBelow(makeButtons());
    connect(&form(), &ArgumentForm::edited, this, &PromptPane::edited);
    connect(&form(), &ArgumentForm::submitted, this, &PromptPane::send);
    connect(&request(), &RequestPreview::outdated, this, &PromptPane::refresh);
}

QLayout *PromptPane::makeButtons()
{
    auto *get = new StayingButton(look::icon("play"), tr("Get"), this);
    get->reserve(tr("Get anyway"));
    m_get = get;
    m_get->setDefault(true);
    connect(m_get, &QPushButton::clicked, this, &PromptPane::send);
    m_again = new StayingButton(tr("Get again"), this);
    connect(m_again, &QPushButton::clicked, this, &PromptPane::sendAgain);
    m_cancel = new QPushButton(look::icon("cancel"), tr("Cancel"), this);
    connect(m_cancel, &QPushButton::clicked, this, &PromptPane::cancel);
    m_doing = new DoingButton(*m_get, this);
    connect(m_doing, &QToolButton::clicked, this, &PromptPane::doingRequested);
    auto *layout = new QHBoxLayout;
    layout->setSpacing(6);
    layout->setContentsMargins(3, 4, 3, 3); // room for the focus ring
    layout->addWidget(m_get);
    layout->addWidget(m_again);
    layout->addWidget(m_cancel);
    layout->addWidget(m_doing);
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
    request().follow(store->client());
    m_name = name;
    m_argumentsText = arguments;
    heading().setItem(models::CatalogKind::Prompt, item);
    showDefinition(item);
    connect(store->client(), &mcp::Client::stateChanged, this, &PromptPane::refresh);
    connect(store->request(m_name), &session::Request::changed, this, &PromptPane::refresh);
    if (same) // the list came again: what is typed stays, and the focus in it
        return refresh();
    m_completions.setTarget(store->client(), {mcp::CompletionRef::Kind::Prompt, m_name},
        [this] { return form().values(); });
    m_doing->restart();
    setArguments(item.value()["arguments"]);
    form().setValues(store->draft(m_name));
    problemNote().hide();
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
    forget();
    for (QPushButton *button : {m_get, m_again, m_cancel})
        button->setEnabled(false);
    m_doing->restart();
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
    form().setArguments(read, &m_completions);
}

void PromptPane::edited()
{
    if (!m_store)
        return;
    m_store->setDraft(m_name, form().values());
    if (form().missing().isEmpty()) {
        problemNote().hide();
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
    m_doing->setPending(isPending(), m_store->client());
    Q_EMIT stateChanged();
}

void PromptPane::showPreview()
{
    const mcp::Client &client = *m_store->client();
    if (m_name.isEmpty())
        return request().showNothing(tr("cannot be sent: the prompt has no name"));
    if (client.state() != mcp::ClientState::Ready)
        return request().showNothing(tr("the server is not connected"));
    const Bytes params = session::PromptStore::params(m_name, form().values());
    request().showRequest(
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
    return problemNote().isHidden() ? QString() : problemNote().sentence();
}

void PromptPane::send()
{
    if (!canSend())
        return;
    const QStringList missing = form().missing();
    if (!missing.isEmpty() && !m_warned) {
        m_warned = true;
        problemNote().showMessage(look::InlineMessage::Kind::Warning, listText(missing), {},
            tr("Required arguments are missing:"));
        form().focusFirst(true);
        refresh();
        return;
    }
    sendParams(session::PromptStore::params(m_name, form().values()));
}

void PromptPane::sendAgain()
{
    if (canSendAgain())
        sendParams(m_store->request(m_name)->params());
}

void PromptPane::sendParams(const Bytes &params)
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
    if (form().isEmpty())
        m_get->setFocus(Qt::OtherFocusReason);
    else
        form().focusFirst();
}

} // namespace sonde::widgets
