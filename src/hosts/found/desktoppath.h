// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/found/proxyvariables.h"

#include <QString>

#include <optional>
#include <string>

namespace sonde::hosts {

// The PATH that the desktop of this user gives to the programs that it starts: that of its session
// process. It often lacks folders that a shell adds (nvm, Homebrew, uv). Empty: no desktop runs, or
// the system does not say. `processes` is where /proc is mounted.
QString desktopPath(const std::string &processes);
QString desktopPath();
// The variables of proxies that it gives to them. Nothing: it is not known.
std::optional<ProxyVariables> desktopProxies(const std::string &processes);

} // namespace sonde::hosts
