// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "platform/process.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

class QSocketNotifier;

namespace sonde::wire {

using platform::ProcessHandle;

// How far the stop ladder has come (2025-11-25 basic/lifecycle#stdio).
enum class StopStage : std::uint8_t {
    Running,
    Asked, // stdin is closed
    Terminated, // the group got SIGTERM
    Killed, // the group got SIGKILL
};

// Kills the rest of the group and waits for its leader. Until this call a dead leader keeps its
// number, so the group's number cannot meanwhile belong to another group. Returns how many
// processes had to be killed.
int finishGroup(const ProcessHandle &handle);

// Watches a child process and runs the stop ladder, without blocking.
class ChildProcess : public QObject {
    Q_OBJECT
public:
    ChildProcess(ProcessHandle handle, std::chrono::milliseconds patience,
        StopStage stage = StopStage::Running, QObject *parent = nullptr);
    ~ChildProcess() override; // an unfinished child must have been released before

    pid_t pid() const { return m_handle.pid; }
    StopStage stage() const { return m_stage; }
    bool hasExited() const { return m_exitCode || m_signal; }
    std::optional<int> exitCode() const { return m_exitCode; }
    std::optional<int> signal() const { return m_signal; }

    // stdin was closed, the first step of the ladder. The later steps follow after the patience.
    void requestStop();
    // Straight to SIGTERM.
    void terminate();
    // After exited(): the number of processes that had to be killed, ladder included.
    int finish();
    // Gives up the ownership of the process.
    ProcessHandle release();

Q_SIGNALS:
    void exited(); // the process itself; others of its group may still run

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
};

} // namespace sonde::wire
