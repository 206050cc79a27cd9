// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/options.h"

#include <string>
#include <vector>

namespace sonde::cli {

// The options of a command with a server, from the command line without the program's own name.
// Accesses nothing, except to check that named files exist. Errors are Domain::Usage: a sentence
// that says what is wrong, where, and what to write instead.
Result<Options> parseOptions(const std::vector<std::string> &arguments);

// Of a line of a shell that was started with these options.
Result<Options> parseLine(const std::vector<std::string> &words, const Options &shell);

} // namespace sonde::cli
