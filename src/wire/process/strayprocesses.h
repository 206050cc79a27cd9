// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "platform/processinfo.h"

#include <QString>

#include <vector>

namespace sonde::wire {

// Processes that a server has started outside of its process group: with setsid, as a daemon, by a
// shell with job control. They go on when the group is ended, and once their parent has ended,
// nothing tells whose they were.
class StrayProcesses {
public:
    static constexpr std::size_t kMaxKnown = 64;
    static constexpr std::size_t kMaxNamed = 8;

    // Notes those that descend from the leader of the group, which still runs.
    void look(pid_t leader);
    // Those of them that still run: "sleep (pid 4711), node (pid 4712)". Empty: none.
    QString running() const;

private:
    std::vector<platform::ProcessId> m_known;
};

} // namespace sonde::wire
