// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/utf8.h"

namespace sonde {

std::string_view cutUtf8(std::string_view text, std::size_t limit)
{
    constexpr std::size_t kMaxCharacter = 4; // bytes in UTF-8
    if (text.size() <= limit)
        return text;
    const auto isInside = [text](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
    };
    for (std::size_t back = 0; back < kMaxCharacter && back <= limit; ++back) {
        if (!isInside(limit - back))
            return text.substr(0, limit - back);
    }
    return text.substr(0, limit);
}

} // namespace sonde
