// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "json/document.h"

namespace sonde::json {

// Applies a JSON Patch (RFC 6902): an array of at most kMaxPatch operations. Only the bytes of the
// places that it names change. The error (Domain::Json) names the operation that failed, counted
// from 1; nothing is applied then.
inline constexpr std::uint32_t kMaxPatch{1000};
Result<Bytes> applyPatch(const Bytes &text, const Document &patch);

} // namespace sonde::json
