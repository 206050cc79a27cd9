// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/interrupt.h"

#include <QCoreApplication>

namespace sonde::cli {

// Runs the work on the event loop until it has finished; signals interrupt it. Returns its exit
// code.
template <typename Work>
int carryOut(Work &work)
{
    const Interrupt interrupt([&](int signal) { work.interrupt(signal); });
    // Queued: the work is not torn down from inside a signal of its own.
    QObject::connect(&work, &Work::finished, QCoreApplication::instance(), &QCoreApplication::exit,
        Qt::QueuedConnection);
    work.start();
    return QCoreApplication::exec();
}

} // namespace sonde::cli
