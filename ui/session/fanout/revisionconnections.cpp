// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/fanout/revisionconnections.h"

#include <numeric>
#include <utility>
#include <vector>

namespace sonde::session {

RevisionConnections::RevisionConnections(Make make, End end, QObject *parent)
    : QObject(parent)
    , m_make(std::move(make))
    , m_end(std::move(end))
{
}

RevisionConnections::~RevisionConnections()
{
    retain({});
}

std::size_t RevisionConnections::count() const
{
    return std::accumulate(m_clients.begin(), m_clients.end(), std::size_t(0),
        [](std::size_t sum, const auto &each) { return sum + each.second.size(); });
}

void RevisionConnections::add(const QString &server, const QString &revision)
{
    if (count() < kMax)
        m_clients[server].try_emplace(revision);
}

void RevisionConnections::remove(const QString &server, const QString &revision)
{
    const auto known = m_clients.find(server);
    if (known == m_clients.end())
        return;
    Clients removed;
    removed.insert(known->second.extract(revision));
    close(removed);
}

void RevisionConnections::setConnected(const QString &server, bool isConnected)
{
    const auto known = m_clients.find(server);
    if (known == m_clients.end())
        return;
    Clients closed;
    for (auto &[revision, client] : known->second) {
        if (!isConnected)
            closed[revision] = std::move(client);
        else if (!client)
            client = open(server, revision);
    }
    close(closed);
}

// They are in no list any more: whoever ends them may come back here.
void RevisionConnections::close(Clients &clients)
{
    for (auto &[revision, client] : clients) {
        if (!client)
            continue;
        client->disconnect(this);
        m_end(std::move(client));
    }
}

std::unique_ptr<mcp::Client> RevisionConnections::open(
    const QString &server, const QString &revision)
{
    std::unique_ptr<mcp::Client> client = m_make(server, revision);
    if (!client)
        return client;
    // Later: whoever is told may close it.
    connect(client.get(), &mcp::Client::stateChanged, this, &RevisionConnections::stateChanged,
        Qt::QueuedConnection);
    client->start();
    return client;
}

void RevisionConnections::retain(const QStringList &servers)
{
    std::vector<Clients> removed;
    for (auto each = m_clients.begin(); each != m_clients.end();) {
        const auto known = each++;
        if (!servers.contains(known->first))
            removed.push_back(std::move(m_clients.extract(known).mapped()));
    }
    for (Clients &clients : removed)
        close(clients);
}

QStringList RevisionConnections::of(const QString &server) const
{
    QStringList revisions;
    const auto known = m_clients.find(server);
    if (known == m_clients.end())
        return revisions;
    for (const auto &[revision, client] : known->second)
        revisions += revision;
    return revisions;
}

mcp::Client *RevisionConnections::client(const QString &server, const QString &revision) const
{
    const auto known = m_clients.find(server);
    if (known == m_clients.end())
        return nullptr;
    const auto found = known->second.find(revision);
    return found == known->second.end() ? nullptr : found->second.get();
}

} // namespace sonde::session
