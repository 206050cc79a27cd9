// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/clienttable.h"

#include <algorithm>

namespace sonde::tap {

namespace {

constexpr int kNoFit = -1;
// What speaks for a client, from the least to the most: each outweighs all before it.
constexpr int kSameAgent = 1;
constexpr int kSameName = 2;
constexpr int kSameProcess = 4;
constexpr int kSameConnection = 8;
constexpr int kCancelsItsRequest = 16;
constexpr int kSeveral = 0; // clients have used the connection, which says nothing then
constexpr std::size_t kMaxConnections = 4000; // that are remembered
constexpr std::size_t kMaxText = 400; // bytes of what a client is known by

} // namespace

int ClientTable::clientOf(const Request &request)
{
    m_isGuess = false;
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
    if (request.connection != 0) {
        int &user = m_connections.try_emplace(request.connection, client).first->second;
        user = user == client ? client : kSeveral;
    }
    if (m_connections.size() > kMaxConnections)
        m_connections.erase(m_connections.begin()); // the oldest
    if (request.process != 0)
        known.process = request.process;
    return client;
}

bool ClientTable::hasOpen(int client, const std::vector<std::string> &ids) const
{
    const auto open = m_open.find(client);
    return open != m_open.end() && std::any_of(ids.begin(), ids.end(), [&open](const auto &id) {
        return open->second.contains(id);
    });
}

// A program that runs anew for each request has ended before the next one.
bool ClientTable::isOfOtherProcess(const Known &known, const Request &request) const
{
    return known.process != 0 && request.process != 0 && known.process != request.process
        && m_isRunning && m_isRunning(known.process);
}

// How well the request may be of the client: another name, an id that is open, or another process
// excludes it.
int ClientTable::fit(int client, const Request &request) const
{
    if (hasOpen(client, request.ids))
        return kNoFit;
    const auto found = m_known.find(client);
    if (found == m_known.end())
        return 0;
    const Known &known = found->second;
    const std::string host = request.host.substr(0, kMaxText);
    const bool isNamed = !host.empty() && !known.host.empty();
    if ((isNamed && host != known.host) || isOfOtherProcess(known, request))
        return kNoFit;
    const bool isSameAgent =
        !request.agent.empty() && request.agent.substr(0, kMaxText) == known.agent;
    const bool isSameProcess = request.process != 0 && request.process == known.process;
    const auto connection = m_connections.find(request.connection);
    const bool isSameConnection = connection != m_connections.end() && connection->second == client;
    return (isSameAgent ? kSameAgent : 0) + (isNamed ? kSameName : 0)
        + (isSameProcess ? kSameProcess : 0) + (isSameConnection ? kSameConnection : 0)
        + (hasOpen(client, request.cancels) ? kCancelsItsRequest : 0);
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
        m_isGuess = its == bestFit ? its != kNoFit : its < bestFit && m_isGuess;
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
