// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::mcp {

// What a client declares unless its owner says otherwise: a JSON object as text. The timeouts have
// their defaults in wire/endpoint/endpointtimeouts.h.
inline constexpr const char *kNoCapabilities = "{}";

} // namespace sonde::mcp
