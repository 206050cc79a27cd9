// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/schematype.h"

#include <vector>

namespace sonde::changes {

// A keyword that the wide schema has and whose bound is tighter there than in the narrow one.
struct TighterBound {
    const char *keyword; // of the wide schema
    json::Value narrow; // its value in the narrow schema, if there is one
    json::Value wide;
};

// The keywords for numbers, lengths and counts that keep an instance of the narrow schema, if it
// is of one of the types, from fitting the wide one.
std::vector<TighterBound> tighterBounds(
    const json::Value &narrow, const json::Value &wide, TypeSet types);

} // namespace sonde::changes
