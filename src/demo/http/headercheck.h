// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/offers/tools.h"
#include "serve/servedrequest.h"

#include <optional>

namespace sonde::demo {

inline constexpr int kHeaderMismatch = -32020;

// Checks that the headers which repeat parts of the body match it (2026-07-28 basic/transports).
// Returns a sentence about the first difference, or nothing.
std::string headerProblem(
    const serve::ServedRequest &request, const rpc::Message &message, const Tools &tools);

// A value as it stood before it was encoded for the head ("=?base64?…?="); nothing when the
// encoding is broken.
std::optional<std::string> decodeHeaderValue(std::string_view value);

} // namespace sonde::demo
