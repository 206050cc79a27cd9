// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/base64.h"

#include <algorithm>

namespace sonde {

namespace {

bool isDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+'
        || c == '/';
}

} // namespace

Base64 base64Of(std::string_view text)
{
    if (text.starts_with("data:"))
        return Base64::DataUrl;
    const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
    const auto padding = text.end() - end;
    const bool isValid = text.size() % 4 == 0 && padding <= 2
        && std::all_of(end, text.end(), [](char c) { return c == '='; });
    return isValid ? Base64::Valid : Base64::Invalid;
}

} // namespace sonde
