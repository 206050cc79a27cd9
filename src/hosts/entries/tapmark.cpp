// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/tapmark.h"

#include <QString>

#include <algorithm>

namespace sonde::hosts {

namespace {

using Words = std::vector<json::Value>;

bool isTapProgram(const QString &program)
{
    return program.section(u'/', -1) == QLatin1String("sonde-cli");
}

bool isTapAt(const Words &words, std::size_t at)
{
    return words.size() >= at + 4 && isTapProgram(words[at].toString())
        && words[at + 1].equals("tap");
}

// The place of "--" behind the options of a tap; words.size(): there is none.
std::size_t separatorBehind(const Words &words, std::size_t tap)
{
    const auto found = std::find_if(words.begin() + std::ptrdiff_t(tap), words.end(),
        [](const json::Value &word) { return word.equals("--"); });
    return std::size_t(found - words.begin());
}

// Of a tap with these options.
QString nameIn(const Words &options)
{
    const auto marked = std::find_if(options.begin(), options.end(),
        [](const json::Value &word) { return word.text().starts_with(kAddedArgumentsMark); });
    return marked == options.end() ? wordAfter(options, "--name")
                                   : marked->toString().mid(qsizetype(kAddedArgumentsMark.size()));
}

} // namespace

QString wordAfter(const Words &words, std::string_view option)
{
    const auto found = std::find_if(words.begin(), words.end(),
        [option](const json::Value &word) { return word.equals(option); });
    return found == words.end() || found + 1 == words.end() ? QString() : (found + 1)->toString();
}

// Several taps before one server come and go as one: the server is behind the last of them.
std::optional<TapMark> tapMark(const HostEntry &entry, const Words &words)
{
    if (!isTapAt(words, 0))
        return std::nullopt;
    std::size_t tap = 0;
    std::size_t separator = separatorBehind(words, tap);
    TapMark mark;
    mark.name = nameIn({words.begin(), words.begin() + std::ptrdiff_t(separator)});
    mark.first = entry.command.isArray() ? words[0] : words[1];
    while (isTapAt(words, separator + 1)) {
        tap = separator + 1;
        separator = separatorBehind(words, tap);
    }
    mark.isBridge =
        std::any_of(words.begin() + std::ptrdiff_t(tap), words.begin() + std::ptrdiff_t(separator),
            [](const json::Value &word) { return word.equals("--stdio"); });
    if (mark.isBridge)
        return mark;
    if (separator + 1 >= words.size())
        return std::nullopt;
    mark.program = words[separator + 1];
    if (separator + 2 < words.size())
        mark.firstArgument = words[separator + 2];
    mark.addedArguments = words[tap + 2].text().starts_with(kAddedArgumentsMark);
    return mark;
}

} // namespace sonde::hosts
