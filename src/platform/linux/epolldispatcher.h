// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "platform/linux/looptimers.h"

#include <QAbstractEventDispatcher>

#include <array>
#include <atomic>
#include <vector>

namespace sonde::platform {

// The event loop of a thread that moves bytes: the wire thread's, and the command line's. Qt's own
// loops tell the kernel anew in every round what they wait for, arm a timer for it, and wake
// themselves by a write and a read; this one has said it all before (epoll, timerfd), and who posts
// to a thread that is awake makes no system call at all.
//
// Not for a thread with windows, nor where GLib's event loop is needed (the keychain).
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
        bool known = false; // to epoll
        bool alwaysReady = false; // a file, say: nothing epoll could wait for
    };

    void watch(int fd, Watched &watched);
    int wait(bool block);
    int send(int fd, std::uint32_t events);
    int sendToAlwaysReady();
    void armTimer();

    int m_epoll = -1;
    int m_wake = -1; // eventfd; never read, each write is an edge of its own
    int m_timer = -1; // timerfd; never read, either
    std::vector<Watched> m_watched; // by file descriptor
    int m_alwaysReady = 0; // how many of them
    LoopTimers m_timers;
    LoopTimers::Moment m_armed = LoopTimers::Moment::max(); // what the timerfd waits for

    std::atomic<bool> m_awake = true; // somebody wants a round of the loop
    std::atomic<bool> m_sleeping = false; // … and must say so with a write
    std::atomic<bool> m_interrupted = false;
};

} // namespace sonde::platform
