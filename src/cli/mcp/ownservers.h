// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agentsurroundings.h"
#include "auth/store/tokenstore.h"
#include "rpc/trafficsink.h"

#include <memory>

namespace sonde::cli {

// The servers and secrets of the person, for the tools of an agent: Sonde's own list of servers and
// the keychain, which is opened when it is first needed.
class OwnServers {
public:
    // `traffic` outlives it.
    explicit OwnServers(rpc::TrafficSink *traffic)
        : m_traffic(traffic)
    {
    }

    agent::AgentSurroundings surroundings();

private:
    void fillSecrets(
        const config::Profile &server, QObject *context, agent::AgentSurroundings::Filled done);

    rpc::TrafficSink *const m_traffic;
    std::unique_ptr<auth::TokenStore> m_keychain;
};

} // namespace sonde::cli
