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
    // Contrary to POSIX, Linux has one nice value per thread.
    ::setpriority(
        PRIO_PROCESS, static_cast<id_t>(::gettid()), to == ThreadPriority::Low ? kLow : kLowest);
}

} // namespace sonde::platform
