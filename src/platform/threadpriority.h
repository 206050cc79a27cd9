// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace sonde::platform {

enum class ThreadPriority : std::uint8_t {
    Low, // behind the threads that somebody waits for
    Lowest, // behind the low ones, too: work that may be late
};

// Lowers the priority of the calling thread below that of the program's other threads. No effect
// where only a whole process has a priority.
void lowerThreadPriority(ThreadPriority to = ThreadPriority::Low);

} // namespace sonde::platform
