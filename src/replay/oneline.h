// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace sonde::replay {

// JSON text of a recording without line breaks, which can only be between its tokens: a message on
// stdio must not have any (2025-11-25 basic/transports#stdio), one over HTTP may.
inline Bytes inOneLine(std::string_view json)
{
    std::string line(json);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return Bytes::copyOf(line);
}

} // namespace sonde::replay
