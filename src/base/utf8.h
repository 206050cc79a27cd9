// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace sonde {

// U+FEFF, which RFC 8259 section 8.1 forbids in JSON and some programs write nevertheless.
inline constexpr std::string_view kByteOrderMark{"\xef\xbb\xbf"};

// The longest prefix of the text that has at most `limit` bytes and ends at a character boundary.
// If the text is not UTF-8, its first `limit` bytes.
std::string_view cutUtf8(std::string_view text, std::size_t limit);

// Whether the text is UTF-16: it has a byte order mark of it, or JSON's first character is two
// bytes.
bool isUtf16(std::string_view text);

} // namespace sonde
