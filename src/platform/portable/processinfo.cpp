// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/processinfo.h"

// POSIX has no interface to other processes.
namespace sonde::platform {

bool hasProcessInfo()
{
    return false;
}

std::optional<ProcessInfo> readProcess(const std::string &, pid_t)
{
    return std::nullopt;
}

bool isOwnProcess(const std::string &, pid_t)
{
    return false;
}

ProcessTreeInfo readProcessTree(const std::string &, pid_t, TreeSearch)
{
    return {};
}

bool isInProcessTree(const std::string &, const ProcessInfo &, ProcessId)
{
    return false;
}

std::vector<std::string> readCommandLine(const std::string &, pid_t)
{
    return {};
}

std::vector<ProcessVariable> readEnvironment(const std::string &, pid_t)
{
    return {};
}

std::vector<ProcessLimit> readLimits(const std::string &, pid_t)
{
    return {};
}

std::uint64_t readUptimeNs(const std::string &)
{
    return 0;
}

} // namespace sonde::platform
