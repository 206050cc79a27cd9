// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/loadrun.h"

#include <algorithm>
#include <cmath>

namespace sonde::mcp {

namespace {

constexpr double kNsPerSecond = 1e9;

} // namespace

LoadRun::Plan LoadRun::bounded(Plan plan)
{
    const int calls = std::clamp(plan.calls, 1, kMaxCalls);
    return {calls, std::clamp(plan.concurrency, 1, std::min(calls, kMaxConcurrency)),
        std::clamp(plan.rate, 0.0, kMaxRate), std::max<std::int64_t>(plan.durationNs, 0)};
}

std::int64_t LoadRun::dueAt(int call) const
{
    return m_begin + std::llround(double(call) * kNsPerSecond / m_plan.rate);
}

int LoadRun::due(std::int64_t now) const
{
    if (m_plan.rate == 0)
        return m_isTimeOver ? m_sent : m_plan.calls;
    const std::int64_t last =
        m_plan.durationNs > 0 ? std::min(now, m_begin + m_plan.durationNs - 1) : now;
    const double due = std::floor(double(last - m_begin) * m_plan.rate / kNsPerSecond) + 1;
    return int(std::min(due, double(m_plan.calls)));
}

std::vector<std::int64_t> LoadRun::startCalls(std::int64_t now)
{
    if (m_cancelled)
        return {};
    if (!m_hasBegun) {
        m_hasBegun = true;
        m_begin = m_end = now;
    }
    m_isTimeOver = m_plan.durationNs > 0 && now - m_begin >= m_plan.durationNs;
    if (m_isTimeOver)
        return {};
    const int free = m_plan.concurrency - underWay();
    std::vector<std::int64_t> starts;
    for (int count = std::min(free, due(now) - m_sent); count > 0; --count) {
        const bool hasWaited = m_plan.rate > 0 && dueAt(m_sent) < m_freeSince;
        starts.push_back(hasWaited ? dueAt(m_sent) : now);
        ++m_sent;
    }
    return starts;
}

std::optional<std::int64_t> LoadRun::nextAt() const
{
    if (isOver() || !m_hasBegun || m_isTimeOver)
        return std::nullopt;
    std::optional<std::int64_t> next;
    if (m_plan.durationNs > 0)
        next = m_begin + m_plan.durationNs;
    if (m_plan.rate > 0 && m_sent < m_plan.calls && underWay() < m_plan.concurrency)
        next = std::min(next.value_or(dueAt(m_sent)), dueAt(m_sent));
    return next;
}

int LoadRun::notSent(std::int64_t now) const
{
    if (m_plan.rate == 0 || !m_hasBegun)
        return 0;
    return std::max(0, due(isOver() ? m_end : now) - m_sent);
}

void LoadRun::over(Outcome outcome, std::int64_t durationNs, std::int64_t now)
{
    if (underWay() == 0)
        return;
    if (underWay() == m_plan.concurrency)
        m_freeSince = now;
    ++m_finished;
    ++m_counts[static_cast<std::size_t>(outcome)];
    m_end = std::max(m_end, now);
    if (outcome == Outcome::NoResponse || outcome == Outcome::TimedOut
        || outcome == Outcome::Cancelled)
        return;
    const std::int64_t duration = std::max<std::int64_t>(durationNs, 0);
    m_shortest = m_durations.empty() ? duration : std::min(m_shortest, duration);
    m_longest = std::max(m_longest, duration);
    m_durations.push_back(duration);
}

void LoadRun::cancel()
{
    m_cancelled = true;
}

bool LoadRun::isOver() const
{
    return underWay() == 0 && (m_cancelled || m_isTimeOver || m_sent == m_plan.calls);
}

int LoadRun::errors() const
{
    return m_finished - count(Outcome::Ok) - count(Outcome::Cancelled);
}

std::int64_t LoadRun::elapsedNs(std::int64_t now) const
{
    if (m_sent == 0)
        return 0;
    return (isOver() ? m_end : std::max(now, m_begin)) - m_begin;
}

double LoadRun::perSecond(std::int64_t now) const
{
    const std::int64_t elapsed = elapsedNs(now);
    return elapsed <= 0 ? 0.0
                        : static_cast<double>(m_durations.size()) * kNsPerSecond / double(elapsed);
}

std::int64_t LoadRun::percentile(double percent) const
{
    if (m_durations.empty())
        return 0;
    const auto size = static_cast<double>(m_durations.size());
    const double rank = std::ceil(std::clamp(percent, 0.0, 100.0) / 100.0 * size);
    std::vector<std::int64_t> sorted = m_durations;
    const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(std::max(rank, 1.0)) - 1;
    std::nth_element(sorted.begin(), at, sorted.end());
    return *at;
}

std::vector<LoadRun::Bar> LoadRun::histogram(int bars) const
{
    if (m_durations.empty() || bars < 1)
        return {};
    // From 1 ns on: the logarithm of nothing is none.
    const double low = std::log(double(std::max<std::int64_t>(m_shortest, 1)));
    const double high = std::log(double(std::max<std::int64_t>(m_longest, 1)));
    const double step = (high - low) / bars;
    std::vector<Bar> all(std::size_t(step > 0 ? bars : 1));
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].fromNs = std::llround(std::exp(low + step * double(i)));
        all[i].toNs = std::llround(std::exp(low + step * double(i + 1)));
    }
    all.front().fromNs = m_shortest;
    all.back().toNs = m_longest;
    for (const std::int64_t duration : m_durations) {
        const auto after = std::upper_bound(all.begin(), all.end(), duration,
            [](std::int64_t value, const Bar &bar) { return value < bar.fromNs; });
        ++(after == all.begin() ? after : after - 1)->count;
    }
    return all;
}

} // namespace sonde::mcp
