// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace sonde::trace {

// How the heads of a recorded exchange are read.

// A number of bytes among the facts of an exchange; 0 where there is none.
inline std::uint64_t countOf(const json::Value &value)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(value.toInt64().value_or(0), 0));
}

// The name or the value of a header, without the blanks around it.
inline std::string_view withoutBlanks(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

} // namespace sonde::trace
