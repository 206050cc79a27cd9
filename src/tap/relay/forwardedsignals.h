// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <csignal>
#include <vector>

namespace sonde::tap {

// The signals with which a host ends a server, or talks to it, sent on to the server. They are
// blocked from construction on, except while the relay waits, and threads that are started later
// never receive them. One instance at a time.
//
// A signal that the terminal sends (Ctrl+C) reaches the server by itself, because it is in the same
// process group, so it is not sent on. Of one that a program sends to the whole group a tap cannot
// know that, and sends it on: the server receives it twice, unless it still waits.
class ForwardedSignals {
public:
    ForwardedSignals();

    // The signal mask that the server is to have: the one this program was started with.
    const sigset_t &inheritedMask() const { return m_inherited; }
    // Call it after the server was started, which has the inherited signal handling.
    void install() const;
    // Restores what install() and the constructor changed.
    void uninstall() const;
    // Those that have arrived since the last call.
    std::vector<int> drain() const;

private:
    sigset_t m_inherited;
};

// Ends this program by that signal, so that its parent sees the same as of the server.
[[noreturn]] void endBySignal(int signal);

} // namespace sonde::tap
