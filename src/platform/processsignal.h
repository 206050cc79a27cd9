// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "platform/processinfo.h"

namespace sonde::platform {

// Sends the signal if that very process runs and belongs to the tree of `top`; never to a process
// that got the pid later. Returns 0, or an errno: ESRCH if it has ended, EPERM if it does not
// belong to the tree, ENOTSUP where the system does not tell processes apart.
int signalProcess(const std::string &root, ProcessId process, ProcessId top, int signal);

} // namespace sonde::platform
