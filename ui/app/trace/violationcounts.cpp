// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/violationcounts.h"

#include "app/window/statusline.h"
#include "app/workspace/workspace.h"
#include "models/document/tracedocument.h"
#include "models/findings/findinglist.h"
#include "models/session/servermodel.h"

namespace sonde::app {

ViolationCounts::ViolationCounts(
    Workspace &workspace, models::ServerModel &servers, StatusLine &status, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_servers(servers)
    , m_status(status)
{
    connect(&workspace.trace().findings(), &models::FindingList::violatedChanged, this,
        &ViolationCounts::count);
    connect(&workspace, &Workspace::currentChanged, this, [this] { count(m_workspace.current()); });
}

void ViolationCounts::count(const QString &server)
{
    const models::LevelCounts violated = m_workspace.trace().findings().violated(server);
    m_servers.setViolated(server, violated);
    if (server == m_workspace.current())
        m_status.setViolated(server.isEmpty() ? models::LevelCounts() : violated);
}

} // namespace sonde::app
