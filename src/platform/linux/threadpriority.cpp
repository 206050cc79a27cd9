// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/threadpriority.h"

#include <sys/resource.h>
#include <unistd.h>

namespace sonde::platform {

namespace {

constexpr int kLow = 10;
constexpr int kLowest = 19;

} // namespace

void lowerThreadPriority(ThreadPriority to)
{
    // Contrary to POSIX, Linux has one nice value per thread. Whoever has started this program may
    // have lowered it further already, and root would raise it.
    const auto thread = static_cast<id_t>(::gettid());
    const int nice = to == ThreadPriority::Low ? kLow : kLowest;
    if (::getpriority(PRIO_PROCESS, thread) < nice)
        ::setpriority(PRIO_PROCESS, thread, nice);
}

} // namespace sonde::platform
