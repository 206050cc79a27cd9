// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "rpc/sseparser.h"

#include <QByteArray>

#include <chrono>
#include <optional>

namespace sonde::wire {

// How far an event stream was read, and when to resume it (WHATWG HTML 9.2,
// 2025-11-25 basic/transports#resumability-and-redelivery).
class StreamCursor {
public:
    // The server's `retry` counts within these; without one it is kDefaultDelay.
    static constexpr std::chrono::milliseconds kMinDelay{100};
    static constexpr std::chrono::milliseconds kDefaultDelay{1000};
    static constexpr std::chrono::milliseconds kMaxDelay{60'000};
    // Attempts in a row that brought no event.
    static constexpr int kMaxFruitless = 8;
    // A stream that was open this long counts as a success, even without an event.
    static constexpr std::chrono::milliseconds kUsefulLife{10'000};

    void opened(Stamp at) { m_opened = at.steady; }
    void saw(const rpc::SseEvent &event);
    // The stream has ended: how long to wait before it is opened again; nothing when it was tried
    // often enough in vain.
    std::optional<std::chrono::milliseconds> nextDelay(Stamp now);

    bool canResume() const { return !m_lastEventId.isEmpty(); }
    const QByteArray &lastEventId() const { return m_lastEventId; }

private:
    QByteArray m_lastEventId;
    std::optional<std::chrono::milliseconds> m_retry;
    bool m_sawEvent = false; // since the last nextDelay()
    std::int64_t m_opened = 0; // 0: not since the last nextDelay()
    int m_fruitless = 0;
};

} // namespace sonde::wire
