// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/linux/epolldispatcher.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <span>
#include <utility>

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace sonde::platform {

namespace {

constexpr int kEventsAtOnce = 32;

// The events for each type of notifier, in the order of QSocketNotifier::Type. Every notifier is
// also activated for errors and when the peer closes.
constexpr std::array<std::uint32_t, 3> kRequested{EPOLLIN, EPOLLOUT, EPOLLPRI};
constexpr std::uint32_t kUnasked = EPOLLHUP | EPOLLERR;

LoopTimers::Moment now()
{
    return std::chrono::steady_clock::now();
}

timespec toTimespec(std::chrono::nanoseconds sinceEpoch)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(sinceEpoch);
    return {
        static_cast<time_t>(seconds.count()), static_cast<long>((sinceEpoch - seconds).count())};
}

void addForEver(int epoll, int fd)
{
    epoll_event event{};
    event.events = EPOLLIN | EPOLLET;
    event.data.fd = fd;
    ::epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

} // namespace

EpollDispatcher::EpollDispatcher(QObject *parent)
    : QAbstractEventDispatcher(parent)
    , m_epoll(::epoll_create1(EPOLL_CLOEXEC))
    , m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
    , m_timer(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK))
{
    if (m_epoll < 0 || m_wake < 0 || m_timer < 0)
        qFatal("No event loop: the process has no file descriptors left");
    addForEver(m_epoll, m_wake);
    addForEver(m_epoll, m_timer);
}

EpollDispatcher::~EpollDispatcher()
{
    for (const int fd : {m_epoll, m_wake, m_timer})
        ::close(fd);
}

bool EpollDispatcher::processEvents(QEventLoop::ProcessEventsFlags flags)
{
    // If the loop was interrupted after it checked for interruption, this round does not sleep.
    const bool wasInterrupted = m_interrupted.exchange(false);
    Q_EMIT awake();
    m_awake = false; // events posted from here on cause another round
    QCoreApplication::sendPostedEvents();
    if (m_interrupted)
        return false;

    const bool mayBlock =
        flags.testFlag(QEventLoop::WaitForMoreEvents) && !wasInterrupted && m_alwaysReady == 0;
    int sent = 0;
    if (!flags.testFlag(QEventLoop::ExcludeSocketNotifiers))
        sent += wait(mayBlock) + sendToAlwaysReady();
    if (!flags.testFlag(QEventLoop::X11ExcludeTimers))
        sent += m_timers.sendDue(now());
    // Events posted together with the call that ended the sleep belong to this round: a loop that
    // ends with this round has handled all earlier events.
    if (m_awake.exchange(false))
        QCoreApplication::sendPostedEvents();
    return sent > 0;
}

// Sleeps if `block` is set and nothing is ready, then activates the notifiers. Returns their
// number.
int EpollDispatcher::wait(bool block)
{
    if (block) {
        armTimer();
        m_sleeping = true;
        // Either this read sees the flag set by wakeUp(), or wakeUp() sees that it must write.
        block = !m_awake;
        if (block)
            Q_EMIT aboutToBlock();
    }
    std::array<epoll_event, kEventsAtOnce> events;
    const int count = ::epoll_wait(m_epoll, events.data(), kEventsAtOnce, block ? -1 : 0);
    m_sleeping = false;
    int sent = 0;
    for (const epoll_event &event :
        std::span(events).first(static_cast<std::size_t>(std::max(count, 0)))) {
        if (event.data.fd == m_timer)
            m_armed = LoopTimers::Moment::max();
        else if (event.data.fd != m_wake)
            sent += send(event.data.fd, event.events);
    }
    return sent;
}

// An earlier handler may have closed and opened descriptors, so the notifiers are looked up here.
int EpollDispatcher::send(int fd, std::uint32_t events)
{
    int sent = 0;
    for (std::size_t type = 0; type < kRequested.size(); ++type) {
        QSocketNotifier *const notifier = m_watched[static_cast<std::size_t>(fd)].notifiers[type];
        if (notifier && events & (kRequested[type] | kUnasked)) {
            QEvent event(QEvent::SockAct);
            QCoreApplication::sendEvent(notifier, &event);
            ++sent;
        }
    }
    return sent;
}

