// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agenttoolcall.h"
#include "agent/connections.h"
#include "agent/namedserver.h"
#include "agent/permissions.h"

#include <QObject>

namespace sonde::agent {

// connect: finds the server, has its command allowed, starts it, and ends the call when it is ready
// or has failed. A call that is cancelled before leaves no connection.
class ConnectRun : public QObject {
    Q_OBJECT
public:
    // All of them outlive it.
    ConnectRun(const AgentToolCall &tool, Connections &connections, Permissions &permissions,
        const AgentSurroundings &surroundings);
    ~ConnectRun() override;

    void start();

private:
    void open(const config::Profile &profile);
    void settle();

    const AgentToolCall m_tool;
    Connections &m_connections;
    const AgentSurroundings &m_surroundings;
    NamedServer m_named;
    QString m_handle; // of what is being started; empty: nothing is
};

} // namespace sonde::agent
