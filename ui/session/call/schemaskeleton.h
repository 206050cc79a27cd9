// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <string>

namespace sonde::session {

// A first argument text for a tool, indented: the required properties of its input schema for which
// the schema itself gives a value (const, default, the only one of an enum), spliced as written.
// What a person must decide is left out, so that it is missing until it is typed. Follows local
// `$ref`s and the first of oneOf/anyOf, to a bounded depth.
std::string argumentSkeleton(const json::Value &inputSchema);

} // namespace sonde::session
