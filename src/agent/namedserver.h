// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agentsurroundings.h"
#include "agent/agenttoolcall.h"
#include "agent/permissions.h"

#include <QObject>

#include <functional>

namespace sonde::agent {

// The server that the arguments of a tool name: a command, a URL or a server that is saved in
// Sonde.
class NamedServer : public QObject {
    Q_OBJECT
public:
    // Both outlive it.
    NamedServer(
        const AgentToolCall &tool, Permissions &permissions, const AgentSurroundings &surroundings);

    // `found` is called once it may be started, with its secrets. Otherwise the call has failed.
    using Found = std::function<void(const config::Profile &)>;
    void find(Found found);

private:
    Result<config::Profile> described() const;
    void allow();
    void fillSecrets();

    const AgentToolCall m_tool;
    Permissions &m_permissions;
    const AgentSurroundings &m_surroundings;
    config::Profile m_server;
    Found m_found;
};

} // namespace sonde::agent
