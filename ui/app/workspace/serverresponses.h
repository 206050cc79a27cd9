// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "mcp/client/client.h"
#include "review/rulerunner.h"
#include "review/serverrequestqueue.h"

#include <functional>
#include <map>
#include <memory>

namespace sonde::app {

// What the clients of the workspace respond to the requests of their servers: the user reviews the
// requests in the queue, unless a rule of the profile responds.
class ServerResponses {
public:
    ServerResponses();
    ~ServerResponses();

    review::ServerRequestQueue &queue() { return m_queue; }

    // Declares in the configuration of the server's client what the profile offers, and lets the
    // requests come here. It outlives the client. `update` is called before each request and calls
    // setStanding(); it stays that of the first call for the server.
    void connectTo(const config::Profile &profile, mcp::ClientConfig &config,
        const std::function<void()> &update);
    // What requests of the server are checked against, and which rules respond, from now on.
    void setStanding(const config::Profile &profile, const mcp::Client &client);
    // The connection is closed: nothing can be sent to the server any more.
    void lose(const QString &name);
    // Which rules of the profile are invalid, why, and what to do; empty: all are valid.
    static QString problemOfRules(const config::Profile &profile);
    // Tells the server that the profile has other roots now.
    static void announceRoots(const config::Profile &profile, mcp::Client &client);

private:
    class Entrance;

    review::ServerRequestQueue m_queue;
    review::RuleRunner m_rules{&m_queue};
    std::map<QString, std::unique_ptr<Entrance>> m_entrances; // by the name of the server
};

} // namespace sonde::app
