// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/format.h"

#include "base/regex.h"
#include "schema/asciicharacter.h"

#include <algorithm>
#include <array>

namespace sonde::schema {

namespace {

bool isRegex(std::string_view text)
{
    return Regex::compileForeign(text).ok();
}

struct Format {
    std::string_view name;
    bool (*fits)(std::string_view);
};
constexpr std::array kFormats{
    Format{"date", isDate},
    Format{"date-time", isDateTime},
    Format{"duration", isDuration},
    Format{"email", isEmail},
    Format{"hostname", isHostname},
    Format{"idn-email", isIdnEmail},
    Format{"idn-hostname", isIdnHostname},
    Format{"ipv4", isIpv4},
    Format{"ipv6", isIpv6},
    Format{"iri", [](std::string_view text) { return isUri(text, true); }},
    Format{"iri-reference", [](std::string_view text) { return isUriReference(text, true); }},
    Format{"json-pointer", isJsonPointer},
    Format{"regex", isRegex},
    Format{"relative-json-pointer", isRelativeJsonPointer},
    Format{"time", isTime},
    Format{"uri", [](std::string_view text) { return isUri(text, false); }},
    Format{"uri-reference", [](std::string_view text) { return isUriReference(text, false); }},
    Format{"uri-template", isUriTemplate},
    Format{"uuid", isUuid},
};

const Format *find(std::string_view name)
{
    const auto found = std::find_if(kFormats.begin(), kFormats.end(),
        [name](const Format &format) { return format.name == name; });
    return found == kFormats.end() ? nullptr : found;
}

} // namespace

bool isKnownFormat(std::string_view format)
{
    return find(format) != nullptr;
}

bool fitsFormat(std::string_view format, std::string_view utf8)
{
    const Format *const known = find(format);
    return !known || known->fits(utf8);
}

bool isUuid(std::string_view text)
{
    if (text.size() != 36)
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !isHex(text[i]))
            return false;
    }
    return true;
}

bool isJsonPointer(std::string_view text)
{
    if (text.empty())
        return true;
    if (text.front() != '/')
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '~' && (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')))
            return false;
    }
    return true;
}

bool isRelativeJsonPointer(std::string_view text)
{
    std::size_t digits = 0;
    while (digits < text.size() && isDigit(text[digits]))
        ++digits;
    if (digits == 0 || (digits > 1 && text.front() == '0'))
        return false;
    const std::string_view rest = text.substr(digits);
    return rest == "#" || isJsonPointer(rest);
}

} // namespace sonde::schema
