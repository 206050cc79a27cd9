// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/systemtext.h"

#include <algorithm>
#include <array>
#include <csignal>

namespace sonde::platform {

namespace {

struct SignalName {
    int signal;
    const char *name;
};

// The signals of POSIX.
constexpr std::array kSignalNames{
    SignalName{SIGABRT, "SIGABRT"},
    SignalName{SIGALRM, "SIGALRM"},
    SignalName{SIGBUS, "SIGBUS"},
    SignalName{SIGCHLD, "SIGCHLD"},
    SignalName{SIGCONT, "SIGCONT"},
    SignalName{SIGFPE, "SIGFPE"},
    SignalName{SIGHUP, "SIGHUP"},
    SignalName{SIGILL, "SIGILL"},
    SignalName{SIGINT, "SIGINT"},
    SignalName{SIGKILL, "SIGKILL"},
    SignalName{SIGPIPE, "SIGPIPE"},
    SignalName{SIGPROF, "SIGPROF"},
    SignalName{SIGQUIT, "SIGQUIT"},
    SignalName{SIGSEGV, "SIGSEGV"},
    SignalName{SIGSTOP, "SIGSTOP"},
    SignalName{SIGSYS, "SIGSYS"},
    SignalName{SIGTERM, "SIGTERM"},
    SignalName{SIGTRAP, "SIGTRAP"},
    SignalName{SIGTSTP, "SIGTSTP"},
    SignalName{SIGTTIN, "SIGTTIN"},
    SignalName{SIGTTOU, "SIGTTOU"},
    SignalName{SIGURG, "SIGURG"},
    SignalName{SIGUSR1, "SIGUSR1"},
    SignalName{SIGUSR2, "SIGUSR2"},
    SignalName{SIGVTALRM, "SIGVTALRM"},
    SignalName{SIGXCPU, "SIGXCPU"},
    SignalName{SIGXFSZ, "SIGXFSZ"},
};

} // namespace

QString errorText(int code)
{
    return qt_error_string(code); // a thread-safe strerror()
}

QString signalName(int signal)
{
    const auto found = std::find_if(kSignalNames.begin(), kSignalNames.end(),
        [signal](const SignalName &entry) { return entry.signal == signal; });
    return found == kSignalNames.end() ? QString() : QString::fromLatin1(found->name);
}

} // namespace sonde::platform
