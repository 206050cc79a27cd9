// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>

namespace sonde::bench {

// How long the event loop of this thread stood still at most: a timer of a millisecond that comes
// late.
class EventLoopWatch {
public:
    EventLoopWatch()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            ++m_ticks;
            note();
            m_since.restart();
        });
        restart();
        m_timer.start(1);
    }

    void restart()
    {
        m_ticks = 0;
        m_longest = 0;
        m_since.start();
    }
    // Milliseconds, since restart().
    double longest()
    {
        note();
        return m_longest;
    }
    int ticks() const { return m_ticks; }

private:
    void note() { m_longest = std::max(m_longest, double(m_since.nsecsElapsed()) / 1e6 - 1); }

    QTimer m_timer;
    QElapsedTimer m_since;
    double m_longest = 0;
    int m_ticks = 0;
};

} // namespace sonde::bench
