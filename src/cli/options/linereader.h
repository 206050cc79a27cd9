// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/line.h"

#include <string>
#include <vector>

namespace sonde::cli {

// Reads the command line, without the program's own name, with the tables. All commands are read
// here, and every option is checked: it must be one of the command, given as its row says. Errors
// are Domain::Usage: a sentence that says what is wrong, where, and what to write instead. A line
// that names no command is read as one of a command with a server.
//
// A library (CLI11) would replace this file only: what takes most lines are the tables, which help,
// man pages, completion and the sentences in three languages need in any case.
Result<Line> readLine(const std::vector<std::string> &arguments);

// JSON is UTF-8, and QString would change other bytes without a word.
Result<void> checkEncoding(const std::vector<std::string> &words);

} // namespace sonde::cli
