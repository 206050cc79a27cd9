// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/connections.h"

#include "agent/permissions.h"

#include <algorithm>

namespace sonde::agent {

std::string Connections::keyOf(const config::Profile &server)
{
    return server.hasProcess() ? Permissions::lineOf(server) : server.target().toStdString();
}

Inspected &Connections::add(
    const config::Profile &server, std::shared_ptr<wire::Authorizer> authorizer)
{
    const QString handle = QStringLiteral("c%1").arg(m_names.size() + 1);
    const std::string key = keyOf(server);
    const auto known = m_known.find(key);
    Inspected &added =
        *m_all.emplace_back(std::make_unique<Inspected>(handle, server, std::move(authorizer),
            known == m_known.end() ? std::nullopt : std::optional(known->second), m_traffic));
    QObject::connect(&added.client(), &mcp::Client::revisionDetected, &added,
        [this, key](const mcp::DetectedRevision &detected) { remember(key, detected); });
    m_names.push_back(added.name());
    return added;
}

void Connections::remember(const std::string &server, const mcp::DetectedRevision &detected)
{
    if (detected.revision.isEmpty()) // it has changed
        m_known.erase(server);
    else if (m_known.size() < kMaxKnown || m_known.contains(server))
        m_known[server] = detected;
}

Inspected *Connections::find(const QString &handle) const
{
    const auto found = std::find_if(m_all.begin(), m_all.end(),
        [&handle](const auto &each) { return each->handle() == handle; });
    return found == m_all.end() ? nullptr : found->get();
}

void Connections::remove(const QString &handle)
{
    const auto found = std::find_if(m_all.begin(), m_all.end(),
        [&handle](const auto &each) { return each->handle() == handle; });
    if (found == m_all.end())
        return;
    found->release()->deleteLater();
    m_all.erase(found);
}

QString Connections::nameOf(const QString &handle) const
{
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (handle == QStringLiteral("c%1").arg(i + 1))
            return m_names[i];
    }
    return {};
}

QString Connections::handleOf(const QString &name) const
{
    const auto found = std::find(m_names.begin(), m_names.end(), name);
    return found == m_names.end() ? QString()
                                  : QStringLiteral("c%1").arg(found - m_names.begin() + 1);
}

std::vector<Inspected *> Connections::all() const
{
    std::vector<Inspected *> found;
    for (const auto &each : m_all)
        found.push_back(each.get());
    return found;
}

} // namespace sonde::agent
