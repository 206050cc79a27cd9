// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/passedservers.h"

#include "cli/output/exitcode.h"

#include <algorithm>
#include <utility>

namespace sonde::cli {

PassedServers::PassedServers(
    const Options &options, rpc::TrafficSink *traffic, Output &err, std::function<void()> wake)
    : m_options(options)
    , m_traffic(traffic)
    , m_err(err)
    , m_wake(std::move(wake))
{
}

std::shared_ptr<RealServer> PassedServers::add()
{
    m_servers.push_back(std::make_unique<PassedServer>(m_options, m_traffic, m_err, m_wake));
    PassedServer *const server = m_servers.back().get();
    return {server, [this, server](RealServer *) { retire(server); }};
}

// Its mock is gone, and it may take a while to stop.
void PassedServers::retire(PassedServer *server)
{
    if (m_isEnding)
        return;
    server->forgetMock();
    connect(server, &PassedServer::finished, this, [this, server] { remove(server); });
    server->end(kFine);
}

// Later: it is in the middle of its own signal.
void PassedServers::remove(PassedServer *server)
{
    const auto found = std::find_if(
        m_servers.begin(), m_servers.end(), [&](const auto &each) { return each.get() == server; });
    if (found == m_servers.end())
        return;
    found->release()->deleteLater();
    m_servers.erase(found);
    if (m_isEnding && m_servers.empty())
        Q_EMIT ended();
}

void PassedServers::end()
{
    if (std::exchange(m_isEnding, true))
        return;
    if (m_servers.empty()) {
        Q_EMIT ended();
        return;
    }
    std::vector<PassedServer *> open; // their ends change the list
    open.reserve(m_servers.size());
    for (const auto &server : m_servers)
        open.push_back(server.get());
    for (PassedServer *const server : open) {
        server->forgetMock();
        connect(server, &PassedServer::finished, this, [this, server] { remove(server); });
        if (!server->isEnding())
            server->end(kFine);
    }
}

} // namespace sonde::cli
