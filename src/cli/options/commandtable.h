// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/command.h"

#include <QLatin1String>
#include <QString>
#include <QStringList>
#include <QStringView>

#include <span>

namespace sonde::cli {

// A command, as its help, the man page and the completion know it.
struct CommandText {
    QLatin1String words; // "tools call"
    Commands commands; // what these words can mean: validate is one with a server and one without
    QStringView usage; // lines, without the program's name
    QStringView summary;
    QStringView text; // what it does, as one paragraph or several
    QStringView examples; // lines, with the program's name
};

// Every command that the help lists, in its order.
std::span<const CommandText> commandRows();

// nullptr: there is none.
const CommandText *findCommand(const QString &words);
QString commandWords(Command command); // "tools call"; empty for one that the help does not list
// The words that can follow these: "list", "show" and "call" after "tools".
QStringList wordsAfter(const QString &words);

// What a command ends with.
struct ExitText {
    int code;
    Commands commands;
    QStringView text;
};
std::span<const ExitText> exitRows();

} // namespace sonde::cli
