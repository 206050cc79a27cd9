// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/threadinfo.h"

namespace sonde::platform {

ThreadList readThreads(const std::string &, pid_t)
{
    return {};
}

std::optional<SystemCall> readSystemCall(const std::string &, pid_t)
{
    return std::nullopt;
}

} // namespace sonde::platform
