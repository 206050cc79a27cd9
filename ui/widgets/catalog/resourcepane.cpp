// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/resourcepane.h"

#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "session/catalog/resourcestore.h"
#include "session/catalog/templatevalues.h"
#include "widgets/catalog/itemheading.h"
#include "widgets/kit/button/doingbutton.h"
#include "widgets/kit/button/stayingbutton.h"
#include "widgets/request/argumentform.h"
#include "widgets/request/requestpreview.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTabWidget>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

ResourcePane::ResourcePane(QWidget *parent)
    : ArgumentPane(tr("Read"), tr("Resource definition from the server"), tr("Content"), parent)
{
    addRow(makeUriRow());
    content().addLayout(makeWatch());
    addBelow(makeButtons());
    connect(&form(), &ArgumentForm::edited, this, &ResourcePane::expand);
    connect(&form(), &ArgumentForm::submitted, this, &ResourcePane::send);
    connect(&request(), &RequestPreview::outdated, this, &ResourcePane::refresh);
}

QLayout *ResourcePane::makeUriRow()
{
    auto *label = new ColorLabel(tr("URI"), ColorRole::Normal, this);
    m_uri = new QLineEdit(this);
    m_uri->setFont(look::fixedFont());
    m_uri->setAccessibleName(tr("URI to read"));
    label->setBuddy(m_uri);
    connect(m_uri, &QLineEdit::textChanged, this, [this] {
        if (!m_filling)
            refresh();
    });
    connect(m_uri, &QLineEdit::returnPressed, this, &ResourcePane::send);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(3, 3, 3, 3); // room for the focus ring
    row->addWidget(label);
    row->addWidget(m_uri, 1);
    return row;
}

QLayout *ResourcePane::makeWatch()
{
    m_watch = new QPushButton(tr("Subscribe"), this);
    m_readOnUpdate = new QCheckBox(tr("Read again on update"), this);
    m_news = new ColorLabel(ColorRole::Muted, this);
    m_news->setAccessibleName(tr("Updates of the resource"));
    connect(m_watch, &QPushButton::clicked, this, &ResourcePane::toggleWatch);
    connect(m_readOnUpdate, &QCheckBox::toggled, this, [this](bool read) {
        if (session::ResourceRead *one = known(); one && !m_filling)
            one->setReadOnUpdate(read);
    });
    auto *layout = new QHBoxLayout;
    layout->setSpacing(6);
    layout->setContentsMargins(3, 4, 3, 0);
    layout->addWidget(m_watch);
    layout->addWidget(m_readOnUpdate);
    layout->addWidget(m_news, 1);
    return layout;
}

QLayout *ResourcePane::makeButtons()
{
    m_read = new StayingButton(look::icon("play"), tr("Read"), this);
    m_read->setObjectName(QStringLiteral("readResource"));
    m_read->setDefault(true);
    connect(m_read, &QPushButton::clicked, this, &ResourcePane::send);
    m_cancel = new QPushButton(look::icon("cancel"), tr("Cancel"), this);
    connect(m_cancel, &QPushButton::clicked, this, &ResourcePane::cancel);
    m_doing = new DoingButton(*m_read, this);
    connect(m_doing, &QToolButton::clicked, this, &ResourcePane::doingRequested);
    auto *layout = new QHBoxLayout;
    layout->setSpacing(6);
    layout->setContentsMargins(3, 4, 3, 3); // room for the focus ring
    layout->addWidget(m_read);
    layout->addWidget(m_cancel);
    layout->addWidget(m_doing);
    layout->addStretch();
    return layout;
}

void ResourcePane::startWith(session::ResourceStore *store, bool isTemplate)
{
    if (m_store)
        disconnect(m_store->client(), nullptr, this, nullptr);
    m_store = store;
    request().follow(store->client());
    connect(store->client(), &mcp::Client::stateChanged, this, &ResourcePane::refresh);
    m_doing->restart();
    m_isTemplate = isTemplate;
    m_template.reset();
    m_templateText.clear();
    problemNote().hide();
    m_uri->setReadOnly(isTemplate);
    m_uri->setPlaceholderText(isTemplate ? QString() : tr("scheme:path"));
    if (!isTemplate)
        form().setArguments({}, nullptr);
}

void ResourcePane::setItem(
    session::ResourceStore *store, models::CatalogKind kind, const mcp::ListItem &item)
{
    const QString key = item.value()[models::catalogKey(kind)].toString();
    const bool isTemplate = kind == models::CatalogKind::Template;
    const bool same = store == m_store && isTemplate == m_isTemplate
        && (isTemplate ? key == m_templateText : key == m_uri->text());
    heading().setItem(kind, item);
    showDefinition(item);
    if (same) // the list came again: what is typed stays
        return refresh();
    const QScopedValueRollback filling(m_filling, true);
    startWith(store, isTemplate);
    if (isTemplate)
        setTemplate(key);
    else
        m_uri->setText(key);
    refresh();
}

void ResourcePane::setUri(session::ResourceStore *store, const QString &uri)
{
    const QScopedValueRollback filling(m_filling, true);
    startWith(store, false);
    heading().setTitle(tr("Unlisted resource"));
    clearDefinition();
    m_uri->setText(uri);
    refresh();
}

void ResourcePane::clear()
{
    const QScopedValueRollback filling(m_filling, true);
    if (m_store)
        disconnect(m_store->client(), nullptr, this, nullptr);
    if (m_watched)
        disconnect(m_watched, nullptr, this, nullptr);
    m_store = nullptr;
    m_watched = nullptr;
    m_isTemplate = false;
    m_template.reset();
    m_templateText.clear();
    forget();
    m_uri->clear();
    refreshWatch();
}

