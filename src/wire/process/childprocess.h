// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "platform/process.h"
#include "wire/process/strayprocesses.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

class QSocketNotifier;

namespace sonde::wire {

using platform::ProcessHandle;

// The stage of the stop ladder (2025-11-25 basic/lifecycle#stdio).
enum class StopStage : std::uint8_t {
    Running,
    Asked, // stdin is closed
    Terminated, // SIGTERM was sent to the group
    Killed, // SIGKILL was sent to the group
};

// Kills the rest of the group and waits for its leader. Until this call an exited leader keeps its
// id, so no other group can have the same id. Returns the number of processes that had to be
// killed.
int finishGroup(const ProcessHandle &handle);

// Watches a child process and runs the stop ladder, without blocking.
class ChildProcess : public QObject {
    Q_OBJECT
public:
    ChildProcess(ProcessHandle handle, std::chrono::milliseconds patience,
        StopStage stage = StopStage::Running, QObject *parent = nullptr);
    ~ChildProcess() override; // an unfinished child must have been released

    pid_t pid() const { return m_handle.pid; }
    StopStage stage() const { return m_stage; }
    bool hasExited() const { return m_exitCode || m_signal; }
    std::optional<int> exitCode() const { return m_exitCode; }
    std::optional<int> signal() const { return m_signal; }

    // Call when stdin is being closed, the first step of the ladder. The later steps follow after
    // the patience.
    void requestStop();
    // Continues with SIGTERM immediately.
    void terminate();
    // Call after exited(): returns the number of processes that had to be killed, including those
    // killed by the ladder.
    int finish();
    // Processes outside of the group that the child had when it was to be stopped, and that still
    // run: see StrayProcesses.
    QString strays() const { return m_strays.running(); }
    // Releases the ownership of the process.
    ProcessHandle release();

Q_SIGNALS:
    void exited(); // the child itself; other processes of its group may still run

private:
    void onReadable();
    void climb();

    ProcessHandle m_handle;
    std::chrono::milliseconds m_patience;
    StopStage m_stage;
    QTimer m_timer;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::optional<int> m_exitCode;
    std::optional<int> m_signal;
    int m_killed = 0;
    StrayProcesses m_strays;
};

} // namespace sonde::wire
