// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/process/childprocess.h"

#include <QObject>

#include <chrono>
#include <vector>

namespace sonde::wire {

// Ends the processes whose transport was destroyed while they ran: the stop ladder goes on here, on
// the application's thread, without blocking it. Processes that still run when the program ends get
// SIGTERM, a short moment, and SIGKILL.
class ProcessReaper : public QObject {
    Q_OBJECT
public:
    // From any thread. With no application the group is killed at once. `stage` says how far the
    // ladder has come; stdin must be closed already.
    static void adopt(ProcessHandle handle, std::chrono::milliseconds patience, StopStage stage);
    // The number of processes that still run; on the application's thread.
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
