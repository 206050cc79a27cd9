// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/servedrequest.h"

#include <algorithm>

namespace sonde::serve {

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char &c : lower) {
        if (c >= 'A' && c <= 'Z')
            c = char(c - 'A' + 'a');
    }
    return lower;
}

std::string_view withoutBlanks(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

const std::string *ServedRequest::field(std::string_view name) const
{
    const auto found = std::find_if(
        fields.begin(), fields.end(), [name](const HttpField &each) { return each.name == name; });
    return found == fields.end() ? nullptr : &found->value;
}

std::string_view ServedRequest::value(std::string_view name) const
{
    const std::string *found = field(name);
    return found ? std::string_view(*found) : std::string_view();
}

bool ServedRequest::lists(std::string_view name, std::string_view element) const
{
    for (const HttpField &each : fields) {
        if (each.name != name)
            continue;
        std::string_view rest = each.value;
        while (!rest.empty()) {
            const std::size_t comma = rest.find(',');
            const std::string_view item = rest.substr(0, comma);
            if (lowerCase(withoutBlanks(item.substr(0, item.find(';')))) == element)
                return true;
            rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
        }
    }
    return false;
}

bool ServedRequest::wantsKeepAlive() const
{
    if (minorVersion == 0)
        return lists("connection", "keep-alive");
    return !lists("connection", "close");
}

} // namespace sonde::serve
