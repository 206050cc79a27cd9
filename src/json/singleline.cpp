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
    const bool isOne = json.view().find_first_of("\r\n") == std::string_view::npos;
    return isOne ? json : Bytes::copyOf(singleLine(json.view()));
}

} // namespace sonde::json
