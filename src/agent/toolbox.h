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
    Toolbox(Recording &recording, Permissions &permissions, const Surroundings &surroundings);

    void run(ToolId id, const ToolCall &tool);
    Connections &connections() { return m_connections; }

private:
    void connect(const ToolCall &tool);
    void examine(const ToolCall &tool);
    void runAt(Inspected &server, ToolId id, const ToolCall &tool);
    void call(const ToolCall &tool, Inspected &server);
    void restart(const ToolCall &tool, Inspected &server);
    void diff(const ToolCall &tool, Inspected &server);
    void repeat(const ToolCall &tool, Inspected &server);
    void showProcess(const ToolCall &tool, const Inspected &server);
    void exportRecords(const ToolCall &tool);
    void searchTrace(const ToolCall &tool);
    void readMessage(const ToolCall &tool);
    void showFindings(const ToolCall &tool);
    void searchLogs(const ToolCall &tool);
    void disconnect(const ToolCall &tool, Inspected &server);

    Inspected *connected(const ToolCall &tool);
    bool hasKnownConnection(const ToolCall &tool);

    Recording &m_recording;
    Permissions &m_permissions;
    const Surroundings &m_surroundings;
    Looks m_looks;
    Connections m_connections;
};

} // namespace sonde::agent
