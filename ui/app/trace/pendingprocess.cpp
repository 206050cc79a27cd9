// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/pendingprocess.h"

#include "app/workspace/taps.h"
#include "app/workspace/workspace.h"
#include "session/connection/serverprocess.h"
#include "widgets/process/processpanel.h"
#include "widgets/trace/doingaction.h"

namespace sonde::app {

PendingProcess::PendingProcess(
    Workspace &workspace, widgets::DoingAction &action, widgets::ProcessPanel &panel)
    : QObject(&action)
    , m_workspace(workspace)
    , m_panel(panel)
{
    action.setHasProcess([this](const rpc::StreamInfo &conversation) {
        return session::canBeLookedAt(processOf(conversation));
    });
    connect(&action, &widgets::DoingAction::requested, this, &PendingProcess::show);
}

// What only detects the era has a process of its own, which ends by itself.
pid_t PendingProcess::processOf(const rpc::StreamInfo &conversation) const
{
    if (conversation.probe)
        return 0;
    if (const session::Observation *tap = m_workspace.taps().find(conversation.server))
        return session::processOf(tap);
    return session::processOf(m_workspace.client(conversation.server));
}

void PendingProcess::show(const QString &server)
{
    m_workspace.setCurrent(server);
    m_panel.showDoing();
}

} // namespace sonde::app