void ResourcePane::setTemplate(const QString &text)
{
    m_templateText = text;
    m_completions.setTarget(m_store->client(), {mcp::CompletionRef::Kind::Resource, text},
        [this] { return form().values(); });
    Result<schema::UriTemplate> parsed = schema::UriTemplate::parse(text.toStdString());
    std::vector<ArgumentForm::Argument> arguments;
    if (parsed.ok()) {
        m_template = std::move(parsed).value();
        for (const std::string &name : m_template->variables())
            arguments.push_back({QString::fromStdString(name), {},
                m_template->isExploded(name) ? tr("several: a,b or name=a,name=b") : QString(),
                false});
    } else {
        problemNote().showMessage(look::InlineMessage::Kind::Error, parsed.error().sentence, {},
            tr("Cannot read: the template is invalid:"));
    }
    form().setArguments(arguments, &m_completions);
    form().setValues(m_store->draft(text));
    expand();
}

void ResourcePane::expand()
{
    if (!m_store || !m_isTemplate)
        return;
    const QScopedValueRollback filling(m_filling, true);
    const mcp::FilledIn values = form().values();
    m_store->setDraft(m_templateText, values);
    QString uri;
    if (m_template) {
        const Result<std::string> expanded =
            m_template->expand(session::templateValues(*m_template, values));
        if (expanded.ok()) {
            uri = QString::fromStdString(*expanded);
            problemNote().hide();
        } else {
            problemNote().showMessage(look::InlineMessage::Kind::Error, expanded.error().sentence);
        }
    }
    m_uri->setText(uri);
    refresh();
}

QString ResourcePane::uri() const
{
    return m_uri->text();
}

session::ResourceRead *ResourcePane::known() const
{
    return m_store ? m_store->known(uri()) : nullptr;
}

void ResourcePane::refresh()
{
    if (!m_store)
        return;
    session::ResourceRead *one = known();
    if (m_watched != one) {
        if (m_watched)
            disconnect(m_watched, nullptr, this, nullptr);
        m_watched = one;
        if (one)
            connect(one, &session::ResourceRead::changed, this, &ResourcePane::refreshWatch);
    }
    showPreview();
    refreshWatch();
    Q_EMIT uriChanged();
}

void ResourcePane::showPreview()
{
    if (uri().isEmpty())
        return request().showNothing(tr("enter a URI to send a request"));
    const mcp::Client &client = *m_store->client();
    if (client.state() != mcp::ClientState::Ready)
        return request().showNothing(tr("the server is not connected"));
    const QString method = QStringLiteral("resources/read");
    const Bytes params = session::ResourceRead::params(uri());
    request().showRequest(
        client.previewRequest(method, params), client.previewRequestHeaders(method, params));
}

void ResourcePane::refreshWatch()
{
    const QScopedValueRollback filling(m_filling, true);
    session::ResourceRead *one = known();
    const bool ready = m_store && m_store->client()->state() == mcp::ClientState::Ready;
    const bool wanted = one && one->watch().isRequested();
    const bool offered = ready && session::ResourceWatch::isOffered(*m_store->client());
    m_watch->setText(wanted ? tr("Unsubscribe") : tr("Subscribe"));
    m_watch->setEnabled(wanted || (offered && !uri().isEmpty()));
    m_readOnUpdate->setEnabled(wanted);
    m_readOnUpdate->setChecked(one && one->isReadOnUpdate());
    m_news->setText(watchText());
    m_news->setToolTip(m_news->text());
    m_read->setEnabled(canSend());
    m_cancel->setEnabled(isPending());
    m_doing->setPending(isPending(), m_store ? m_store->client() : nullptr);
    Q_EMIT stateChanged();
}

QString ResourcePane::watchText() const
{
    using State = session::ResourceWatch::State;
    session::ResourceRead *one = known();
    if (m_store && m_store->client()->state() == mcp::ClientState::Ready
        && !session::ResourceWatch::isOffered(*m_store->client()))
        return tr("the server does not support subscriptions");
    if (!one || (one->watch().state() == State::Off && one->watch().updates() == 0))
        return one ? one->watch().detail() : QString();
    const QString updates = one->watch().updates() == 1
        ? tr("1 update")
        : tr("%Ln updates", nullptr, one->watch().updates());
    switch (one->watch().state()) {
    case State::Off:
        return tr("%1, then unsubscribed").arg(updates);
    case State::Asking:
        return tr("requested, not confirmed yet");
    case State::On:
        return tr("subscribed · %1").arg(updates);
    case State::Waiting:
        return tr("waiting: %1").arg(one->watch().detail());
    case State::Refused:
        return tr("refused: %1").arg(one->watch().detail());
    }
    return {};
}

void ResourcePane::toggleWatch()
{
    if (!m_store || uri().isEmpty())
        return;
    session::ResourceRead *one = m_store->read(uri());
    if (one->watch().isRequested())
        one->watch().stop();
    else
        one->watch().start();
    refresh();
}

bool ResourcePane::canSend() const
{
    return m_store && m_store->client()->state() == mcp::ClientState::Ready && !uri().isEmpty()
        && !isPending();
}

bool ResourcePane::isPending() const
{
    const session::ResourceRead *one = known();
    return one && one->request().isPending();
}

void ResourcePane::send()
{
    if (!canSend())
        return;
    bringResult();
    m_store->read(uri());
    refresh(); // the result listens from now on
    m_store->read(uri())->read();
}

void ResourcePane::cancel()
{
    if (session::ResourceRead *one = known())
        one->request().cancel();
}

void ResourcePane::focusForm()
{
    tabs().setCurrentIndex(0);
    if (m_isTemplate && !form().isEmpty())
        form().focusFirst();
    else
        m_read->setFocus(Qt::OtherFocusReason);
}

} // namespace sonde::widgets
