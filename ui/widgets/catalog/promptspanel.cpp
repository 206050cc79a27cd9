// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/promptspanel.h"

#include "look/clipboard.h"
#include "look/iconengine.h"
#include "session/promptstore.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/conversation.h"
#include "widgets/catalog/promptpane.h"
#include "widgets/request/answerpane.h"

#include <QAction>
#include <QShortcut>
#include <QTabWidget>

namespace sonde::widgets {

PromptsPanel::PromptsPanel(QWidget *parent)
    : CatalogPanel({tr("The server's prompts appear here."), tr("%1 does not offer prompts."),
                       tr("%1 offers prompts, but its list is empty."), tr("Filter prompts")},
        makeResult(), parent)
    , m_reload(
          addToMenu(Menu::Tools, QStringLiteral("reloadPrompts"), tr("Reload pr&ompts"), "restart"))
    , m_pane(new PromptPane(this))
{
    setPane(m_pane);
    connect(m_reload, &QAction::triggered, this, &PromptsPanel::reload);
    auto *text = new QAction(look::icon("text"), tr("Copy the conversation as text"), this);
    auto *json = new QAction(look::icon("json"), tr("Copy the messages as JSON"), this);
    connect(text, &QAction::triggered, this, &PromptsPanel::copyText);
    connect(json, &QAction::triggered, this, &PromptsPanel::copyJson);
    result().addButton(text);
    result().addButton(json);
    const auto refresh = [this, text, json] {
        text->setEnabled(result().shown() != nullptr);
        json->setEnabled(result().shown() != nullptr);
    };
    connect(&result(), &AnswerPane::answered, this, refresh);
    refresh();
    connect(&result(), &AnswerPane::linkRequested, this, &PromptsPanel::resourceRequested);
    connect(&list(), &CatalogList::activated, m_pane, &PromptPane::focusForm);
    connect(m_pane, &PromptPane::stateChanged, this, &PromptsPanel::actionsChanged);
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &PromptsPanel::cancel);
}

Panel::Tab PromptsPanel::tab() const
{
    return {tr("&Prompts"), "prompt", QKeySequence(Qt::CTRL | Qt::Key_4)};
}

void PromptsPanel::updateActions()
{
    m_reload->setEnabled(canReload());
}

AnswerPane *PromptsPanel::makeResult()
{
    auto *pane = new AnswerPane(tr("Conversation"),
        [](const std::shared_ptr<const json::Document> &document, const json::Value &result) {
            return conversationContents(document, result["messages"]);
        });
    pane->tabs().setTabText(0, tr("Messages"));
    return pane;
}

std::vector<session::ListStore *> PromptsPanel::booksOf(mcp::Client *client)
{
    return {&session::PromptStore::of(client)->prompts()};
}

void PromptsPanel::showItem(int row)
{
    if (!client())
        return;
    session::PromptStore *store = session::PromptStore::of(client());
    m_pane->setItem(store, list().model().item(row));
    result().setRequest(
        store->request(m_pane->prompt()), tr("This prompt has not been requested yet."));
}

void PromptsPanel::showNoItem()
{
    m_pane->clear();
    result().setRequest(nullptr, tr("This prompt has not been requested yet."));
}

bool PromptsPanel::canSend() const
{
    return m_pane->canGet();
}

bool PromptsPanel::canSendAgain() const
{
    return m_pane->canGetAgain();
}

bool PromptsPanel::isPending() const
{
    return m_pane->isPending();
}

void PromptsPanel::send()
{
    m_pane->get();
}

void PromptsPanel::sendAgain()
{
    m_pane->getAgain();
}

void PromptsPanel::cancel()
{
    m_pane->cancel();
}

void PromptsPanel::copyText()
{
    if (result().shown())
        copy(conversationText(result().shown()->result()["messages"]));
}

void PromptsPanel::copyJson()
{
    if (!result().shown())
        return;
    const std::string_view raw = result().shown()->result()["messages"].raw();
    copy(QString::fromUtf8(raw.data(), qsizetype(raw.size())));
}

void PromptsPanel::copy(const QString &text)
{
    look::copyToClipboard(text);
}

bool PromptsPanel::isNested() const
{
    return m_pane->hasResult();
}

void PromptsPanel::nest(bool nested)
{
    if (nested)
        m_pane->adoptResult(&result());
    else
        m_pane->returnResult();
}

} // namespace sonde::widgets
