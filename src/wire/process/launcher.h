// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/process/launch.h"

#include <optional>

namespace sonde::wire {

// A program that fetches a server before it starts it, which may take minutes the first time: npx,
// uvx, docker, …
struct Launcher {
    QString name; // "npx"
    // The server runs as its child: while it has none, it still fetches. Otherwise only what it
    // writes to stderr shows that it is at work.
    bool hasServerAsChild = false;
};

// Nothing for other programs, and for a subcommand that fetches nothing: "npm test".
std::optional<Launcher> launcherOf(const Launch &launch);

} // namespace sonde::wire
