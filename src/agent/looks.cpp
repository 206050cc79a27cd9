// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/looks.h"

#include <utility>

namespace sonde::agent {

void Looks::add(std::string server, QString connection, changes::Snapshot snapshot)
{
    if (m_kept.size() >= kMax)
        m_kept.pop_back();
    m_kept.push_front({std::move(server), std::move(connection),
        std::make_shared<const changes::Snapshot>(std::move(snapshot))});
}

Looks::Look Looks::last(std::string_view server) const
{
    for (const Kept &kept : m_kept) {
        if (kept.server == server)
            return kept.look;
    }
    return nullptr;
}

Looks::Look Looks::lastOf(const QString &connection) const
{
    for (const Kept &kept : m_kept) {
        if (kept.connection == connection)
            return kept.look;
    }
    return nullptr;
}

} // namespace sonde::agent
