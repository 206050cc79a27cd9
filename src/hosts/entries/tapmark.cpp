// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/tapmark.h"

#include <QString>

#include <algorithm>

namespace sonde::hosts {

namespace {

bool isTapProgram(const QString &program)
{
    return program.section(u'/', -1) == QLatin1String("sonde-cli");
}

} // namespace

std::optional<TapMark> tapMark(const HostEntry &entry, const std::vector<json::Value> &words)
{
    if (words.size() < 4 || !isTapProgram(words[0].toString()) || !words[1].equals("tap"))
        return std::nullopt;
    const auto separator = std::find_if(
        words.begin(), words.end(), [](const json::Value &word) { return word.equals("--"); });
    if (std::any_of(words.begin(), separator,
            [](const json::Value &word) { return word.equals("--stdio"); })) {
        TapMark mark;
        mark.first = entry.command.isArray() ? words[0] : words[1];
        mark.isBridge = true;
        return mark;
    }
    if (separator == words.end() || separator + 1 == words.end())
        return std::nullopt;
    TapMark mark;
    mark.first = entry.command.isArray() ? words[0] : words[1];
    mark.program = *(separator + 1);
    if (separator + 2 != words.end())
        mark.firstArgument = *(separator + 2);
    mark.addedArguments = words[2].text().starts_with(kAddedArgumentsMark);
    return mark;
}

} // namespace sonde::hosts
