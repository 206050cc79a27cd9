// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// RFC 3986, RFC 3987 and RFC 6570.

#include "schema/asciicharacter.h"
#include "schema/format.h"
#include "schema/uri.h"
#include "schema/uritemplate.h"

#include <algorithm>
#include <string>

namespace sonde::schema {

namespace {

constexpr std::string_view kSubDelims = "!$&'()*+,;=";

// Unreserved, percent-encoded, sub-delims, the extra characters, and in an IRI all beyond ASCII.
bool isMadeOf(std::string_view text, std::string_view extra, bool international)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '%') {
            if (i + 2 >= text.size() || !isHex(text[i + 1]) || !isHex(text[i + 2]))
                return false;
            i += 2;
        } else if (static_cast<unsigned char>(c) >= 0x80) {
            if (!international)
                return false;
        } else if (!isUnreserved(c) && kSubDelims.find(c) == std::string_view::npos
            && extra.find(c) == std::string_view::npos) {
            return false;
        }
    }
    return true;
}

bool isAuthority(std::string_view text, bool international)
{
    if (const auto at = text.rfind('@'); at != std::string_view::npos) {
        if (!isMadeOf(text.substr(0, at), ":", international))
            return false;
        text.remove_prefix(at + 1);
    }
    std::string_view port;
    if (text.starts_with('[')) {
        const auto close = text.find(']');
        if (close == std::string_view::npos)
            return false;
        const std::string_view host = text.substr(1, close - 1);
        const bool future = host.size() > 1 && (host[0] == 'v' || host[0] == 'V');
        if (future ? !isMadeOf(host, ":", false) : !isIpv6(host))
            return false;
        text.remove_prefix(close + 1);
        if (!text.empty() && text.front() != ':')
            return false;
        port = text.empty() ? text : text.substr(1);
    } else {
        const auto colon = text.find(':');
        if (!isMadeOf(text.substr(0, colon), {}, international))
            return false;
        port = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    }
    return std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isReference(std::string_view text, bool international, bool needsScheme)
{
    const Uri uri = Uri::parse(text);
    if (needsScheme && uri.scheme.empty())
        return false;
    if (uri.hasAuthority && !isAuthority(uri.authority, international))
        return false;
    // path-noscheme: no colon in the first segment, because it would be read as a scheme.
    if (uri.scheme.empty() && !uri.hasAuthority
        && uri.path.find(':') < std::min(uri.path.find('/'), uri.path.size()))
        return false;
    return isMadeOf(uri.path, ":@/", international) && isMadeOf(uri.query, ":@/?", international)
        && isMadeOf(uri.fragment, ":@/?", international);
}

} // namespace

bool isUri(std::string_view text, bool international)
{
    return isReference(text, international, true);
}

bool isUriReference(std::string_view text, bool international)
{
    return isReference(text, international, false);
}

// A template that cannot be expanded is invalid, including operators reserved by section 2.2.
bool isUriTemplate(std::string_view text)
{
    return UriTemplate::parse(text).ok();
}

} // namespace sonde::schema
