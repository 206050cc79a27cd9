// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string_view>

namespace sonde::content {

// One step through text that may not be UTF-8.
struct Utf8Unit {
    char32_t character = 0;
    std::size_t length = 1; // of an invalid unit always 1
    bool valid = false;
};

// The character that starts at `at`, by RFC 3629: no overlong forms, no surrogates, nothing above
// U+10FFFF.
Utf8Unit utf8At(std::string_view bytes, std::size_t at);

// A character that leaves no mark, or changes the order of those around it: controls, format
// characters, line separators. Shown by number, because server text must not hide anything.
bool isUnseen(char32_t character);

} // namespace sonde::content
