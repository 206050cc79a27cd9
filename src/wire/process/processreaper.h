// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/process/childprocess.h"

#include <QObject>

#include <chrono>
#include <vector>

namespace sonde::wire {

// Ends processes whose transport was destroyed while they ran: continues the stop ladder on the
// application's thread, without blocking it. Processes that still run when the program ends get
// SIGTERM, a short time, and SIGKILL.
class ProcessReaper : public QObject {
    Q_OBJECT
public:
    // Callable from any thread. Without an application the group is killed at once. `stage` is the
    // current stage of the ladder; stdin must have been closed.
    static void adopt(ProcessHandle handle, std::chrono::milliseconds patience, StopStage stage);
    // The number of processes still running; call it on the application's thread.
    static int pending();

private:
    ProcessReaper();
    ~ProcessReaper() override = default;
    static ProcessReaper &instance();
    static void finishAll();

    void watch(ProcessHandle handle, std::chrono::milliseconds patience, StopStage stage);
    void drop(ChildProcess *child);

    std::vector<std::unique_ptr<ChildProcess>> m_children;
};

} // namespace sonde::wire
