// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/command.h"

#include <QLatin1String>
#include <QString>
#include <QStringList>
#include <QStringView>

#include <array>
#include <span>

namespace sonde::cli {

inline constexpr int kAnyNumber = -1;

// A command, as the reader of the command line, the help, the man page and the completion know it.
struct CommandRow {
    QLatin1String words; // "tools call"
    Commands commands; // what these words can mean: validate is one with a server and one without
    QStringView usage; // lines, without the program's name
    QStringView summary;
    QStringView text; // what it does, as one paragraph or several
    QStringView examples; // lines, with the program's name
    int most = 0; // arguments behind the words, or kAnyNumber
    // The sentence for a first and a second argument that is missing; empty: it may be missing.
    std::array<QLatin1String, 2> missing{};
    // Of words that can mean both: the options ("--url|--server") that make it need a server.
    QLatin1String serverOptions{};
};

// Every command that the help lists, in its order.
std::span<const CommandRow> commandRows();

// nullptr: there is none.
const CommandRow *findCommand(const QString &words);
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
    QStringView text;
};
std::span<const ExitText> exitRows();

} // namespace sonde::cli
