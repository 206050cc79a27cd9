// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace sonde {

// Whether \p{…} of a regular expression with the flag u may have this between its braces: "Lu",
// "Script=Greek", "Alphabetic" (ECMA-262 22.2.1.1, UnicodePropertyValueExpression). Names of
// scripts that came after Unicode 15 are not known.
bool isRegexProperty(std::string_view inside);

} // namespace sonde
