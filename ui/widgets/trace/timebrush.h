// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cstdint>

namespace sonde::widgets {

// A range of time that is marked with the mouse: it is drawn, and each of its sides can be moved.
class TimeBrush {
public:
    enum class Side { None, Begin, End };

    bool isEmpty() const { return m_from == m_to; }
    std::int64_t begin() const { return std::min(m_from, m_to); }
    std::int64_t end() const { return std::max(m_from, m_to); }

    void clear() { m_from = m_to = 0; }
    void set(std::int64_t begin, std::int64_t end)
    {
        m_from = begin;
        m_to = end;
    }

    // Drawing goes from here to where drag() says; the sides may cross.
    void start(std::int64_t at) { m_from = m_to = at; }
    // The other side stays where it is.
    void take(Side side)
    {
        const std::int64_t first = begin();
        const std::int64_t last = end();
        m_from = side == Side::Begin ? last : first;
        m_to = side == Side::Begin ? first : last;
    }
    void drag(std::int64_t to) { m_to = to; }

private:
    std::int64_t m_from = 0;
    std::int64_t m_to = 0;
};

} // namespace sonde::widgets
