// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::platform {

// For a connected TCP socket whose peer has sent the end of its data: whether a program of this
// machine still has the peer's socket, so that it has closed its sending side only and may still
// read. False where the system does not say: a peer on another machine, another system.
bool isPeerOpen(int socket);

} // namespace sonde::platform
