// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/types.h>

namespace sonde::wire {

// Ends the servers of this program when it is killed and cannot do that itself: most notice that
// their input has ended, some do not. The guard is a process of its own (lib/sonde/sonde-guard
// beside bin/), which is started with the first server and reads a pipe that ends with this
// program. Then it gives each group that it still watches a moment, and sends SIGTERM and SIGKILL.
// Without that file there is no guard. May be used from any thread.
class ProcessGuard {
public:
    static void watch(pid_t group);
    static void release(pid_t group); // before its leader is waited for: the number is free then

private:
    ProcessGuard();
    static ProcessGuard &instance();
    void tell(const struct GuardMessage &message) const;

    int m_pipe = -1; // never closed: the kernel does it when this program ends
};

} // namespace sonde::wire
