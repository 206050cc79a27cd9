// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/textsearch.h"

#include <algorithm>
#include <cstring>

namespace sonde::content {

namespace {

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

char lower(char c)
{
    return isUpper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

const char *findByte(const char *from, const char *end, char byte)
{
    const void *at = std::memchr(from, byte, static_cast<std::size_t>(end - from));
    return at ? static_cast<const char *>(at) : end;
}

} // namespace

std::vector<std::size_t> findAll(
    std::string_view text, std::string_view needle, std::size_t most, const std::stop_token &stop)
{
    std::vector<std::size_t> found;
    if (needle.empty() || needle.size() > text.size())
        return found;
    const bool exact = std::any_of(needle.begin(), needle.end(), isUpper);
    const char *const end = text.data() + text.size() - needle.size() + 1;
    // The next place of either case of the first byte; each is looked for only when it is passed,
    // so that a rare one costs one scan and not one for each of the other.
    const char *small = nullptr;
    const char *large = nullptr;
    for (const char *at = text.data(); at < end && found.size() < most;) {
        if (!small || small < at)
            small = findByte(at, end, needle.front());
        if (!large || large < at)
            large = exact ? end : findByte(at, end, upper(needle.front()));
        at = std::min(small, large);
        if (at == end || stop.stop_requested())
            break;
        const bool same = exact ? std::memcmp(at, needle.data(), needle.size()) == 0
                                : std::equal(needle.begin(), needle.end(), at,
                                    [](char a, char b) { return a == lower(b); });
        if (same)
            found.push_back(static_cast<std::size_t>(at - text.data()));
        at += same ? needle.size() : 1;
    }
    return found;
}

} // namespace sonde::content
