// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>

namespace sonde::app {

class Workspace;

// A server that ends only when it is killed needs a little less.
inline constexpr std::chrono::milliseconds kServersEnd{6000};

// Before the program ends, and outside of other event loops: stops all servers, and returns when
// they have ended, also those of further connections, or the time is over. Else the recordings
// would not have their ends, and servers over HTTP would keep their sessions.
void endServers(Workspace &workspace, std::chrono::milliseconds atMost = kServersEnd);

} // namespace sonde::app
