// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/process/launch.h"

#include <optional>

namespace sonde::wire {

// A program that downloads a server before starting it, which may take minutes the first time: npx,
// uvx, docker, …
struct Launcher {
    QString name; // "npx"
    // The server runs as its child: without a child, it is still downloading. Otherwise only output
    // on stderr shows that it is working.
    bool hasServerAsChild = false;
};

// Empty for other programs, and for a subcommand that downloads nothing: "npm test".
std::optional<Launcher> launcherOf(const Launch &launch);

} // namespace sonde::wire
