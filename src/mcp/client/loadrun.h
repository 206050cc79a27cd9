// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace sonde::mcp {

// A load test: one call repeated, at a rate or as fast as the server responds, and a number of
// calls at once at most. Says how many to send, and counts outcomes and durations. Does no I/O;
// times are steady nanoseconds.
class LoadRun {
public:
    // Limits, so that a mistyped number does not flood a server or exhaust memory.
    static constexpr int kMaxCalls = 100'000;
    static constexpr int kMaxConcurrency = 256;
    static constexpr double kMaxRate = 100'000;

    struct Plan {
        int calls = 100;
        int concurrency = 4;
        double rate = 0; // calls a second; 0: each call follows one that is over
        std::int64_t durationNs = 0; // no call begins later; 0: no limit
        friend bool operator==(const Plan &, const Plan &) = default;
    };
    // Within the limits: at least one call, and no more at once than calls.
    static Plan bounded(Plan plan);

    enum class Outcome : std::uint8_t {
        Ok,
        ToolError,
        ServerError,
        NoResponse,
        TimedOut,
        Cancelled
    };
    static constexpr std::size_t kOutcomes = 6;

    explicit LoadRun(Plan plan)
        : m_plan(bounded(plan))
    {
    }

    const Plan &plan() const { return m_plan; }

    // The calls to send now, which count as sent: for each of them the time from which its duration
    // counts. That is now; but the time at which the rate wanted it, if no call could be sent then
    // because as many as allowed were under way. Otherwise a server that stalls would look quick:
    // while it stalls, hardly anything would be sent and measured.
    std::vector<std::int64_t> startCalls(std::int64_t now);
    // When startCalls() has more to say, whether or not a call is over by then; nothing: not
    // before.
    std::optional<std::int64_t> nextAt() const;
    // A call is over. Its duration counts only when it had a response.
    void over(Outcome outcome, std::int64_t durationNs, std::int64_t now);
    // Sends no more calls; the running ones are still waited for.
    void cancel();

    bool isCancelled() const { return m_cancelled; }
    bool isOver() const; // no call runs, and none will be sent

    int sent() const { return m_sent; }
    int finished() const { return m_finished; }
    int underWay() const { return m_sent - m_finished; }
    // At a rate: calls that were due, and not sent because as many as allowed were under way.
    int notSent(std::int64_t now) const;
    int count(Outcome outcome) const { return m_counts[static_cast<std::size_t>(outcome)]; }
    int errors() const; // all but Ok and Cancelled
    std::int64_t elapsedNs(std::int64_t now) const; // until the end, when it is over
    double perSecond(std::int64_t now) const; // responses

    // The duration that `percent` of the responses did not exceed (nearest rank); 0 without
    // responses.
    std::int64_t percentile(double percent) const;
    std::int64_t shortest() const { return m_shortest; }
    std::int64_t longest() const { return m_longest; }

    struct Bar {
        std::int64_t fromNs = 0;
        std::int64_t toNs = 0; // exclusive, except for the last bar
        int count = 0;
    };
    // From the shortest to the longest, each wider than the one before by the same factor, so that
    // a few slow responses do not press all others into one bar. Empty without responses.
    std::vector<Bar> histogram(int bars) const;

private:
    int due(std::int64_t now) const; // by the rate and the time
    std::int64_t dueAt(int call) const;

    const Plan m_plan;
    int m_sent = 0;
    int m_finished = 0;
    bool m_hasBegun = false;
    bool m_cancelled = false;
    bool m_isTimeOver = false;
    std::int64_t m_freeSince = 0; // when a call ended last while no further one could be sent
    std::array<int, kOutcomes> m_counts{};
    std::vector<std::int64_t> m_durations; // of the responses
    std::int64_t m_shortest = 0;
    std::int64_t m_longest = 0;
    std::int64_t m_begin = 0;
    std::int64_t m_end = 0; // of the newest that is over
};

} // namespace sonde::mcp
