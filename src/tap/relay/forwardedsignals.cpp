// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/relay/forwardedsignals.h"

#include <array>
#include <iterator>

#include <sys/resource.h>
#include <unistd.h>

namespace sonde::tap {

namespace {

constexpr std::array kForwarded{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};

volatile std::sig_atomic_t arrived[kForwarded.size()];
volatile std::sig_atomic_t arrivedFromTerminal[kForwarded.size()];

void note(int signal, siginfo_t *info, void *)
{
    const bool isFromTerminal = info->si_code > 0; // from the kernel, for the whole group
    for (std::size_t i = 0; i < kForwarded.size(); ++i) {
        if (kForwarded[i] == signal)
            (isFromTerminal ? arrivedFromTerminal : arrived)[i] = 1;
    }
}

} // namespace

ForwardedSignals::ForwardedSignals()
{
    sigset_t ours;
    sigemptyset(&ours);
    for (const int signal : kForwarded)
        sigaddset(&ours, signal);
    ::pthread_sigmask(SIG_BLOCK, &ours, &m_inherited);
    m_witness = std::make_unique<GroupWitness>(ours);
}

void ForwardedSignals::install() const
{
    // Neither a closed pipe nor a limit on the size of the recording ends the tap.
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGXFSZ, SIG_IGN);
    for (const int signal : kForwarded) {
        struct sigaction action { };
        if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN)
            continue; // the server ignores it, too
        action = {};
        action.sa_sigaction = note;
        action.sa_flags = SA_SIGINFO;
        ::sigaction(signal, &action, nullptr);
    }
}

void ForwardedSignals::uninstall() const
{
    for (const int signal : kForwarded) {
        struct sigaction action { };
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_sigaction == note)
            ::signal(signal, SIG_DFL);
    }
    ::pthread_sigmask(SIG_SETMASK, &m_inherited, nullptr);
}

std::vector<int> ForwardedSignals::drain() const
{
    std::vector<int> signals;
    for (std::size_t i = 0; i < kForwarded.size(); ++i) {
        if (arrivedFromTerminal[i]) {
            arrivedFromTerminal[i] = 0;
            static_cast<void>(reachedGroup(kForwarded[i])); // not to be taken for a later one
        }
        if (!arrived[i])
            continue;
        arrived[i] = 0;
        signals.push_back(kForwarded[i]);
    }
    return signals;
}

void endBySignal(int signal)
{
    // The core of the server is of interest, that of the tap is not.
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    sigset_t its;
    sigemptyset(&its);
    sigaddset(&its, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &its, nullptr);
    ::_exit(128 + signal); // as a shell would, if the signal did not end the program
}

} // namespace sonde::tap
