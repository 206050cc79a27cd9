// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/threadpriority.h"

#include <sys/resource.h>
#include <unistd.h>

namespace sonde::platform {

namespace {

constexpr int kNice = 10;

} // namespace

void lowerThreadPriority()
{
    // Contrary to POSIX, Linux has one nice value per thread.
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice);
}

} // namespace sonde::platform
