// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <optional>
#include <span>

#include <poll.h>

namespace sonde::platform {

// The event of poll() for a connection whose peer sends no more; 0 where it can only be noticed by
// reading.
extern const short kPeerClosed;

// poll(), with every signal unblocked exactly while it waits: a signal that was blocked cannot
// arrive between the caller's last look and the wait. No timeout: waits without end. As poll(), -1
// with errno EINTR when a signal came.
int pollWithSignals(std::span<pollfd> entries, std::optional<std::chrono::milliseconds> timeout);

} // namespace sonde::platform
