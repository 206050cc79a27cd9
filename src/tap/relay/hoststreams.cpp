// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/relay/hoststreams.h"

#include <fcntl.h>
#include <unistd.h>

namespace sonde::tap {

namespace {

// Above 2, whichever of the three streams are missing.
int moveAway(int descriptor)
{
    return ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

} // namespace

HostStreams HostStreams::take()
{
    HostStreams host;
    host.input = Inlet(moveAway(STDIN_FILENO));
    const int output = moveAway(STDOUT_FILENO);
    const int diagnostics = moveAway(STDERR_FILENO);
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (stream != nowhere)
            ::dup2(nowhere, stream);
    }
    if (nowhere > STDERR_FILENO)
        ::close(nowhere);
    host.output = Outlet(output);
    host.diagnostics = Outlet(diagnostics);
    return host;
}

} // namespace sonde::tap
