// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "platform/linux/looptimers.h"

#include <QAbstractEventDispatcher>

#include <array>
#include <atomic>
#include <vector>

namespace sonde::platform {

// The event loop of a thread that transfers bytes: the wire thread and the command line. Qt's event
// loops pass the set of descriptors to the kernel in every round, arm a timer for it, and wake
// themselves with a write and a read. This one registers descriptors once (epoll, timerfd), and
// posting to a thread that is awake makes no system call.
//
// Do not use it on a thread with windows, or where GLib's event loop is needed (the keychain).
class EpollDispatcher final : public QAbstractEventDispatcher {
    Q_OBJECT
public:
    explicit EpollDispatcher(QObject *parent = nullptr);
    ~EpollDispatcher() override;

    bool processEvents(QEventLoop::ProcessEventsFlags flags) override;

    void registerSocketNotifier(QSocketNotifier *notifier) override;
    void unregisterSocketNotifier(QSocketNotifier *notifier) override;

    void registerTimer(int id, qint64 interval, Qt::TimerType type, QObject *object) override;
    bool unregisterTimer(int id) override;
    bool unregisterTimers(QObject *object) override;
    QList<TimerInfo> registeredTimers(QObject *object) const override;
    int remainingTime(int id) override;

    void wakeUp() override; // from any thread
    void interrupt() override;

private:
    struct Watched { // a file descriptor
        std::array<QSocketNotifier *, 3> notifiers{}; // by QSocketNotifier::Type
        bool known = false; // registered with epoll
        bool alwaysReady = false; // a regular file, for example, which epoll does not support
    };

    void watch(int fd, Watched &watched);
    int wait(bool block);
    int send(int fd, std::uint32_t events);
    int sendToAlwaysReady();
    void armTimer();

    int m_epoll = -1;
    int m_wake = -1; // eventfd; never read, because each write is a separate edge
    int m_timer = -1; // timerfd; never read, for the same reason
    std::vector<Watched> m_watched; // by file descriptor
    int m_alwaysReady = 0; // number of such descriptors
    LoopTimers m_timers;
    LoopTimers::Moment m_armed = LoopTimers::Moment::max(); // the expiry set in the timerfd

    std::atomic<bool> m_awake = true; // a round of the loop was requested
    std::atomic<bool> m_sleeping = false; // if set, wakeUp() must write to m_wake
    std::atomic<bool> m_interrupted = false;
};

} // namespace sonde::platform
