// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filterpath.h"
#include "trace/filter/filtervalue.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sonde::trace {

// A condition of a filter, or what joins conditions.
struct FilterNode {
    enum class Kind : std::uint8_t { And, Or, Not, Compare, Words };
    Kind kind = Kind::Words;
    // Operands: both for And and Or, the first for Not. Indices into the nodes of the filter,
    // always smaller than the node's own.
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    FilterField field = FilterField::Method;
    FilterOp op = FilterOp::Exists;
    FilterPath path;
    std::vector<FilterValue> values; // one, or several for In
    std::string words; // searched in method, target and id, ignoring case
};

} // namespace sonde::trace
