// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/commandtable.h"

#include "cli/output/exitcode.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace sonde::cli {

namespace {

using enum Command;

constexpr Commands kValidating{Validate, ValidateFiles};
constexpr Commands kAsking = kClientCommands.without({Doctor, Replay});

constexpr ExitText kExits[]{{kFine, kAllCommands.without({TapProgram, TapUrl}),
                                QT_TRANSLATE_NOOP("CommandLineProgram", "success")},
    {kFine, {TapProgram, TapUrl},
        QT_TRANSLATE_NOOP("CommandLineProgram", "success; of a program, its own exit code")},
    {kUsage, kAllCommands,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "invalid input, or a file in it cannot be read or written")},
    {kAuthorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "the server requires authorization; the message says what to do")},
    {kCannotConnect, kServerCommands.without(Doctor),
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "cannot connect: not started, handshake failed, or connection lost")},
    {kCannotConnect, Doctor, QT_TRANSLATE_NOOP("CommandLineProgram", "a cause was found")},
    {kToolError, {ToolsCall, Load},
        QT_TRANSLATE_NOOP("CommandLineProgram", "the tool reported an error")},
    {kServerError, kAsking.without(FanOut),
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "the server returned a JSON-RPC error or an incomplete list (not an array, or a cursor "
            "that leads nowhere)")},
    {kTimeout, kAsking, QT_TRANSLATE_NOOP("CommandLineProgram", "the request timed out")},
    {kInvalid, kValidating,
        QT_TRANSLATE_NOOP("CommandLineProgram", "a file does not match the schema")},
    {kUnusableSchema, kValidating,
        QT_TRANSLATE_NOOP("CommandLineProgram", "the schema is not usable")},
    {kNoResponse, kAsking,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "a server request could not be answered: the source of --sampling, --elicitation or "
            "--roots failed")},
    {kInvalidResult, ToolsCall,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "the result violates the specification or the tool's output schema")},
    {kInvalidResult, {ResourcesRead, PromptsGet},
        QT_TRANSLATE_NOOP("CommandLineProgram", "the result violates the specification")},
    {kInvalidResult, TraceCheck,
        QT_TRANSLATE_NOOP("CommandLineProgram", "there is a finding of the level of --fail-on")},
    {kInvalidResult, Check,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "there is a finding of the level of --fail-on, or a definition differs from "
            "--definitions")},
    {kBreaking, Compare, QT_TRANSLATE_NOOP("CommandLineProgram", "a change is breaking")},
    {kDifferent, Replay,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "a response or notification differs from the recording")},
    {kDifferent, Test, QT_TRANSLATE_NOOP("CommandLineProgram", "a test failed")},
    {kDifferent, FanOut,
        QT_TRANSLATE_NOOP("CommandLineProgram", "the responses are not all equal")},
    {kSignalBase + 2, kServerCommands.with({TapProgram, Mock, Mcp}),
        QT_TRANSLATE_NOOP("CommandLineProgram", "interrupted (128 and the signal's number)")}};

std::vector<CommandRow> &table()
{
    static std::vector<CommandRow> rows;
    return rows;
}

} // namespace

void setCommandRows(std::vector<CommandRow> rows)
{
    table() = std::move(rows);
}

std::span<const CommandRow> commandRows()
{
    return table();
}

std::span<const ExitText> exitRows()
{
    return kExits;
}

const CommandRow *findCommand(const QString &words)
{
    const auto rows = commandRows();
    const auto found = std::find_if(
        rows.begin(), rows.end(), [&](const CommandRow &row) { return row.words == words; });
    return found == rows.end() ? nullptr : &*found;
}

const CommandRow *findCommand(Command command)
{
    const auto rows = commandRows();
    const auto found = std::find_if(rows.begin(), rows.end(),
        [&](const CommandRow &row) { return row.commands.meets(command); });
    return found == rows.end() ? nullptr : &*found;
}

QString synopsis(const CommandRow &row, Arguments which)
{
    static const QRegularExpression bracket(QStringLiteral("\\[[^\\]]*\\]…?"));
    static const QRegularExpression sign(QStringLiteral("[\\[\\]…]"));
    QStringList longest;
    for (const QStringView line : row.usage.split(u'\n')) {
        QStringList words;
        for (const QStringView word : line.split(u' ')) {
            if (word.startsWith(u"--") || word.startsWith(u"[--"))
                break;
            QString shown = word.toString().remove(which == Arguments::All ? sign : bracket);
            if (!shown.isEmpty())
                words += shown;
        }
        if (words.back() == u"SERVER" && row.commands.meets(kServerCommands))
            words.removeLast();
        if (words.size() > longest.size())
            longest = words;
    }
    return longest.join(u' ');
}

QStringList wordsAfter(const QString &words, Commands among)
{
    QStringList next;
    const QString begin = words.isEmpty() ? QString() : QString(words + u' ');
    for (const CommandRow &row : commandRows()) {
        const QString all = row.words;
        if (!row.commands.meets(among) || !all.startsWith(begin))
            continue;
        if (const QString word = all.mid(begin.size()).section(u' ', 0, 0); !next.contains(word))
            next += word;
    }
    return next;
}

} // namespace sonde::cli
