// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/commandtable.h"
#include "cli/options/optiontable.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <string>
#include <vector>

namespace sonde::cli {

// A command line, as the tables of commands and options understand it: which word is what. What a
// value means is for its command to say. Texts stay bytes as typed.
struct Line {
    struct Given {
        const Option *option;
        std::string value; // of a flag: empty
    };

    const CommandRow *row = nullptr; // nullptr: it names no command
    Commands commands = kServerCommands; // that it can be
    std::vector<Given> given; // its options, in their order
    std::vector<std::string> words; // the others, those of the command first
    bool isSeparated = false; // there is a “--”
    std::vector<std::string> rest; // what follows it, where that is the server

    bool needsServer() const { return commands.meets(kServerCommands); }
    std::vector<std::string> arguments() const; // the words behind those of the command

    bool has(const char *option) const;
    // Of the last one; empty: it is not given.
    QString text(const char *option) const;
    // Hands over each value, as typed. What is wrong with one is said with the value that was
    // probably meant.
    Result<void> take(const char *option,
        const std::function<Result<void>(const std::string &value)> &accept) const;
};

} // namespace sonde::cli
