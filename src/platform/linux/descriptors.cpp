// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/descriptors.h"

#include <algorithm>
#include <cstdio>
#include <limits>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sonde::platform {

namespace {

constexpr int kMaxClosed = 65'536; // where the kernel is older than the call (5.9)

void closeRange(int first, int last)
{
    if (::syscall(SYS_close_range, first, last, 0) == 0)
        return;
    for (int descriptor = first; descriptor <= std::min(last, kMaxClosed); ++descriptor)
        ::close(descriptor);
}

} // namespace

bool openPipe(int (&ends)[2])
{
    return ::pipe2(ends, O_CLOEXEC) == 0;
}

void enlargePipe(int descriptor, int size)
{
    ::fcntl(descriptor, F_SETPIPE_SZ, size);
}

int openSocket(int family, int type, int protocol)
{
    return ::socket(family, type | SOCK_CLOEXEC, protocol);
}

int acceptConnection(int listening)
{
    return ::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
}

std::optional<uid_t> peerUser(int socket)
{
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || size != sizeof peer)
        return std::nullopt;
    return peer.uid;
}

bool makeNonBlocking(int descriptor)
{
    const int flags = ::fcntl(descriptor, F_GETFL);
    return flags >= 0 && ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0;
}

int reopenNonBlocking(int descriptor)
{
    char path[64];
    std::snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return ::open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

void closeAllBut(std::span<int> kept)
{
    std::sort(kept.begin(), kept.end());
    int next = STDERR_FILENO + 1;
    for (const int descriptor : kept) {
        if (descriptor > next)
            closeRange(next, descriptor - 1);
        next = std::max(next, descriptor + 1);
    }
    closeRange(next, std::numeric_limits<int>::max());
}

} // namespace sonde::platform
