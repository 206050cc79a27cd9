// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "mcp/message/detectedrevision.h"

#include <optional>

namespace sonde::cli {

// The cached detection of a server, by earlier runs and the window, and the detection of this run.
class KnownServer {
public:
    explicit KnownServer(const config::Profile &server)
        : m_server(server)
    {
    }

    std::optional<mcp::DetectedRevision> find() const;
    // Without a revision: the server no longer matches what was cached.
    void remember(const mcp::DetectedRevision &detected) { m_found = detected; }
    // Caches the detection of this run. Errors are ignored: the next run then probes again.
    void save();

private:
    const config::Profile &m_server;
    std::optional<mcp::DetectedRevision> m_found;
};

} // namespace sonde::cli
