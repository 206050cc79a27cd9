// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>

namespace sonde::session {

// When to connect again to a server that has gone away: after a second, then each time after twice
// as long, up to a minute, and not for ever.
class Reconnect : public QObject {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds kFirstDelay{1'000};
    static constexpr std::chrono::milliseconds kLongestDelay{60'000};
    static constexpr int kMostAttempts = 500; // about eight hours

    // With another first delay, the longest one is in proportion.
    explicit Reconnect(
        QObject *parent = nullptr, std::chrono::milliseconds firstDelay = kFirstDelay);

    void noteGone(); // due() follows, unless there were too many attempts
    void stop(); // it is connected, or not wanted

    bool isWaiting() const { return m_timer.isActive(); }
    int attempts() const { return m_attempts; } // since it went away, with the one that waits
    std::chrono::milliseconds delay() const { return m_timer.intervalAsDuration(); }
    bool isExhausted() const { return m_attempts >= kMostAttempts && !isWaiting(); }

    // Before the attempt of that number, from 1 on.
    static std::chrono::milliseconds delayBefore(
        int attempt, std::chrono::milliseconds firstDelay = kFirstDelay);

Q_SIGNALS:
    void due();

private:
    std::chrono::milliseconds m_firstDelay;
    QTimer m_timer;
    int m_attempts = 0;
};

} // namespace sonde::session
