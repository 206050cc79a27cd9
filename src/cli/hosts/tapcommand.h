// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/hosts/tapoptions.h"

#include <functional>
#include <string>
#include <vector>

namespace sonde::cli {

// Runs the server in place of this program, between the host and it, and records what crosses. Call
// it before anything else touches the standard streams, signals or threads: the server inherits all
// of these. `arguments` are those of main() from the server's program on; `translate` is called
// before a sentence is printed.
//
// Returns the exit code of the server, or ends this program by the signal that ended the server. A
// server that cannot be started gives 127 if its program was not found and 126 otherwise, as in a
// shell.
int runTap(
    const TapOptions &options, char *const *arguments, const std::function<void()> &translate);

} // namespace sonde::cli
