// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/shellword.h"

#include <algorithm>

namespace sonde::trace {

namespace {

bool isHarmless(char c)
{
    const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return isLetter || (c >= '0' && c <= '9')
        || std::string_view("_-./:@%+,").find(c) != std::string_view::npos;
}

} // namespace

std::string shellWord(std::string_view text)
{
    if (!text.empty() && std::all_of(text.begin(), text.end(), isHarmless))
        return std::string(text);
    // Inside single quotes only the next single quote is special (XCU 2.2.2).
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'')
            word += "'\\''";
        else
            word += c;
    }
    return word + '\'';
}

} // namespace sonde::trace
