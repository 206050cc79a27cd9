// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/promptspanel.h"

#include "look/controls/clipboard.h"
#include "look/painting/iconengine.h"
#include "session/catalog/promptstore.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/conversationtext.h"
#include "widgets/catalog/promptpane.h"
#include "widgets/catalog/recordedparams.h"
#include "widgets/request/argumentform.h"
#include "widgets/request/responsepane.h"

#include <QAction>
#include <QTabWidget>
#include <QTreeView>

namespace sonde::widgets {

namespace {
const QList<int> kShares{220, 370, 390}; // of the width: list, prompt, conversation
}

PromptsPanel::PromptsPanel(QWidget *parent)
    : CatalogPanel({tr("The server's prompts appear here."), tr("%1 does not offer prompts."),
                       tr("%1 offers prompts, but its list is empty.")},
        parent)
    , m_reload(
          addToMenu(Menu::Tools, QStringLiteral("reloadPrompts"), tr("Reload pr&ompts"), "restart"))
    , m_prompts(new CatalogList(tr("Filter prompts"), this))
    , m_pane(new PromptPane(this))
{
    m_prompts->view().setAccessibleName(tr("Prompts"));
    setColumns(m_prompts, m_pane, makeResult(), kShares);
    makeCopyButtons();
    connect(m_reload, &QAction::triggered, this, &PromptsPanel::reload);
}

void PromptsPanel::makeCopyButtons()
{
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
    connect(&result(), &ResponsePane::answered, this, refresh);
    refresh();
}

Panel::Tab PromptsPanel::tab() const
{
    return {"prompts", tr("&Prompts"), "prompt", QKeySequence(Qt::CTRL | Qt::Key_4)};
}

void PromptsPanel::updateActions()
{
    m_reload->setEnabled(canReload());
}

ResponsePane *PromptsPanel::makeResult()
{
    auto *pane = new ResponsePane(
        tr("Conversation"),
        [](const std::shared_ptr<const json::Document> &document, const json::Value &result) {
            return conversationContents(document, result["messages"]);
        },
        this);
    pane->tabs().setTabText(0, tr("Messages"));
    return pane;
}

std::vector<session::ListStore *> PromptsPanel::storesOf(mcp::Client *client)
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

bool PromptsPanel::fill(const json::Value &request)
{
    const json::Value params = recordedParams(request, "prompts/get", {"name", "arguments"});
    const QString name = params["name"].toString();
    mcp::FilledIn values;
    for (const json::Value argument : params["arguments"]) {
        if (!argument.isString())
            return false; // the form has texts only
        values.emplace_back(json::toQString(argument.key()), argument.toString());
    }
    if (!client() || list().model().rowOf(models::CatalogKind::Prompt, name) < 0)
        return false;
    session::PromptStore::of(client())->setDraft(name, values);
    choose(models::CatalogKind::Prompt, name);
    m_pane->form().setValues(values); // also if it was chosen already
    return m_pane->form().values() == values;
}

void PromptsPanel::copyText()
{
    if (result().shown())
        look::copyToClipboard(conversationText(result().shown()->result()["messages"]));
}

void PromptsPanel::copyJson()
{
    if (!result().shown())
        return;
    const std::string_view raw = result().shown()->result()["messages"].raw();
    look::copyToClipboard(QString::fromUtf8(raw.data(), qsizetype(raw.size())));
}

} // namespace sonde::widgets
