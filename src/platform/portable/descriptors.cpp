// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/descriptors.h"

#include <algorithm>
#include <cerrno>

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

// A child started by another thread between the two steps inherits the descriptors: POSIX.1-2017
// has no call that opens and marks them in one step.
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

// POSIX has no call for it, but every BSD and macOS have this one.
std::optional<uid_t> peerUser(int socket)
{
#if defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__)
    uid_t user = 0;
    gid_t group = 0;
    if (::getpeereid(socket, &user, &group) == 0)
        return user;
#else
    static_cast<void>(socket);
#endif
    return std::nullopt;
}

bool makeNonBlocking(int descriptor)
{
    const int flags = ::fcntl(descriptor, F_GETFL);
    return flags >= 0 && ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0;
}

// Only a terminal has a name to open it by.
int reopenNonBlocking(int descriptor)
{
    char path[256];
    if (const int failure = ::ttyname_r(descriptor, path, sizeof path); failure != 0) {
        errno = failure;
        return -1;
    }
    return ::open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

void closeAllBut(std::span<int> kept)
{
    std::sort(kept.begin(), kept.end());
    const long most = std::clamp(::sysconf(_SC_OPEN_MAX), 256L, 65'536L);
    for (int descriptor = STDERR_FILENO + 1; descriptor < int(most); ++descriptor) {
        if (!std::binary_search(kept.begin(), kept.end(), descriptor))
            ::close(descriptor);
    }
}

} // namespace sonde::platform
