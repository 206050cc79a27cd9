// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::platform {

// A pipe whose two ends, reading and writing, are closed on exec. False with errno set.
bool openPipe(int (&ends)[2]);

// Asks for room for that many bytes. The kernel may refuse; then the pipe stays as it was.
void enlargePipe(int descriptor, int size);

// A socket that is closed on exec; -1 with errno set.
int openSocket(int family, int type, int protocol);

// The next connection of a listening socket, closed on exec; -1 with errno set.
int acceptConnection(int listening);

// Reads and writes give EAGAIN instead of waiting. False with errno set.
bool makeNonBlocking(int descriptor);

} // namespace sonde::platform
