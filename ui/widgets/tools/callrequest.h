// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

namespace sonde::session {
class ToolCall;
}

namespace sonde::widgets {

// How a tool is called on a connected server: plainly, or as a task where the tool demands one
// (2025-11-25 basic/utilities/tasks#tool-level-negotiation).
class CallRequest {
public:
    // The client outlives it.
    CallRequest(mcp::Client &client, const mcp::ListItem &tool, bool wantProgress);

    bool isTask() const { return m_isTask; }
    // As it would be sent now.
    Bytes preview(const Bytes &arguments) const;
    wire::HttpHeaders headers(const Bytes &arguments) const;
    void send(
        session::ToolCall &call, const Bytes &arguments, const mcp::CallOptions &options) const;

private:
    mcp::Client &m_client;
    const QString m_name;
    const bool m_wantProgress;
    const bool m_isTask;
};

} // namespace sonde::widgets
