// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/uri.h"

#include <algorithm>
#include <charconv>

namespace sonde::schema {

namespace {

bool isScheme(std::string_view text)
{
    const auto isAlpha = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (text.empty() || !isAlpha(text.front()))
        return false;
    for (const char c : text) {
        if (!isAlpha(c) && !(c >= '0' && c <= '9') && c != '+' && c != '-' && c != '.')
            return false;
    }
    return true;
}

// RFC 3986 section 5.2.4.
std::string withoutDots(std::string_view path)
{
    std::string out;
    while (!path.empty()) {
        if (path.starts_with("../")) {
            path.remove_prefix(3);
        } else if (path.starts_with("./")) {
            path.remove_prefix(2);
        } else if (path.starts_with("/./")) {
            path.remove_prefix(2);
        } else if (path == "/.") {
            path = "/";
        } else if (path.starts_with("/../") || path == "/..") {
            path = path == "/.." ? "/" : path.substr(3);
            out.erase(std::min(out.rfind('/'), out.size()));
        } else if (path == "." || path == "..") {
            path = {};
        } else {
            const auto end = path.find('/', 1);
            out += path.substr(0, end);
            path = end == std::string_view::npos ? std::string_view() : path.substr(end);
        }
    }
    return out;
}

} // namespace

Uri Uri::parse(std::string_view text)
{
    Uri uri;
    if (const auto at = text.find('#'); at != std::string_view::npos) {
        uri.fragment = text.substr(at + 1);
        uri.hasFragment = true;
        text = text.substr(0, at);
    }
    if (const auto at = text.find('?'); at != std::string_view::npos) {
        uri.query = text.substr(at + 1);
        uri.hasQuery = true;
        text = text.substr(0, at);
    }
    const auto colon = text.find(':');
    if (colon != std::string_view::npos && isScheme(text.substr(0, colon))) {
        uri.scheme = text.substr(0, colon);
        text.remove_prefix(colon + 1);
    }
    if (text.starts_with("//")) {
        const auto end = text.find('/', 2);
        uri.authority = text.substr(2, end == std::string_view::npos ? end : end - 2);
        uri.hasAuthority = true;
        text = end == std::string_view::npos ? std::string_view() : text.substr(end);
    }
    uri.path = text;
    return uri;
}

Uri Uri::resolve(const Uri &reference) const
{
    Uri target = reference;
    if (!reference.scheme.empty()) {
        target.path = withoutDots(reference.path);
        return target;
    }
    target.scheme = scheme;
    if (reference.hasAuthority) {
        target.path = withoutDots(reference.path);
        return target;
    }
    target.authority = authority;
    target.hasAuthority = hasAuthority;
    if (reference.path.empty()) {
        target.path = path;
        if (!reference.hasQuery) {
            target.query = query;
            target.hasQuery = hasQuery;
        }
    } else if (reference.path.starts_with('/')) {
        target.path = withoutDots(reference.path);
    } else if (hasAuthority && path.empty()) {
        target.path = withoutDots('/' + reference.path);
    } else {
        const auto slash = path.rfind('/');
        const auto folder = slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
        target.path = withoutDots(folder + reference.path);
    }
    return target;
}

std::string Uri::withoutFragment() const
{
    std::string text;
    if (!scheme.empty())
        text += scheme + ':';
    if (hasAuthority)
        text += "//" + authority;
    text += path;
    if (hasQuery)
        text += '?' + query;
    return text;
}

std::string percentDecoded(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        if (text[i] == '%' && i + 2 < text.size()
            && std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16).ptr
                == text.data() + i + 3) {
            out += static_cast<char>(byte);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

} // namespace sonde::schema
