// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/tapplaces.h"

#include "hosts/entries/tapmark.h"
#include "hosts/text/filesyntaxes.h"
#include "hosts/text/writtentext.h"

#include <algorithm>
#include <string>

namespace sonde::hosts {

namespace {

// The words of the tap.
std::vector<std::string> tapWords(const TapCommand &tap, bool isMarked)
{
    std::vector<std::string> words{quotedValue(QStringLiteral("tap"))};
    if (isMarked) {
        words.push_back(quotedValue(
            QString::fromLatin1(kAddedArgumentsMark.data(), qsizetype(kAddedArgumentsMark.size()))
            + tap.name));
        words.push_back(quotedValue(QStringLiteral("--record=") + tap.folder));
    } else {
        for (const QString &word :
            {QStringLiteral("--name"), tap.name, QStringLiteral("--record"), tap.folder})
            words.push_back(quotedValue(word));
    }
    words.push_back(quotedValue(QStringLiteral("--")));
    return words;
}

// Each followed by a comma.
std::string onOneLine(const std::vector<std::string> &words)
{
    std::string line;
    for (const std::string &word : words)
        line += word + ", ";
    return line;
}

std::string_view textOf(const HostDocument &document)
{
    return document.bytes().view();
}

// In a list whose items have lines of their own, before its first item.
Splice itemsBefore(
    const HostDocument &document, const json::Value &first, const std::vector<std::string> &words)
{
    const std::size_t dash = document.place(first).name.begin;
    const std::string next = std::string(newlineAt(textOf(document), dash))
        + std::string(dash - lineBegin(textOf(document), dash), ' ');
    std::string items;
    for (const std::string &word : words)
        items.append("- ").append(word).append(next);
    return {dash, dash, items};
}

bool isInBlock(const HostDocument &document, const HostEntry &entry)
{
    return document.place(entry.command.parent()).isBlock;
}

// A list of arguments where there was none, behind the command.
Splice addedList(
    const Host &host, const HostDocument &document, const HostEntry &entry, const TapCommand &tap)
{
    const std::string list = fileSyntax(host.syntax).writtenName("args") + '['
        + onOneLine(tapWords(tap, true)) + std::string(document.raw(entry.command)) + ']';
    const ValuePlace command = document.place(entry.command);
    if (!isInBlock(document, entry))
        return {command.range.end, command.range.end, ", " + list};
    const std::string_view text = textOf(document);
    const std::size_t at = lineEnd(text, command.range.end);
    return {at, at,
        std::string(newlineAt(text, at))
            + fileSyntax(host.syntax).linePrefix(text, command.name.begin) + list};
}

// The bytes of a list that addedList() has written; empty: it is not where it was.
TextRange addedRange(const Host &host, const HostDocument &document, const HostEntry &entry)
{
    const std::string_view text = textOf(document);
    const ValuePlace command = document.place(entry.command);
    const ValuePlace list = document.place(entry.argumentList);
    if (list.name.begin < command.range.end)
        return {};
    if (!isInBlock(document, entry)) {
        const std::string_view between =
            text.substr(command.range.end, list.name.begin - command.range.end);
        const bool follows = between.find_first_not_of(" \t\r\n,") == std::string_view::npos;
        return follows ? TextRange{command.range.end, list.range.end} : TextRange();
    }
    const std::size_t begin = lineEnd(text, command.range.end);
    const std::string expected = std::string(newlineAt(text, begin))
        + fileSyntax(host.syntax).linePrefix(text, command.name.begin);
    const bool follows =
        list.name.begin >= begin && text.substr(begin, list.name.begin - begin) == expected;
    return follows ? TextRange{begin, list.range.end} : TextRange();
}

} // namespace

std::vector<Splice> splicesOfTap(
    const Host &host, const HostDocument &document, const HostEntry &entry, const TapCommand &tap)
{
    const TextRange command = document.place(entry.command).range;
    if (entry.command.isArray()) {
        const std::size_t first = document.place(entry.command.first()).range.begin;
        return {{first, first, quotedValue(tap.program) + ", " + onOneLine(tapWords(tap, false))}};
    }
    const Splice program{command.begin, command.end, quotedValue(tap.program)};
    if (!entry.argumentList.exists())
        return {program, addedList(host, document, entry, tap)};
    std::vector<std::string> words = tapWords(tap, false);
    words.emplace_back(document.raw(entry.command));
    const json::Value first = entry.argumentList.first();
    const ValuePlace list = document.place(entry.argumentList);
    if (list.isBlock && first.exists())
        return {program, itemsBefore(document, first, words)};
    std::string line = onOneLine(words);
    if (!first.exists()) // without the last comma
        line.resize(line.size() - 2);
    const std::size_t at =
        first.exists() ? document.place(first).range.begin : list.range.begin + 1;
    return {program, {at, at, line}};
}

std::vector<Splice> splicesOfUntap(
    const Host &host, const HostDocument &document, const HostEntry &entry)
{
    const TapMark &mark = *entry.tap;
    const ValuePlace first = document.place(mark.first);
    const ValuePlace server = document.place(mark.program);
    if (entry.command.isArray())
        return {{first.range.begin, server.range.begin, {}}};
    const TextRange command = document.place(entry.command).range;
    const Splice program{command.begin, command.end, std::string(document.raw(mark.program))};
    const bool isBlock = document.place(entry.argumentList).isBlock;
    const std::size_t begin = isBlock ? first.name.begin : first.range.begin;
    if (mark.firstArgument.exists()) {
        const ValuePlace next = document.place(mark.firstArgument);
        return {program, {begin, isBlock ? next.name.begin : next.range.begin, {}}};
    }
    const TextRange added = mark.addedArguments ? addedRange(host, document, entry) : TextRange();
    if (added.end > 0)
        return {program, {added.begin, added.end, {}}};
    return {program, {begin, server.range.end, isBlock ? "[]" : ""}};
}

} // namespace sonde::hosts
