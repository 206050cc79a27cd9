// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/detectioncache.h"
#include "config/profile.h"
#include "mcp/client.h"

#include <optional>

namespace sonde::setup {

// What a person described, as a client takes it. What is not of the description (the traffic, the
// thread, a known verdict, what to listen for) is left to whoever makes the client. A pinned key
// that cannot be read trusts nobody: it is never the same as no pin.
mcp::ClientConfig clientConfig(const config::Profile &profile);
wire::HttpTarget httpTarget(const config::HttpSettings &settings);

// What was found out about a server, to and from the form in which it is kept. Nothing for an era
// that this version does not know.
std::optional<mcp::Verdict> knownVerdict(const config::Verdict &kept);
config::Verdict keptVerdict(const mcp::Verdict &verdict, bool http);

} // namespace sonde::setup
