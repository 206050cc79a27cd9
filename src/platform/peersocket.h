// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::platform {

// For a connected TCP socket whose peer has sent the end of its data: whether a program of this
// machine still has the peer's socket, so that it has closed its sending side only and may still
// read. False where the system does not say: a peer on another machine, another system.
bool isPeerOpen(int socket);

// The process of this machine that has the peer's end of a connected TCP socket; 0: it is not
// known, because it is on another machine, of another user, or the system does not say. Looks
// through the open files of every process, so it is not for each message.
int peerProcess(int socket);

} // namespace sonde::platform
