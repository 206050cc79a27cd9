// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/http/httprequest.h"
#include "demo/offers/tools.h"

#include <optional>

namespace sonde::demo {

inline constexpr int kHeaderMismatch = -32020;

// 2026-07-28 basic/transports: what proxies may want to look at stands in the head as well, and
// must be the same there. Says what is not, in a sentence; nothing when all is well.
std::string headerProblem(
    const HttpRequest &request, const rpc::Message &message, const Tools &tools);

// A value as it stood before it was encoded for the head ("=?base64?…?="); nothing when the
// encoding is broken.
std::optional<std::string> decodeHeaderValue(std::string_view value);

} // namespace sonde::demo
