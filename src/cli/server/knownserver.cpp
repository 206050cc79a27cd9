// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/knownserver.h"

#include "config/detectioncache.h"
#include "setup/clientconfig.h"

namespace sonde::cli {

std::optional<mcp::DetectedRevision> KnownServer::find() const
{
    config::DetectionCache cache;
    if (!cache.load())
        return std::nullopt;
    const config::Detection *known = cache.find(m_server);
    return known ? setup::knownDetection(*known) : std::nullopt;
}

void KnownServer::save()
{
    if (!m_found)
        return;
    // Read again: other runs may have ended meanwhile.
    config::DetectionCache cache;
    if (!cache.load())
        cache.clear();
    if (m_found->revision.isEmpty())
        cache.forget(m_server);
    else
        cache.remember(m_server, setup::cachedDetection(*m_found, setup::endpointOf(m_server)));
    static_cast<void>(cache.save());
    m_found.reset();
}

} // namespace sonde::cli
