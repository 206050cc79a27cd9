// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::platform {

// Gives the open file `to`, which will replace `from`, its owner and group, and where the system
// has them its access list and extended attributes. Returns false and sets errno if the owner, the
// group or the access list would be lost.
bool copyOwnership(int from, int to);

// Locks a folder against other processes that call this; a descriptor that unlocks it when closed.
// Returns -1 and sets errno: EWOULDBLOCK if another process has locked it.
int lockFolder(const char *path);

} // namespace sonde::platform
