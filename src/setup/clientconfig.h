// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/detectioncache.h"
#include "config/profile.h"
#include "mcp/client/client.h"

#include <optional>

namespace sonde::setup {

// The configuration of a client for a profile. What a profile does not describe (the traffic sink,
// the thread, a cached detection, subscriptions) is left to the caller. An invalid pinned key
// matches no server: it never means that there is no pin.
mcp::ClientConfig clientConfig(const config::Profile &profile);
wire::HttpTarget httpTarget(const config::HttpSettings &settings);

// A detected revision, to and from the form in which it is cached. Nothing for an era that this
// version does not know.
std::optional<mcp::DetectedRevision> knownDetection(const config::Detection &kept);
config::Detection cachedDetection(const mcp::DetectedRevision &detected, bool http);

} // namespace sonde::setup
