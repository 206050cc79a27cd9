// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/singleline.h"

#include <string>

namespace sonde::json {

Bytes singleLine(const Bytes &json)
{
    const std::string_view text = json.view();
    if (text.find_first_of("\r\n") == std::string_view::npos)
        return json;
    std::string line;
    line.reserve(text.size());
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
        line.append(text.substr(at, end - at));
        at = std::min(text.find_first_not_of("\r\n\t ", end), text.size());
    }
    return Bytes::copyOf(line);
}

} // namespace sonde::json
