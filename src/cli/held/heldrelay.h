// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/options.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace sonde::cli {

// With --on: the server is this program, as a relay to the socket. The error says that no server of
// that name is open. Needs the application.
Result<void> useHeldServer(Options &options);
// The name, if these are the words of a relay. It is no command for people.
std::optional<QString> relayedName(const std::vector<std::string> &words);

// Copies standard input to the socket of a held server, and what comes from there to standard
// output, until either ends. Gives the exit code.
int relayToHeld(const QString &name);

} // namespace sonde::cli
