// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/descriptors.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sonde::platform {

namespace {

void closeOnExec(int descriptor)
{
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

} // namespace

// A child that another thread starts between the two steps inherits the descriptors: only newer
// calls than POSIX.1-2017 open and mark them at once.
bool openPipe(int (&ends)[2])
{
    if (::pipe(ends) != 0)
        return false;
    closeOnExec(ends[0]);
    closeOnExec(ends[1]);
    return true;
}

void enlargePipe(int, int) { }

int openSocket(int family, int type, int protocol)
{
    const int descriptor = ::socket(family, type, protocol);
    if (descriptor >= 0)
        closeOnExec(descriptor);
    return descriptor;
}

int acceptConnection(int listening)
{
    const int descriptor = ::accept(listening, nullptr, nullptr);
    if (descriptor >= 0)
        closeOnExec(descriptor);
    return descriptor;
}

bool makeNonBlocking(int descriptor)
{
    const int flags = ::fcntl(descriptor, F_GETFL);
    return flags >= 0 && ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0;
}

} // namespace sonde::platform
