// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/detectioncache.h"
#include "config/profile.h"
#include "mcp/client/client.h"

#include <optional>

namespace sonde::setup {

// The configuration of a client for a profile. The caller adds what a profile does not contain (the
// traffic sink, the thread, a cached detection, subscriptions). An invalid pinned key matches no
// server; it is never treated as a missing pin. A server that starts in a debugger has the longest
// timeouts instead of its own.
mcp::ClientConfig clientConfig(const config::Profile &profile);
// What the connections of a client for a profile go to.
wire::Endpoint endpointOf(const config::Profile &profile);
wire::Launch launchOf(const config::Profile &profile); // of its program, in its debugger
wire::HttpTarget httpTarget(const config::HttpSettings &settings);

// Convert a detected revision to and from its cached form. Empty for an era that this version does
// not know.
std::optional<mcp::DetectedRevision> knownDetection(const config::Detection &kept);
config::Detection cachedDetection(
    const mcp::DetectedRevision &detected, const wire::Endpoint &endpoint);

} // namespace sonde::setup
