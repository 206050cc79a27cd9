// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <string>
#include <string_view>

namespace sonde::json {

// JSON text without its line ends and the indentation behind them; every other byte stays. A
// message must not hold a line end (2025-11-25 basic/transports#stdio), and in valid JSON there is
// none inside a string, so nothing of the value changes.
Bytes singleLine(const Bytes &json);
std::string singleLine(std::string_view json);
bool isSingleLine(std::string_view text); // whether it has no line end

} // namespace sonde::json
