// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/processsignal.h"

#include <cerrno>

#include <sys/syscall.h>
#include <unistd.h>

namespace sonde::platform {

namespace {

int sendIfMember(
    int descriptor, const std::string &root, ProcessId process, ProcessId top, int signal)
{
    // The descriptor was opened before: if the process is still that one, so is the descriptor's.
    const auto info = readProcess(root, process.pid);
    if (!info || info->id != process)
        return ESRCH;
    if (!isInProcessTree(root, *info, top))
        return EPERM;
    // By number: see openExitDescriptor().
    return ::syscall(SYS_pidfd_send_signal, descriptor, signal, nullptr, 0) == 0 ? 0 : errno;
}

} // namespace

int signalProcess(const std::string &root, ProcessId process, ProcessId top, int signal)
{
    if (process.pid <= 1 || top.pid <= 1)
        return EPERM;
    const auto descriptor = static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0));
    if (descriptor < 0)
        return errno;
    const int failure = sendIfMember(descriptor, root, process, top, signal);
    ::close(descriptor);
    return failure;
}

} // namespace sonde::platform
