// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/check.h"
#include "doctor/program/serverprogram.h"

#include <QString>

#include <optional>

namespace sonde::doctor {

// The checks of a server's command. They look at the machine and start nothing but `--version`.

// Placeholders, the options of docker, and a command line given as one word.
CheckResult checkConfiguration(const ServerProgram &subject, const Machine &machine);
// Whether the program is found: in the PATH of the server, of a terminal, and of the desktop.
CheckResult checkProgram(const ServerProgram &subject, const Machine &machine);
// As whom finds it where; nothing for a program with a path.
FoundByAll foundByAll(const ServerProgram &subject, const Machine &machine);
// The working folder, the script, and relative paths in the arguments.
CheckResult checkWorkingFolder(const ServerProgram &subject, const Machine &machine);
// Variables that the script reads and that are not set.
CheckResult checkEnvironment(const ServerProgram &subject, const Machine &machine);

// The part of a text that someone was to replace: "${TOKEN}", "YOUR_API_KEY", "<path>",
// "/path/to/server".
std::optional<QString> placeholderIn(const QString &text);

} // namespace sonde::doctor
