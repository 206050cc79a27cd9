// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/utf8.h"

#include <algorithm>

namespace sonde {

namespace {

constexpr std::string_view kLittleEndian = "\xff\xfe";
constexpr std::string_view kBigEndian = "\xfe\xff";

// In UTF-16 the line feed that ends a line is two bytes: the second one begins the next line.
std::string_view withoutZeros(std::string_view text)
{
    return text.substr(std::min(text.find_first_not_of('\0'), text.size()));
}

} // namespace

bool isUtf16(std::string_view text)
{
    const std::string_view rest = withoutZeros(text);
    if (rest.empty())
        return !text.empty();
    const bool isMarked = rest.starts_with(kLittleEndian) || rest.starts_with(kBigEndian);
    return isMarked
        || ((rest[0] == '{' || rest[0] == '[') && rest.size() > 1
            && (rest[1] == '\0' || rest.size() < text.size()));
}

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
