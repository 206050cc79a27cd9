// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace sonde {

// U+FEFF, which JSON has no place for (RFC 8259 section 8.1) and some programs write nevertheless.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// The longest beginning of the text that has at most `limit` bytes and ends between two characters.
// Of what is no UTF-8, `limit` bytes.
std::string_view cutUtf8(std::string_view text, std::size_t limit);

} // namespace sonde
