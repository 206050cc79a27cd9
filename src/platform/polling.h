// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <optional>
#include <span>

#include <poll.h>

namespace sonde::platform {

// The poll() event for a peer that has closed its writing side; 0 where only reading detects that.
extern const short kPeerClosed;

// poll() with all signals unblocked exactly while it waits: a blocked signal cannot arrive between
// the caller's last check and the wait. Without a timeout it waits indefinitely. Like poll(), it
// returns -1 with errno EINTR when a signal arrived.
int pollWithSignals(std::span<pollfd> entries, std::optional<std::chrono::milliseconds> timeout);

} // namespace sonde::platform