int EpollDispatcher::sendToAlwaysReady()
{
    int sent = 0;
    for (std::size_t fd = 0; m_alwaysReady > 0 && fd < m_watched.size(); ++fd) {
        if (m_watched[fd].alwaysReady)
            sent += send(static_cast<int>(fd), EPOLLIN | EPOLLOUT);
    }
    return sent;
}

void EpollDispatcher::registerSocketNotifier(QSocketNotifier *notifier)
{
    const auto fd = static_cast<std::size_t>(notifier->socket());
    if (fd >= m_watched.size())
        m_watched.resize(fd + 1);
    m_watched[fd].notifiers[notifier->type()] = notifier;
    watch(static_cast<int>(fd), m_watched[fd]);
}

void EpollDispatcher::unregisterSocketNotifier(QSocketNotifier *notifier)
{
    const auto fd = static_cast<std::size_t>(notifier->socket());
    if (fd >= m_watched.size() || m_watched[fd].notifiers[notifier->type()] != notifier)
        return;
    m_watched[fd].notifiers[notifier->type()] = nullptr;
    watch(static_cast<int>(fd), m_watched[fd]);
}

// Updates epoll immediately, never later: the kernel forgets a descriptor that is closed in
// between, and its number could belong to another file.
void EpollDispatcher::watch(int fd, Watched &watched)
{
    epoll_event event{};
    event.data.fd = fd;
    for (std::size_t type = 0; type < kRequested.size(); ++type) {
        if (watched.notifiers[type])
            event.events |= kRequested[type];
    }
    if (std::exchange(watched.alwaysReady, false))
        --m_alwaysReady;
    if (event.events == 0) {
        if (std::exchange(watched.known, false))
            ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, fd, &event);
        return;
    }
    if (watched.known && ::epoll_ctl(m_epoll, EPOLL_CTL_MOD, fd, &event) == 0)
        return;
    watched.known = ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, fd, &event) == 0;
    if (!watched.known && errno == EPERM) {
        watched.alwaysReady = true;
        ++m_alwaysReady;
    }
}

// Arms the timer only for an earlier moment: for a later one the loop wakes once too often. So a
// timeout that is postponed with every message costs no system call.
void EpollDispatcher::armTimer()
{
    const auto next = m_timers.next();
    if (!next || *next >= m_armed)
        return;
    itimerspec spec{};
    spec.it_value = toTimespec(next->time_since_epoch());
    ::timerfd_settime(m_timer, TFD_TIMER_ABSTIME, &spec, nullptr);
    m_armed = *next;
}

void EpollDispatcher::registerTimer(int id, qint64 interval, Qt::TimerType type, QObject *object)
{
    m_timers.add({id, static_cast<int>(interval), type}, object, now());
}

bool EpollDispatcher::unregisterTimer(int id)
{
    return m_timers.remove(id);
}

bool EpollDispatcher::unregisterTimers(QObject *object)
{
    return m_timers.removeAll(object);
}

QList<EpollDispatcher::TimerInfo> EpollDispatcher::registeredTimers(QObject *object) const
{
    return m_timers.of(object);
}

int EpollDispatcher::remainingTime(int id)
{
    return m_timers.remaining(id, now());
}

void EpollDispatcher::wakeUp()
{
    if (m_awake.exchange(true) || !m_sleeping)
        return;
    const std::uint64_t one = 1;
    // The write fails only if the counter is full, and then the loop is awake.
    [[maybe_unused]] const ssize_t written = ::write(m_wake, &one, sizeof one);
}

void EpollDispatcher::interrupt()
{
    m_interrupted = true;
    wakeUp();
}

} // namespace sonde::platform
