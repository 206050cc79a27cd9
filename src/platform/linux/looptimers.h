// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractEventDispatcher>

#include <chrono>
#include <optional>
#include <vector>

namespace sonde::platform {

// The timers of one event loop: which are due, and when the next one will be. Knows no clock; the
// moments it is given are those of std::chrono::steady_clock.
class LoopTimers {
public:
    using Moment = std::chrono::steady_clock::time_point;
    using Info = QAbstractEventDispatcher::TimerInfo;

    // An interval of 0 is due in every round of the loop.
    void add(const Info &info, QObject *object, Moment now);
    bool remove(int id);
    bool removeAll(const QObject *object);

    QList<Info> of(const QObject *object) const;
    // Milliseconds, rounded up; 0 when it is due, -1 when there is no such timer.
    int remaining(int id, Moment now) const;
    // When the first of them is due. Nothing when there is none; one whose event is being handled
    // does not count, it waits for its handler.
    std::optional<Moment> next() const;

    // Sends its event to each timer that is due now, and to none twice; handlers may add and remove
    // timers, and run an event loop of their own. How many were sent.
    int sendDue(Moment now);

private:
    struct Timer {
        Info info;
        QObject *object = nullptr;
        Moment due;
        bool handled = false; // its event is being handled right now
    };
    using Due = std::pair<Moment, int>; // when, and the timer's id

    Timer *find(int id);
    std::vector<Due> dueAt(Moment now) const;

    std::vector<Timer> m_timers; // a few
};

} // namespace sonde::platform
