// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/clienttable.h"

#include <algorithm>

namespace sonde::tap {

int ClientTable::clientOf(const Request &request)
{
    if (!request.session.empty()) {
        const auto known = m_sessions.find(request.session);
        if (known != m_sessions.end())
            return open(known->second, request.ids);
        const int made = newClient(); // its session began before the tap
        nameSession(made, request.session);
        return open(made, request.ids);
    }
    if (const auto named = m_targets.find(request.target); named != m_targets.end())
        return open(named->second, request.ids);
    const bool isNew =
        request.begins || (request.opensStream && !m_namelessTargets.contains(request.target));
    return open(isNew ? newClient() : nameless(request), request.ids);
}

int ClientTable::newClient()
{
    m_last = std::min(m_last + 1, kMaxClients);
    return m_last;
}

int ClientTable::nameless(const Request &request)
{
    if (m_namelessTargets.size() < std::size_t(kMaxClients))
        m_namelessTargets.insert(request.target);
    const auto &ids = request.ids;
    for (const int client : m_nameless) {
        const auto &open = m_open[client];
        if (std::none_of(ids.begin(), ids.end(), [&](const auto &id) { return open.contains(id); }))
            return client;
    }
    const int made = newClient();
    m_nameless.insert(made);
    return made;
}

int ClientTable::open(int client, const std::vector<std::string> &ids)
{
    m_open[client].insert(ids.begin(), ids.end());
    return client;
}

void ClientTable::nameSession(int client, const std::string &session)
{
    if (m_sessions.size() < std::size_t(kMaxClients))
        m_sessions.emplace(session, client);
}

void ClientTable::nameTarget(int client, const std::string &target)
{
    if (m_targets.size() < std::size_t(kMaxClients))
        m_targets.emplace(target, client);
}

void ClientTable::nameNothing(int client)
{
    m_nameless.insert(client);
}

void ClientTable::finish(int client, const std::vector<std::string> &ids)
{
    auto &open = m_open[client];
    for (const std::string &id : ids) {
        if (const auto found = open.find(id); found != open.end())
            open.erase(found);
    }
}

void ClientTable::endSession(const std::string &session)
{
    m_sessions.erase(session);
}

} // namespace sonde::tap
