// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <span>

#include <sys/types.h>

namespace sonde::platform {

// Opens a pipe whose two ends are closed on exec. Returns false and sets errno on failure.
bool openPipe(int (&ends)[2]);

// Requests a capacity of that many bytes. If the kernel refuses, the pipe is unchanged.
void enlargePipe(int descriptor, int size);

// Opens a socket that is closed on exec; returns -1 and sets errno on failure.
int openSocket(int family, int type, int protocol);

// Accepts the next connection, closed on exec; returns -1 and sets errno on failure.
int acceptConnection(int listening);

// The user whose program has the other end of a connected Unix socket; nothing where the system
// does not say.
std::optional<uid_t> peerUser(int socket);

// Makes reads and writes fail with EAGAIN instead of waiting. Returns false and sets errno on
// failure.
bool makeNonBlocking(int descriptor);

// Opens the pipe or terminal behind a descriptor once more for writing, so that writes fail with
// EAGAIN for the caller alone: O_NONBLOCK would otherwise also apply to every program that shares
// the descriptor. Closed on exec. Returns -1 and sets errno where that is not possible.
int reopenNonBlocking(int descriptor);

// Closes all descriptors above 2 except these, in any order; -1 is none. Allocates nothing: for a
// process that was forked from one with threads.
void closeAllBut(std::span<int> kept);

} // namespace sonde::platform
