// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/call/timers.h"

#include <algorithm>

namespace sonde::demo {

void Timers::add(const void *owner, Milliseconds delay, std::function<void()> action)
{
    m_timers.emplace(m_now + delay, Timer{owner, std::move(action)});
}

void Timers::removeAllOf(const void *owner)
{
    std::erase_if(m_timers, [owner](const auto &entry) { return entry.second.owner == owner; });
}

bool Timers::hasAnyOf(const void *owner) const
{
    return std::any_of(m_timers.begin(), m_timers.end(),
        [owner](const auto &entry) { return entry.second.owner == owner; });
}

std::optional<Milliseconds> Timers::next() const
{
    if (m_timers.empty())
        return std::nullopt;
    return m_timers.begin()->first;
}

void Timers::run()
{
    // One node at a time: an action may withdraw timers that are due as well. Counted, so that
    // an action that adds a timer for "now" gives way to the input first.
    auto due = std::distance(m_timers.begin(), m_timers.upper_bound(m_now));
    while (due-- > 0 && !m_timers.empty() && m_timers.begin()->first <= m_now) {
        auto node = m_timers.extract(m_timers.begin());
        node.mapped().action();
    }
}

} // namespace sonde::demo
