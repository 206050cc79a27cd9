// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/transport.h"

#include "platform/systemtext.h"

#include <csignal>

namespace sonde::wire {

QString ExitReport::sentence() const
{
    QString text;
    if (signal) {
        const QString name = platform::signalName(*signal);
        text = QStringLiteral("killed by ")
            + (name.isEmpty() ? QStringLiteral("signal %1").arg(*signal) : name);
    } else if (exitCode) {
        text = QStringLiteral("exit code %1").arg(*exitCode);
    } else {
        text = QStringLiteral("ended");
    }
    if (closed == Closed::Input)
        text += QStringLiteral("; it closed its input, but went on running");
    else if (closed == Closed::Output)
        text += QStringLiteral("; it closed its output, but went on running");
    else if (!cause.isEmpty())
        text += QStringLiteral("; ") + cause;
    // The process itself counts as a survivor if it had to be killed.
    const int others = survivors - (signal == SIGKILL ? 1 : 0);
    if (others == 1)
        text += QStringLiteral("; 1 process it left behind was killed");
    else if (others > 1)
        text += QStringLiteral("; %1 processes it left behind were killed").arg(others);
    return text;
}

} // namespace sonde::wire
