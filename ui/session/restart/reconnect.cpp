// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/restart/reconnect.h"

#include <algorithm>

namespace sonde::session {

namespace {

constexpr int kMostDoublings = 16; // more than lead to the longest delay

} // namespace

Reconnect::Reconnect(QObject *parent, std::chrono::milliseconds firstDelay)
    : QObject(parent)
    , m_firstDelay(firstDelay)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Reconnect::due);
}

std::chrono::milliseconds Reconnect::delayBefore(int attempt, std::chrono::milliseconds firstDelay)
{
    const auto longest = firstDelay * (kLongestDelay / kFirstDelay);
    const int doublings = std::clamp(attempt - 1, 0, kMostDoublings);
    return std::min(firstDelay * (1 << doublings), longest);
}

void Reconnect::noteGone()
{
    if (isWaiting() || m_attempts >= kMostAttempts)
        return;
    ++m_attempts;
    m_timer.start(delayBefore(m_attempts, m_firstDelay));
}

void Reconnect::stop()
{
    m_timer.stop();
    m_attempts = 0;
}

} // namespace sonde::session
