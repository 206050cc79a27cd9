// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/transport.h"

#include "platform/systemtext.h"

#include <algorithm>
#include <csignal>

namespace sonde::wire {

ExitReport ExitReport::byStop()
{
    ExitReport report;
    report.requested = true;
    return report;
}

rpc::EndReport ExitReport::end() const
{
    rpc::EndReport end;
    if (signal) {
        const QString name = platform::signalName(*signal);
        end.signal = name.isEmpty() ? QString::number(*signal) : name;
    } else {
        end.exitCode = exitCode;
    }
    end.cause = cause;
    end.streamBreak = streamBreak;
    // The process itself counts as a survivor if it had to be killed.
    end.leftBehind = std::max(0, survivors - (signal == SIGKILL ? 1 : 0));
    end.stillRunning = stillRunning;
    return end;
}

} // namespace sonde::wire
