// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <csignal>
#include <cstdint>

#include <sys/types.h>

namespace sonde::tap {

// A process in the process group of this one. Of a signal nothing tells whether it was sent to one
// process or to the whole group, but the witness, to which nobody sends one, has it only in the
// second case. The system gives a signal first to the newest process of a group: what this one has,
// the witness has already.
class GroupWitness {
public:
    // These signals must be blocked, and only one thread may run. Without memory for a process,
    // the witness never sees a signal.
    explicit GroupWitness(const sigset_t &watched);
    ~GroupWitness();
    GroupWitness(const GroupWitness &) = delete;
    GroupWitness &operator=(const GroupWitness &) = delete;

    // Whether the group got this signal since the last call for it.
    bool saw(int signal);

private:
    std::uint64_t drained();
    void closeAll();

    int m_ask = -1;
    int m_response = -1;
    pid_t m_pid = -1;
    std::uint64_t m_seen = 0; // a bit for each signal
};

} // namespace sonde::tap
