// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/line.h"

#include <cstddef>
#include <string>

namespace sonde::cli {

// Whether the line names a command and has as many arguments as its row says. Errors are
// Domain::Usage.
Result<void> checkArguments(const Line &line);

// The errors, for what a command counts itself.
Error missingArgument(const Line &line, std::size_t index);
Error surplusArgument(const Line &line, const std::string &word);

} // namespace sonde::cli
