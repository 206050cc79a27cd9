// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/types.h>

namespace sonde::mcp {
class Client;
}

namespace sonde::session {

class Observation;

// The process of a server on stdio, as far as it is known to run; 0: none, or the server has a URL.
// Of a client it is the one that was started last; behind a tap it is the one of the host.
pid_t processOf(const mcp::Client *client);
pid_t processOf(const Observation *observation);

// Whether this user can see what its threads do. False for 0.
bool canBeLookedAt(pid_t process);

} // namespace sonde::session
