// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

namespace sonde::findings {

// Whether something comes more often than a number of times within a span, in nanoseconds. It tells
// so once: the next time must fill the window anew.
class RateWindow {
public:
    RateWindow(std::size_t count, std::int64_t span)
        : m_count(count)
        , m_span(span)
    {
    }

    std::size_t count() const { return m_count; }
    std::int64_t span() const { return m_span; }

    // Whether one more, now, makes it too many.
    bool isFull(std::int64_t now) const
    {
        return m_times.size() + 1 >= m_count && now - m_times.front() < m_span;
    }
    void add(std::int64_t now)
    {
        if (isFull(now))
            m_times.clear();
        m_times.push_back(now);
        if (m_times.size() >= m_count)
            m_times.pop_front();
    }

private:
    std::size_t m_count;
    std::int64_t m_span;
    std::deque<std::int64_t> m_times; // fewer than m_count, ascending
};

} // namespace sonde::findings
