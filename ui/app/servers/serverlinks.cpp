// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/serverlinks.h"

#include "app/servers/servercommands.h"
#include "app/window/actions.h"
#include "app/workspace/taps.h"
#include "app/workspace/workspace.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/overview/startpage.h"
#include "widgets/servers/serverspanel.h"

#include <QAction>

namespace sonde::app {

ServerLinks::ServerLinks(
    Workspace &workspace, const Actions &actions, ServerCommands &commands, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_actions(actions)
    , m_commands(commands)
{
}

void ServerLinks::follow(widgets::ServersPanel &servers)
{
    using widgets::ServersPanel;
    connect(&servers, &ServersPanel::chosen, &m_workspace, &Workspace::setCurrent);
    connect(&servers, &ServersPanel::connectRequested, &m_workspace, &Workspace::connectTo);
    connect(&servers, &ServersPanel::forgetRequested, &m_workspace.taps(), &Taps::forget);
    connect(&servers, &ServersPanel::removeRequested, &m_commands, &ServerCommands::remove);
    connect(&servers, &ServersPanel::newServerRequested, m_actions.newServer, &QAction::trigger);
    connect(
        &servers, &ServersPanel::pasteRequested, &m_commands, &ServerCommands::addFromClipboard);
}

void ServerLinks::follow(widgets::OverviewPanel &overview)
{
    using widgets::OverviewPanel;
    connect(&overview, &OverviewPanel::doctorRequested, m_actions.runDoctor, &QAction::trigger);
    connect(&overview, &OverviewPanel::removeTapRequested, m_actions.removeTap, &QAction::trigger);
    connect(&overview, &OverviewPanel::trustRequested, this, &ServerLinks::pinKey);
    using widgets::StartPage;
    StartPage *start = &overview.startPage();
    connect(start, &StartPage::entered, &m_commands, &ServerCommands::connectToText);
    connect(start, &StartPage::newServerRequested, m_actions.newServer, &QAction::trigger);
    connect(start, &StartPage::demoRequested, m_actions.startDemo, &QAction::trigger);
    connect(start, &StartPage::hostsRequested, m_actions.hosts, &QAction::trigger);
    connect(start, &StartPage::sessionRequested, m_actions.openSession, &QAction::trigger);
}

void ServerLinks::pinKey(const QByteArray &key)
{
    const QString name = m_workspace.current();
    if (const auto pinned = m_workspace.pinKey(name, key); !pinned.ok())
        Q_EMIT failed(pinned.error().sentence);
    m_workspace.restart(name);
}

} // namespace sonde::app
