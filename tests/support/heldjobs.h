// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "support/patience.h"

#include <QCoreApplication>
#include <QSemaphore>
#include <QThread>

#include <algorithm>
#include <memory>
#include <vector>

namespace sonde::tests {

// Keeps every thread of the background jobs busy, so that a job that is started meanwhile waits for
// its turn until release().
class HeldJobs {
public:
    HeldJobs()
        : m_isHeld(m_round.isReached())
    {
    }
    Q_DISABLE_COPY_MOVE(HeldJobs)

    bool isHeld() const { return m_isHeld; }

    // Lets the jobs go on. True when all that were started before are over, and their results were
    // delivered.
    bool release()
    {
        m_round.open();
        bool isOver = false;
        {
            const Round next; // every thread is free for it only then
            isOver = next.isReached();
        }
        QCoreApplication::processEvents();
        return isOver;
    }

private:
    class Round {
    public:
        Round()
        {
            for (int i = 0; i < m_threads; ++i) {
                m_jobs.push_back(std::make_unique<BackgroundJob>(&m_context));
                m_jobs.back()->start<bool>(
                    [gates = m_gates](const std::stop_token &) {
                        gates->reached.release();
                        gates->opened.acquire();
                        return true;
                    },
                    [](bool) {});
            }
        }
        ~Round() { open(); }
        Q_DISABLE_COPY_MOVE(Round)

        bool isReached() const { return m_gates->reached.tryAcquire(m_threads, kPatienceMs); }
        void open() const { m_gates->opened.release(m_threads); }

    private:
        struct Gates {
            QSemaphore reached;
            QSemaphore opened;
        };
        const int m_threads = std::max(2, QThread::idealThreadCount()); // as BackgroundJob has them
        QObject m_context;
        std::shared_ptr<Gates> m_gates = std::make_shared<Gates>();
        std::vector<std::unique_ptr<BackgroundJob>> m_jobs;
    };

    Round m_round;
    const bool m_isHeld;
};

} // namespace sonde::tests
