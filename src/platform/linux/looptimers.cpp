// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/linux/looptimers.h"

#include <QCoreApplication>
#include <QTimerEvent>

#include <algorithm>

namespace sonde::platform {

using std::chrono::milliseconds;

void LoopTimers::add(const Info &info, QObject *object, Moment now)
{
    m_timers.push_back({info, object, now + milliseconds(info.interval)});
}

bool LoopTimers::remove(int id)
{
    return std::erase_if(m_timers, [id](const Timer &timer) { return timer.info.timerId == id; })
        > 0;
}

bool LoopTimers::removeAll(const QObject *object)
{
    return std::erase_if(m_timers, [object](const Timer &timer) { return timer.object == object; })
        > 0;
}

QList<LoopTimers::Info> LoopTimers::of(const QObject *object) const
{
    QList<Info> found;
    for (const Timer &timer : m_timers) {
        if (timer.object == object)
            found << timer.info;
    }
    return found;
}

int LoopTimers::remaining(int id, Moment now) const
{
    for (const Timer &timer : m_timers) {
        if (timer.info.timerId == id) {
            const auto left = std::chrono::ceil<milliseconds>(timer.due - now).count();
            return static_cast<int>(std::max<milliseconds::rep>(left, 0));
        }
    }
    return -1;
}

std::optional<LoopTimers::Moment> LoopTimers::next() const
{
    std::optional<Moment> first;
    for (const Timer &timer : m_timers) {
        if (!timer.handled && (!first || timer.due < *first))
            first = timer.due;
    }
    return first;
}

LoopTimers::Timer *LoopTimers::find(int id)
{
    const auto found = std::find_if(m_timers.begin(), m_timers.end(),
        [id](const Timer &timer) { return timer.info.timerId == id; });
    return found == m_timers.end() ? nullptr : &*found;
}

// Sorted by the moment at which they became due.
std::vector<LoopTimers::Due> LoopTimers::dueAt(Moment now) const
{
    std::vector<Due> due;
    for (const Timer &timer : m_timers) {
        if (!timer.handled && timer.due <= now)
            due.emplace_back(timer.due, timer.info.timerId);
    }
    std::stable_sort(due.begin(), due.end(),
        [](const Due &one, const Due &other) { return one.first < other.first; });
    return due;
}

int LoopTimers::sendDue(Moment now)
{
    int sent = 0;
    for (const auto &[when, id] : dueAt(now)) {
        Timer *timer = find(id);
        // An earlier handler may have removed the timer, and its id may belong to a new one.
        if (!timer || timer->handled || timer->due != when)
            continue;
        const milliseconds interval(timer->info.interval);
        timer->due += interval;
        if (timer->due < now) // missed rounds are skipped
            timer->due = now + interval;
        timer->handled = true;
        QTimerEvent event(id);
        QCoreApplication::sendEvent(timer->object, &event);
        ++sent;
        if ((timer = find(id)))
            timer->handled = false;
    }
    return sent;
}

} // namespace sonde::platform
