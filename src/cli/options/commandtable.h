// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/command.h"
#include "cli/options/option.h"

#include <QLatin1String>
#include <QString>
#include <QStringList>
#include <QStringView>

#include <array>
#include <span>
#include <vector>

namespace sonde::cli {

inline constexpr int kAnyNumber = -1;

struct Line;
struct ServerJob;
class Output;

// Whether the messages of a command with a server are recorded.
enum class Recording {
    IfAsked, // with --record
    Always, // in memory, or with --record in a file
    OfItsOwn,
};

// A command, as the reader of the command line, the help, the man page and the completion know it,
// and what runs it. It is described beside its implementation.
struct CommandRow {
    QLatin1String words; // "tools call"
    Commands commands; // what these words can mean: validate is one with a server and one without
    QStringView usage; // lines, without the program's name
    const char *summary = nullptr; // for Text::tr()
    const char *text = nullptr; // what it does, as one paragraph or several; for Text::tr()
    QStringView examples; // lines, with the program's name
    int most = 0; // arguments behind the words, or kAnyNumber
    // The sentence for a first and a second argument that is missing; empty: it may be missing.
    std::array<QLatin1String, 2> missing{};
    // Of words that can mean both: the options ("--url|--server") that make it need a server; "--"
    // stands for a program.
    QLatin1String serverOptions{};
    std::span<const Option> options{}; // that no other command has; static
    // Without a server. Gives the exit code, or what is wrong with the line.
    Result<int> (*run)(const Line &line, Output &out, Output &err) = nullptr;
    bool needsApplication = false; // its event loop, or the path of this program
    // With a server, on the event loop.
    int (*runWithServer)(const ServerJob &job) = nullptr;
    Recording recording = Recording::IfAsked;
    bool inBackground = false; // a process of its own runs it, and goes on after the command
};

#define SONDE_ROW(row, name, kind) CommandRow row##Command();
SONDE_COMMANDS(SONDE_ROW)
#undef SONDE_ROW

// Tells the reader of the command line and the help which commands there are: the program does it
// first of all. They are in rooms that use this one.
void setCommandRows(std::vector<CommandRow> rows);

// Every command that the help lists, in its order.
std::span<const CommandRow> commandRows();

// nullptr: there is none.
const CommandRow *findCommand(const QString &words);
const CommandRow *findCommand(Command command);
// The words that can follow these: "list", "show" and "call" after "tools".
QStringList wordsAfter(const QString &words, Commands among = kAllCommands);

// The command and its arguments: "notify METHOD PARAMS_JSON", or only those that it must have:
// "notify METHOD".
enum class Arguments { All, Required };
QString synopsis(const CommandRow &row, Arguments which);

// What a command ends with.
struct ExitText {
    int code;
    Commands commands;
    const char *text; // for Text::tr()
};
std::span<const ExitText> exitRows();

} // namespace sonde::cli
