// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractEventDispatcher>

#include <chrono>
#include <optional>
#include <vector>

namespace sonde::platform {

// The timers of one event loop: which are due, and when the next one is. Reads no clock; all
// moments are those of std::chrono::steady_clock.
class LoopTimers {
public:
    using Moment = std::chrono::steady_clock::time_point;
    using Info = QAbstractEventDispatcher::TimerInfo;

    // An interval of 0 is due in every round of the loop.
    void add(const Info &info, QObject *object, Moment now);
    bool remove(int id);
    bool removeAll(const QObject *object);

    QList<Info> of(const QObject *object) const;
    // Milliseconds, rounded up; 0 if the timer is due, -1 if there is no such timer.
    int remaining(int id, Moment now) const;
    // When the first timer is due. Empty if there is none; a timer whose event is being handled
    // does not count.
    std::optional<Moment> next() const;

    // Sends an event to each timer that is due, once; handlers may add and remove timers, and run
    // nested event loops. Returns the number of events sent.
    int sendDue(Moment now);

private:
    struct Timer {
        Info info;
        QObject *object = nullptr;
        Moment due;
        bool handled = false; // its event is being handled
    };
    using Due = std::pair<Moment, int>; // moment and timer id

    Timer *find(int id);
    std::vector<Due> dueAt(Moment now) const;

    std::vector<Timer> m_timers; // usually only a few
};

} // namespace sonde::platform
