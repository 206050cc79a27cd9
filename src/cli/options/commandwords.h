// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/commandtable.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::cli {

// The command that the words name, whatever else is wrong with them: "tools call", "tools" when
// what follows is none of its commands, or nothing.
QString namedCommand(const std::vector<std::string> &arguments);

// Whether --help, -h or --version stands before “--”: then nothing else counts.
bool asksForHelp(const std::vector<std::string> &arguments);
bool asksForVersion(const std::vector<std::string> &arguments);

// What the words of the row mean on this line: with or without a server.
Commands meaningOf(const CommandRow &row, const std::vector<std::string> &arguments);

} // namespace sonde::cli
