// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/polling.h"

#include <algorithm>
#include <cerrno>
#include <csignal>

#include <sys/select.h>

namespace sonde::platform {

const short kPeerClosed = 0;

// Uses pselect(), the only call in POSIX.1-2017 that changes the signal mask while it waits. It is
// limited to descriptors below FD_SETSIZE.
int pollWithSignals(std::span<pollfd> entries, std::optional<std::chrono::milliseconds> timeout)
{
    fd_set readable;
    fd_set writable;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    int last = -1;
    for (pollfd &entry : entries) {
        entry.revents = 0;
        if (entry.fd < 0)
            continue;
        if (entry.fd >= FD_SETSIZE) {
            errno = EINVAL;
            return -1;
        }
        if (entry.events & POLLIN)
            FD_SET(entry.fd, &readable);
        if (entry.events & POLLOUT)
            FD_SET(entry.fd, &writable);
        last = std::max(last, entry.fd);
    }
    timespec limit{};
    if (timeout) {
        limit.tv_sec = timeout->count() / 1000;
        limit.tv_nsec = timeout->count() % 1000 * 1'000'000;
    }
    sigset_t none;
    sigemptyset(&none);
    if (::pselect(last + 1, &readable, &writable, nullptr, timeout ? &limit : nullptr, &none) < 0)
        return -1;
    int ready = 0;
    for (pollfd &entry : entries) {
        if (entry.fd < 0)
            continue;
        if (FD_ISSET(entry.fd, &readable))
            entry.revents = static_cast<short>(entry.revents | POLLIN);
        if (FD_ISSET(entry.fd, &writable))
            entry.revents = static_cast<short>(entry.revents | POLLOUT);
        ready += entry.revents != 0 ? 1 : 0;
    }
    return ready;
}

} // namespace sonde::platform
