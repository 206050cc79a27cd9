// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QStringList>

#include <string>

namespace sonde::mock {

// A text that is equal for equal params: members in any order, strings by their characters, but
// numbers as they are written. `_meta` is left out: it carries the progress token, the revision and
// trace contexts, which differ from run to run. Params that do not exist equal an empty object.
//
// Recursive: for texts whose depth is limited.
std::string paramsKey(const json::Value &params);

// The locations (RFC 6901) at which params differ, as paramsKey() compares them; at
// most 100.
QStringList differentPlaces(const json::Value &recorded, const json::Value &live);

} // namespace sonde::mock
