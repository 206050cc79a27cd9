// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "json/document.h"

#include <string>

namespace sonde::models {

// A message as lines to be compared with another one. JSON is laid out over lines first, and what
// is no JSON stays as it is.
Bytes comparedText(const Bytes &message, bool ignoreIdsAndTimes);

// The document's text with "…" in place of what differs from message to message: the id of the
// message, ids that refer to a request, its progress or a task, and times, which are strings in the
// format of RFC 3339.
std::string withoutIdsAndTimes(const json::Document &document);

} // namespace sonde::models
