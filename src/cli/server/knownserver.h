// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "mcp/message/verdict.h"

#include <optional>

namespace sonde::cli {

// What earlier runs, and the window, found out about a server's era; and what this run did.
class KnownServer {
public:
    explicit KnownServer(const config::Profile &server)
        : m_server(server)
    {
    }

    std::optional<mcp::Verdict> find() const;
    // A verdict without a revision: what was known does not hold any more.
    void take(const mcp::Verdict &verdict) { m_found = verdict; }
    // Keeps what was taken. Silently does not when it cannot: that costs the next run a probe.
    void save();

private:
    const config::Profile &m_server;
    std::optional<mcp::Verdict> m_found;
};

} // namespace sonde::cli
