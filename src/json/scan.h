// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>

namespace sonde::json {

// The first byte in [at, end) that a string cannot simply contain: a quote, a backslash, a control
// character, or a byte of a multi-byte character; `end` when there is none.
const char *skipPlain(const char *at, const char *end);

// The length (2 to 4) of the well-formed multi-byte character at `at`, 0 when it is malformed:
// overlong, a surrogate, above U+10FFFF or cut short (Unicode 15, table 3-7).
int utf8Length(const char *at, const char *end);

// 0 to 15, or -1.
int hexDigit(char c);

void appendUtf8(std::string &out, char32_t codePoint);

} // namespace sonde::json
