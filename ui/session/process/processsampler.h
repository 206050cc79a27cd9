// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "base/clock.h"
#include "base/result.h"
#include "models/process/processhistory.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <memory>
#include <string>

namespace sonde::session {

// Watches the processes of one server that Sonde started: while it is on, it reads them once a
// second, outside the window's thread, and keeps their processor time and memory. While it is off
// it reads nothing.
class ProcessSampler : public QObject {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds kPeriod{1'000};
    static constexpr int kGroupEvery = 10; // samples: these look for orphans, among all processes
    static constexpr int kFilesEvery = 5; // samples: these read open files and limits

    // `root` is where /proc is mounted. The clock is that of the recording, and outlives it.
    explicit ProcessSampler(QObject *parent = nullptr, std::string root = platform::kProcessRoot,
        const Clock &clock = SystemClock::instance());

    // The process that was started last, 0: none runs. Another one begins a new tree; the history
    // goes on.
    void setProcess(pid_t pid);
    void setOn(bool on); // whether somebody looks
    void choose(platform::ProcessId id); // whose details are read
    void setSecretVariables(const QStringList &names) { m_secretVariables = names; }
    void sampleNow(); // without waiting for the next second; nothing while it is off
    // Only to that very process, and only if it belongs to the server.
    Result<void> sendSignal(platform::ProcessId process, int signal);

    // Without processes: none runs, or none was sampled yet.
    const models::ProcessSample &newest() const { return *m_newest; }
    bool isRunning() const { return m_pid != 0 && !m_hasEnded; } // as far as is known
    platform::ProcessId top() const { return m_top; } // pid 0: not known yet
    const models::ProcessHistory &history() const { return m_history; }
    const std::string &root() const { return m_root; }
    std::uint64_t reads() const { return m_reads; } // samples that were begun

Q_SIGNALS:
    void sampled();

private:
    void adopt(models::ProcessSample sample);
    void forget();
    void schedule();

    std::string m_root;
    const Clock &m_clock;
    pid_t m_pid = 0;
    bool m_isOn = false;
    bool m_isReading = false;
    bool m_isOutdated = false; // what is being read is not what is wanted by now
    int m_number = 0; // samples of the tree
    std::uint64_t m_reads = 0;
    bool m_hasEnded = false; // the process of that pid
    platform::ProcessId m_top;
    platform::ProcessId m_chosen;
    QStringList m_secretVariables;
    std::shared_ptr<const models::ProcessSample> m_newest;
    models::ProcessHistory m_history;
    QTimer m_timer;
    BackgroundJob m_job;
};

} // namespace sonde::session
