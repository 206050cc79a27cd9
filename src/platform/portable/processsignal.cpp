// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/processsignal.h"

#include <cerrno>

namespace sonde::platform {

// Without start times a pid may mean another process by now.
int signalProcess(const std::string &, ProcessId, ProcessId, int)
{
    return ENOTSUP;
}

} // namespace sonde::platform
