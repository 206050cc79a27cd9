// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/polling.h"

#include <algorithm>
#include <cerrno>
#include <csignal>

#include <sys/select.h>

namespace sonde::platform {

const short kPeerClosed = 0;

namespace {

constexpr std::chrono::milliseconds kSlice{50};

// For descriptors that pselect() cannot wait for. A signal can arrive just before poll() waits;
// therefore it waits for a short time and then says that one may have arrived.
int pollInSlices(std::span<pollfd> entries, std::optional<std::chrono::milliseconds> timeout)
{
    sigset_t none;
    sigset_t before;
    sigset_t pending;
    sigemptyset(&none);
    ::sigpending(&pending);
    ::pthread_sigmask(SIG_SETMASK, &none, &before);
    bool isPending = false;
    for (int signal = 1; signal < NSIG; ++signal)
        isPending = isPending || sigismember(&pending, signal) == 1;
    const auto limit = std::min(timeout.value_or(kSlice), kSlice);
    const int wait = isPending ? 0 : static_cast<int>(limit.count());
    int ready = ::poll(entries.data(), static_cast<nfds_t>(entries.size()), wait);
    const int failure = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    const bool isTimedOut = ready == 0 && timeout && *timeout <= kSlice && !isPending;
    if (ready > 0 || isTimedOut)
        return ready;
    errno = ready < 0 ? failure : EINTR;
    return -1;
}

} // namespace

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
        if (entry.fd >= FD_SETSIZE)
            return pollInSlices(entries, timeout);
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
