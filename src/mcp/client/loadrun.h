// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace sonde::mcp {

// The same call many times, a fixed number of them at once: says how many to send, counts what came
// back and how long it took. Pure: it is told of everything, with the time (steady nanoseconds).
class LoadRun {
public:
    // A slip of the finger must not become an attack on somebody's server, or on our memory.
    static constexpr int kMaxCalls = 100'000;
    static constexpr int kMaxConcurrency = 256;

    struct Plan {
        int calls = 100;
        int concurrency = 4;
        friend bool operator==(const Plan &, const Plan &) = default;
    };
    // Within the bounds: at least one call, and no more at once than there are.
    static Plan bounded(Plan plan);

    enum class Outcome : std::uint8_t { Ok, ToolError, ServerError, NoAnswer, Cancelled };
    static constexpr std::size_t kOutcomes = 5;

    explicit LoadRun(Plan plan)
        : m_plan(bounded(plan))
    {
    }

    const Plan &plan() const { return m_plan; }

    // How many calls are to be sent now; they count as sent from here on.
    int startCalls(std::int64_t now);
    // One of them is over. The time of what was answered counts, and only that.
    void over(Outcome outcome, std::int64_t durationNs, std::int64_t now);
    // No more are sent; what is under way is still waited for.
    void cancel();

    bool isCancelled() const { return m_cancelled; }
    bool isOver() const; // nothing is under way, and nothing more will be

    int sent() const { return m_sent; }
    int finished() const { return m_finished; }
    int underWay() const { return m_sent - m_finished; }
    int count(Outcome outcome) const { return m_counts[static_cast<std::size_t>(outcome)]; }
    int errors() const; // all but Ok, and what we cancelled ourselves
    std::int64_t elapsedNs(std::int64_t now) const; // until the end, when it is over
    double perSecond(std::int64_t now) const; // of what was answered

    // The duration that `percent` of the answers did not exceed (nearest rank); 0 without answers.
    std::int64_t percentile(double percent) const;
    std::int64_t shortest() const { return m_shortest; }
    std::int64_t longest() const { return m_longest; }

    struct Bar {
        std::int64_t fromNs = 0;
        std::int64_t toNs = 0; // not in it, but for the last one
        int count = 0;
    };
    // From the shortest to the longest, each wider than the one before by the same factor, so that
    // a few slow answers do not press all others into one bar. Empty without answers.
    std::vector<Bar> histogram(int bars) const;

private:
    const Plan m_plan;
    int m_sent = 0;
    int m_finished = 0;
    bool m_cancelled = false;
    std::array<int, kOutcomes> m_counts{};
    std::vector<std::int64_t> m_durations; // of the answers
    std::int64_t m_shortest = 0;
    std::int64_t m_longest = 0;
    std::int64_t m_begin = 0;
    std::int64_t m_end = 0; // of the newest that is over
};

} // namespace sonde::mcp
