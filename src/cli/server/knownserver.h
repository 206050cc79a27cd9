// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "mcp/message/detectedrevision.h"

#include <optional>

namespace sonde::cli {

// What earlier runs, and the window, found out about a server's era; and what this run did.
class KnownServer {
public:
    explicit KnownServer(const config::Profile &server)
        : m_server(server)
    {
    }

    std::optional<mcp::DetectedRevision> find() const;
    // Without a revision: the server no longer matches what was cached.
    void remember(const mcp::DetectedRevision &detected) { m_found = detected; }
    // Keeps what was taken. Silently does not when it cannot: that costs the next run a probe.
    void save();

private:
    const config::Profile &m_server;
    std::optional<mcp::DetectedRevision> m_found;
};

} // namespace sonde::cli
