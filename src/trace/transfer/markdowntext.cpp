// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/markdowntext.h"

#include <algorithm>
#include <iterator>

namespace sonde::trace {

namespace {

constexpr std::size_t kLeastFence = 3;

std::size_t longestRun(std::string_view text)
{
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

char inOneLine(char c)
{
    return c == '\n' || c == '\r' ? ' ' : c;
}

} // namespace

std::string plainMarkdown(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\`*_{}[]<>#|!~&").find(c) != std::string_view::npos)
            out += '\\';
        out += inOneLine(c);
    }
    return out;
}

std::string markdownCode(std::string_view text)
{
    const std::string delimiter(longestRun(text) + 1, '`');
    // A backtick beside the delimiter would be part of it; one blank on each side is not shown.
    const bool isPadded = text.empty() || text.front() == '`' || text.back() == '`'
        || text.front() == ' ' || text.back() == ' ';
    std::string out = delimiter + (isPadded ? " " : "");
    std::transform(text.begin(), text.end(), std::back_inserter(out), inOneLine);
    return out + (isPadded ? " " : "") + delimiter;
}

std::string markdownBlock(std::string_view text, std::string_view language)
{
    const std::string fence(std::max(kLeastFence, longestRun(text) + 1), '`');
    std::string out = fence;
    out.append(language).append("\n").append(text).append("\n");
    return out + fence + '\n';
}

} // namespace sonde::trace
