// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <string>

namespace sonde::session {

// A first argument text for a tool: every required property of its input schema, indented, with
// the schema's own const, default or first enum value spliced as written, otherwise the empty
// value of its type. Follows local `$ref`s and the first of oneOf/anyOf, to a bounded depth.
std::string argumentSkeleton(const json::Value &inputSchema);

} // namespace sonde::session
