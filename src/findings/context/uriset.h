// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <set>
#include <string>
#include <string_view>

namespace sonde::findings {

// URIs that a client has subscribed to.
using UriSet = std::set<std::string, std::less<>>;

inline constexpr int kMaxSegments = 256; // of a URI that is compared

// Whether the set has the URI, or one that it lies below: a subscription may be about all that is
// in a folder (2025-11-25 server/resources#subscriptions). Costs as much as the URI has segments;
// of one with more than kMaxSegments it is taken to be so.
bool hasOrAbove(const UriSet &uris, std::string_view uri);

} // namespace sonde::findings
