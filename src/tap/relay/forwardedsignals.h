// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/relay/groupwitness.h"

#include <csignal>
#include <memory>
#include <vector>

namespace sonde::tap {

// The signals with which a host ends a server, or talks to it, sent on to the server. They are
// blocked from construction on, except while the relay waits, and threads that are started later
// never receive them. One instance at a time.
//
// A signal that the terminal sends (Ctrl+C), or that a host sends to the whole process group,
// reaches the server by itself, because it is in the same group, so it is not sent on.
class ForwardedSignals {
public:
    // Starts the witness in the group: the server must be started later, and only one thread may
    // run.
    ForwardedSignals();

    // The signal mask that the server is to have: the one this program was started with.
    const sigset_t &inheritedMask() const { return m_inherited; }
    // Call it after the server was started, which has the inherited signal handling.
    void install() const;
    // Restores what install() and the constructor changed.
    void uninstall() const;
    // Those that have arrived since the last call.
    std::vector<int> drain() const;
    // Whether such a signal was sent to the whole group since the last call.
    bool reachedGroup(int signal) const { return m_witness && m_witness->saw(signal); }

private:
    sigset_t m_inherited;
    std::unique_ptr<GroupWitness> m_witness;
};

// Ends this program by that signal, so that its parent sees the same as of the server.
[[noreturn]] void endBySignal(int signal);

} // namespace sonde::tap
