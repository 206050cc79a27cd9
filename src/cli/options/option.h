// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/command.h"

#include <QLatin1String>
#include <QStringView>

namespace sonde::cli {

// Where the help of a command lists an option. All but Own are described once, for all commands
// with a server.
enum class OptionGroup { Own, Connection, ServerRequests, File, Program, Url, Authorization };

// How an option is given.
enum OptionTraits : unsigned { kPlain = 0, kMayRepeat = 1, kMayBeEmpty = 2 };

// An option, as the reader of the command line, the help, the man page and the completion know it.
// A name may stand in several rows, for different commands.
struct Option {
    QLatin1String name;
    QLatin1String example; // of the value; empty: it is a flag
    QStringView shown; // the value in the help: "JSON|@FILE|-" is a line for each
    OptionGroup group = OptionGroup::Own;
    Commands commands; // that take it; empty in the row of a command: all that its words mean
    const char *text; // what it does, for Text::tr()
    unsigned traits = kPlain;
    QLatin1String elsewhere{}; // also said where it is given to another command
};

} // namespace sonde::cli
