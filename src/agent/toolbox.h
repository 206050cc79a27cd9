// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agenttoolcall.h"
#include "agent/connections.h"
#include "agent/looks.h"
#include "agent/permissions.h"
#include "agent/recording.h"
#include "agent/tooltable.h"

namespace sonde::agent {

// Carries out the calls of the tools, whose arguments match their schemas.
class Toolbox {
public:
    // All of them outlive it.
    Toolbox(Recording &recording, Permissions &permissions, const AgentSurroundings &surroundings);

    void run(ToolId id, const AgentToolCall &tool);
    Connections &connections() { return m_connections; }

private:
    void connect(const AgentToolCall &tool);
    void examine(const AgentToolCall &tool);
    void runAt(Inspected &server, ToolId id, const AgentToolCall &tool);
    void call(const AgentToolCall &tool, Inspected &server);
    void restart(const AgentToolCall &tool, Inspected &server);
    void diff(const AgentToolCall &tool, Inspected &server);
    void repeat(const AgentToolCall &tool, Inspected &server);
    void showProcess(const AgentToolCall &tool, const Inspected &server);
    void exportRecords(const AgentToolCall &tool);
    void searchTrace(const AgentToolCall &tool);
    void readMessage(const AgentToolCall &tool);
    void showFindings(const AgentToolCall &tool);
    void searchLogs(const AgentToolCall &tool);
    void disconnect(const AgentToolCall &tool, Inspected &server);

    Inspected *connected(const AgentToolCall &tool);
    bool hasKnownConnection(const AgentToolCall &tool);

    Recording &m_recording;
    Permissions &m_permissions;
    const AgentSurroundings &m_surroundings;
    Looks m_looks;
    Connections m_connections;
};

} // namespace sonde::agent
