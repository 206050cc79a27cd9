// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace sonde::schema {

// What formats and URIs are made of, in any locale.

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

constexpr bool isAlnum(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// RFC 3986 section 2.3.
constexpr bool isUnreserved(char c)
{
    return isAlnum(c) || std::string_view("-._~").find(c) != std::string_view::npos;
}

} // namespace sonde::schema
