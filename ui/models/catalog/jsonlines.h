// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace sonde::models {

// Valid JSON text laid out over lines, to be read or compared line by line. Every string, number
// and name keeps its bytes, and everything its order; only the white space between is ours.
std::string jsonLines(std::string_view json);

} // namespace sonde::models
