// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/clienttable.h"

#include <algorithm>

namespace sonde::tap {

namespace {

constexpr int kNoFit = -1;
constexpr std::size_t kMaxText = 400; // bytes of what a client is known by

} // namespace

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
    return open(learn(isNew ? newClient() : nameless(request), request), request.ids);
}

int ClientTable::learn(int client, const Request &request)
{
    Known &known = m_known[client];
    if (known.host.empty())
        known.host = request.host.substr(0, kMaxText);
    if (known.agent.empty())
        known.agent = request.agent.substr(0, kMaxText);
    return client;
}

// How well the request may be of the client: another name, or an id that is open, excludes it.
int ClientTable::fit(int client, const Request &request) const
{
    if (const auto open = m_open.find(client); open != m_open.end()) {
        const auto isOpen = [&open](const auto &id) { return open->second.contains(id); };
        if (std::any_of(request.ids.begin(), request.ids.end(), isOpen))
            return kNoFit;
    }
    const auto found = m_known.find(client);
    if (found == m_known.end())
        return 0;
    const Known &known = found->second;
    const std::string host = request.host.substr(0, kMaxText);
    const bool isNamed = !host.empty() && !known.host.empty();
    if (isNamed && host != known.host)
        return kNoFit;
    const bool isSameAgent =
        !request.agent.empty() && request.agent.substr(0, kMaxText) == known.agent;
    return (isNamed ? 2 : 0) + (isSameAgent ? 1 : 0);
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
    int best = 0;
    int bestFit = kNoFit;
    for (const int client : m_nameless) {
        const int its = fit(client, request);
        if (its > bestFit) {
            best = client;
            bestFit = its;
        }
    }
    if (bestFit != kNoFit)
        return best;
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
