// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/types.h>

namespace sonde::wire {

// Ends the servers of this program when it is killed and cannot end them itself: most servers
// notice that their input has ended, some do not. The guard is a separate process
// (lib/sonde/sonde-guard beside bin/), started with the first server. It reads a pipe until this
// program ends, waits a moment for each group it still watches, and then sends SIGTERM and SIGKILL.
// Without that file there is no guard. Thread-safe.
class ProcessGuard {
public:
    // Call before the first server is started: a program that is killed between that and watch()
    // leaves the server behind.
    static void prepare() { instance(); }
    static void watch(pid_t group);
    static void release(pid_t group); // call before waiting for the leader, which frees the id

private:
    ProcessGuard();
    static ProcessGuard &instance();
    void tell(const struct GuardMessage &message) const;

    int m_pipe = -1; // never closed explicitly: the kernel closes it when the program ends
};

} // namespace sonde::wire
