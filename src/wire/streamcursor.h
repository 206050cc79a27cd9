// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/sseparser.h"

#include <QByteArray>

#include <chrono>
#include <optional>

namespace sonde::wire {

// How far an event stream was read, and when to take it up again (WHATWG HTML 9.2,
// 2025-11-25 basic/transports#resumability-and-redelivery).
class StreamCursor {
public:
    // The server's `retry` counts within these; without one it is kDefaultDelay.
    static constexpr std::chrono::milliseconds kMinDelay{100};
    static constexpr std::chrono::milliseconds kDefaultDelay{1000};
    static constexpr std::chrono::milliseconds kMaxDelay{60'000};
    // Attempts in a row that brought no event.
    static constexpr int kMaxFruitless = 8;

    void saw(const rpc::SseEvent &event);
    // The stream has ended: how long to wait before it is opened again; nothing when it was tried
    // often enough in vain.
    std::optional<std::chrono::milliseconds> nextDelay();

    bool canResume() const { return !m_lastEventId.isEmpty(); }
    const QByteArray &lastEventId() const { return m_lastEventId; }

private:
    QByteArray m_lastEventId;
    std::optional<std::chrono::milliseconds> m_retry;
    bool m_sawEvent = false; // since the last nextDelay()
    int m_fruitless = 0;
};

} // namespace sonde::wire
