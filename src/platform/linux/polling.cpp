// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/polling.h"

#include <csignal>

namespace sonde::platform {

const short kPeerClosed = POLLRDHUP;

int pollWithSignals(std::span<pollfd> entries, std::optional<std::chrono::milliseconds> timeout)
{
    timespec limit{};
    if (timeout) {
        limit.tv_sec = timeout->count() / 1000;
        limit.tv_nsec = timeout->count() % 1000 * 1'000'000;
    }
    sigset_t none;
    sigemptyset(&none);
    return ::ppoll(entries.data(), entries.size(), timeout ? &limit : nullptr, &none);
}

} // namespace sonde::platform
