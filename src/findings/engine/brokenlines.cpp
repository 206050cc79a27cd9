// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/brokenlines.h"

#include "findings/rules/base/brokentext.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace sonde::findings {

namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kEndsWord = " \t\r,:[]{}\"";

// The index behind the string that begins at `at`; npos: the line ends within it.
std::size_t endOfString(std::string_view line, std::size_t at)
{
    for (++at; at < line.size() && line[at] != '"'; ++at) {
        if (line[at] == '\\')
            ++at;
    }
    return at < line.size() ? at + 1 : std::string_view::npos;
}

bool isJsonWord(std::string_view word)
{
    const bool isNumber = word.front() == '-' || (word.front() >= '0' && word.front() <= '9');
    return isNumber || word == "true" || word == "false" || word == "null";
}

// The brackets that are open behind the line; empty: it is not made of JSON.
std::optional<std::int64_t> depthAfter(std::string_view line, std::int64_t depth)
{
    std::size_t at = line.find_first_not_of(kBlanks);
    while (at < line.size()) {
        const char c = line[at];
        std::size_t end = at + 1;
        if (c == '"')
            end = endOfString(line, at);
        else if (c == '{' || c == '[')
            ++depth;
        else if (c == '}' || c == ']')
            --depth;
        else if (c != ',' && c != ':') {
            end = std::min(line.find_first_of(kEndsWord, at), line.size());
            if (!isJsonWord(line.substr(at, end - at)))
                return {};
        }
        if (end == std::string_view::npos)
            return {};
        at = line.find_first_not_of(kBlanks, end);
    }
    return depth;
}

} // namespace

bool BrokenLines::continues(const Context &context)
{
    if (context.connection.isHttp || context.record.kind != rpc::Kind::Invalid)
        return false;
    Open &open = m_open[context.isFromClient() ? 0 : 1];
    const trace::Number last = context.connection.lastOf(context.record.channel).number;
    const bool isOpen = open.depth > 0 && open.lastMessage == last;
    if (!isOpen && brokenBy(context) != Broken::Lines) {
        open = {};
        return false;
    }
    const auto depth = depthAfter(context.message.bytes().view(), isOpen ? open.depth : 0);
    open = {std::max<std::int64_t>(depth.value_or(0), 0), last};
    return isOpen && depth;
}

} // namespace sonde::findings
