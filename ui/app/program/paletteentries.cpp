// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/paletteentries.h"

#include "app/window/actions.h"
#include "app/window/statusline.h"
#include "app/workspace/apptext.h"
#include "app/workspace/workspace.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "mcp/client/client.h"
#include "session/call/savedcallstore.h"
#include "session/catalog/toolstore.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/catalogpanel.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QPixmap>

#include <algorithm>

namespace sonde::app {

namespace {

using models::CatalogKind;

QString hintOf(CatalogKind kind)
{
    switch (kind) {
    case CatalogKind::Tool:
        return Text::tr("tool");
    case CatalogKind::Template:
        return Text::tr("resource template");
    case CatalogKind::Resource:
        return Text::tr("resource");
    case CatalogKind::Prompt:
        break;
    }
    return Text::tr("prompt");
}

QIcon iconOf(CatalogKind kind)
{
    switch (kind) {
    case CatalogKind::Tool:
        return look::icon("tool");
    case CatalogKind::Template:
        return look::icon("template");
    case CatalogKind::Resource:
        return look::icon("resource");
    case CatalogKind::Prompt:
        break;
    }
    return look::icon("prompt");
}

// Of one without an icon a check mark or an empty place, so that all words begin in one line.
QIcon iconOf(const QAction &action)
{
    if (!action.icon().isNull())
        return action.icon();
    if (action.isChecked())
        return look::icon("check");
    QPixmap empty(look::metrics().icon, look::metrics().icon);
    empty.fill(Qt::transparent);
    return QIcon(empty);
}

QString wordsOf(const QAction &action)
{
    return action.text().remove(QLatin1Char('&')).remove(QChar(0x2026));
}

} // namespace

void PaletteEntries::addAll(
    widgets::ToolsPanel &tools, widgets::CatalogPanel &resources, widgets::CatalogPanel &prompts)
{
    addActions();
    addHelp();
    addServers();
    addCatalog(tools);
    addSavedCalls(tools);
    addCatalog(resources);
    addCatalog(prompts);
    addToolsOfOthers(tools);
}

void PaletteEntries::addActions()
{
    for (QAction *action : m_actions.all()) {
        if (!action->isEnabled() || action == m_actions.goToAnything)
            continue;
        QString text = wordsOf(*action);
        if (qobject_cast<QDockWidget *>(action->parent())) // another command goes there
            text = Text::tr("Show or hide: %1").arg(text);
        m_entries.push_back({text, action->shortcut().toString(QKeySequence::NativeText),
            iconOf(*action), [action] { action->trigger(); }});
    }
}

// The pages of the manual, the tour and the shortcuts. (What F1 does is about the part that has the
// focus, and here that is the palette.)
void PaletteEntries::addHelp()
{
    const std::vector<QAction *> &all = m_actions.all();
    for (QAction *action : m_actions.helpMenu->actions()) {
        if (action->isSeparator() || !action->shortcut().isEmpty()
            || std::find(all.begin(), all.end(), action) != all.end())
            continue;
        m_entries.push_back({Text::tr("Help: %1").arg(wordsOf(*action)), {}, iconOf(*action),
            [action] { action->trigger(); }});
    }
}

void PaletteEntries::addServers()
{
    for (const config::Profile &profile : m_workspace.profiles().profiles()) {
        m_entries.push_back(
            {profile.name, Text::tr("server"), stateIcon(m_workspace.client(profile.name)),
                [&workspace = m_workspace, name = profile.name] { workspace.setCurrent(name); }});
    }
}

void PaletteEntries::addSavedCalls(widgets::ToolsPanel &tools)
{
    for (const config::SavedCall &call : tools.savedCalls().calls()) {
        m_entries.push_back(
            {call.name, Text::tr("saved call"), look::icon("save"), [&tools, name = call.name] {
                 Q_EMIT tools.showRequested();
                 tools.runSavedCall(name);
             }});
    }
}

void PaletteEntries::addToolsOfOthers(widgets::ToolsPanel &tools)
{
    for (const config::Profile &profile : m_workspace.profiles().profiles()) {
        mcp::Client *client = m_workspace.client(profile.name);
        const bool isReady = client && client->state() == mcp::ClientState::Ready;
        const auto *store = isReady ? session::ToolStore::known(client) : nullptr;
        if (!store || profile.name == m_workspace.current())
            continue;
        int left = kMaxOfOneList;
        for (const mcp::ListItem &item : store->listing().items) {
            if (left-- == 0)
                break;
            const QString tool = item.value()["name"].toString();
            m_entries.push_back({tool, Text::tr("tool of %1").arg(profile.name), look::icon("tool"),
                [&workspace = m_workspace, &tools, server = profile.name, tool] {
                    workspace.setCurrent(server);
                    Q_EMIT tools.showRequested();
                    tools.openForm(CatalogKind::Tool, tool);
                }});
        }
    }
}

void PaletteEntries::addCatalog(widgets::CatalogPanel &panel)
{
    const models::CatalogModel &model = panel.list().model();
    for (int row = 0; row < std::min(model.rowCount(), kMaxOfOneList); ++row) {
        const models::CatalogKind kind = model.kind(row);
        m_entries.push_back({model.index(row).data().toString(), hintOf(kind), iconOf(kind),
            [&panel, kind, key = model.key(row)] {
                Q_EMIT panel.showRequested();
                panel.openForm(kind, key);
            }});
    }
}

} // namespace sonde::app
