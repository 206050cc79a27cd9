// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/found/proxyvariables.h"

#include <QString>

#include <optional>

namespace sonde::hosts {

// PATH as this user's programs have it: what hosts find depends on who started them. Both start a
// program and wait for it.

// In a terminal: that of an interactive login shell. Empty: not known.
QString shellPath();
// In apps that the desktop starts: desktopPath(), or as systemd says, or else the usual one.
QString sessionPath();
// The variables of proxies there. Nothing: not known.
std::optional<ProxyVariables> sessionProxies();

} // namespace sonde::hosts
