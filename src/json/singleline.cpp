// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/singleline.h"

#include <string>

namespace sonde::json {

std::string singleLine(std::string_view json)
{
    std::string line;
    line.reserve(json.size());
    std::size_t at = 0;
    while (at < json.size()) {
        const std::size_t end = std::min(json.find_first_of("\r\n", at), json.size());
        line.append(json.substr(at, end - at));
        at = std::min(json.find_first_not_of("\r\n\t ", end), json.size());
    }
    return line;
}

Bytes singleLine(const Bytes &json)
{
    return isSingleLine(json.view()) ? json : Bytes::copyOf(singleLine(json.view()));
}

// Every message is asked: one search for each of two bytes takes a fraction of one for either.
bool isSingleLine(std::string_view text)
{
    return text.find('\n') == std::string_view::npos && text.find('\r') == std::string_view::npos;
}

} // namespace sonde::json
