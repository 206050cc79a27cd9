// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cerrno>

#include <sys/types.h>
#include <unistd.h>

// A child that cannot start its program reports errno over a pipe that a successful exec closes.
namespace sonde::platform {

// In the child, where only async-signal-safe functions are allowed. Does not return.
[[noreturn]] inline void reportStartFailure(int descriptor, int exitCode)
{
    const int failure = errno;
    [[maybe_unused]] const ssize_t written = ::write(descriptor, &failure, sizeof failure);
    ::_exit(exitCode);
}

// In the parent, which has closed the other end: the errno; 0 if exec closed the pipe.
inline int readStartFailure(int descriptor)
{
    int failure = 0;
    ssize_t size = 0;
    do
        size = ::read(descriptor, &failure, sizeof failure);
    while (size < 0 && errno == EINTR);
    return size == sizeof failure ? failure : 0;
}

} // namespace sonde::platform
