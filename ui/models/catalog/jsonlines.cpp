// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/jsonlines.h"

#include <algorithm>

namespace sonde::models {

namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kMaxIndented = 40; // levels: deeper ones would fill the lines with blanks

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// Behind the string that begins at `at`.
std::size_t endOfString(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\';
    return std::min(at + 1, text.size());
}

} // namespace

std::string jsonLines(std::string_view json)
{
    std::string lines;
    lines.reserve(json.size() + json.size() / 4);
    std::size_t depth = 0;
    const auto newLine = [&] {
        lines += '\n';
        lines.append(kIndent * std::min(depth, kMaxIndented), ' ');
    };
    for (std::size_t at = 0; at < json.size(); ++at) {
        const char c = json[at];
        if (isSpace(c))
            continue;
        if (c == '"') {
            const std::size_t end = endOfString(json, at);
            lines.append(json.substr(at, end - at));
            at = end - 1;
        } else if (c == '{' || c == '[') {
            lines += c;
            const std::size_t next = json.find_first_not_of(" \t\r\n", at + 1);
            if (next != std::string_view::npos && (json[next] == '}' || json[next] == ']')) {
                lines += json[next];
                at = next;
                continue;
            }
            ++depth;
            newLine();
        } else if (c == '}' || c == ']') {
            depth -= depth > 0;
            newLine();
            lines += c;
        } else if (c == ',') {
            lines += c;
            newLine();
        } else {
            lines += c;
            if (c == ':')
                lines += ' ';
        }
    }
    return lines;
}

} // namespace sonde::models
