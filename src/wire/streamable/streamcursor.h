// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "rpc/sseparser.h"

#include <QByteArray>

#include <chrono>
#include <optional>

namespace sonde::wire {

// The position up to which an event stream was read, and when to resume it (WHATWG HTML 9.2,
// 2025-11-25 basic/transports#resumability-and-redelivery).
class StreamCursor {
public:
    // Limits of the server's `retry`; without `retry` the delay is kDefaultDelay.
    static constexpr std::chrono::milliseconds kMinDelay{100};
    static constexpr std::chrono::milliseconds kDefaultDelay{1000};
    static constexpr std::chrono::milliseconds kMaxDelay{60'000};
    // Limit of consecutive attempts without an event.
    static constexpr int kMaxFruitless = 8;
    // A stream that was open for this long counts as a success, even without an event.
    static constexpr std::chrono::milliseconds kUsefulLife{10'000};

    void opened(Stamp at) { m_opened = at.steady; }
    void saw(const rpc::SseEvent &event);
    // Call when the stream has ended: the delay before opening it again; empty if there were too
    // many attempts without success.
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
