// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filterfield.h"
#include "json/decimal.h"

#include <optional>
#include <string>
#include <string_view>

namespace sonde::trace {

// The operand to the right of an operator, read for the type of the field on its left.
struct FilterValue {
    std::string text; // UTF-8, without quotes
    bool quoted = false;
    bool isNumber = false; // an unquoted number, as JSON writes them
    json::Decimal decimal; // its value
    bool isWord = false; // unquoted true, false or null
    // Nanoseconds, bytes, an index in the field's list, or the number itself. A time without a date
    // counts from midnight.
    std::int64_t number = 0;
    bool timeOfDay = false;
};

// Reads the token as a value of the field. Errors say what to write instead.
std::optional<FilterError> readFilterValue(
    const FilterFieldInfo &info, const FilterToken &token, FilterValue &value);

} // namespace sonde::trace
