// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <string>

namespace sonde::hosts {

// The PATH that the desktop of this user gives to the programs that it starts: that of its session
// process. It often lacks folders that a shell adds (nvm, Homebrew, uv). Empty: no desktop runs, or
// the system does not say. `processes` is where /proc is mounted.
QString desktopPath(const std::string &processes);
QString desktopPath();

} // namespace sonde::hosts
