// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/revisionset.h"
#include "json/value.h"

#include <string_view>

namespace sonde::findings {

// The capability that a request of a server needs and that the client does not declare:
// "elicitation.url"; empty: none is missing, or the method needs none. `params` are those of the
// request (2025-11-25 client/elicitation#capabilities, client/sampling#capabilities).
std::string_view missingCapability(const json::Value &capabilities, std::string_view method,
    const json::Value &params, Revision revision);

} // namespace sonde::findings
