// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder/changelog.h"

#include <algorithm>

namespace sonde::trace {

ChangeLog::ChangeLog(std::size_t limit)
    : m_limit(limit)
{
}

ChangeLog::Place *ChangeLog::add()
{
    Place place;
    place.next = m_first;
    place.change = changesEnd(); // records here are in their newest state
    m_places.push_back(place);
    return &m_places.back();
}

void ChangeLog::remove(Place *place)
{
    m_places.remove_if([place](const Place &each) { return &each == place; });
    trim();
}

void ChangeLog::append(Number number, const Record &record)
{
    if (m_places.empty()) {
        m_first = number + 1;
        return;
    }
    if (m_fresh.size() >= m_limit) {
        for (Place &place : m_places) {
            if (place.next == m_first)
                skip(place);
        }
        trim();
    }
    m_fresh.push_back(record);
}

void ChangeLog::change(Number number, const Record &record)
{
    if (number >= m_first)
        m_fresh[number - m_first] = record;
    if (!isRead(number))
        return;
    const auto [known, isNew] = m_newest.try_emplace(number, changesEnd());
    if (!isNew && !isChangeRead(known->second)) {
        m_changed[known->second - m_firstChange].record = record;
        return;
    }
    if (m_changed.size() >= m_limit) {
        for (Place &place : m_places) {
            if (place.change == m_firstChange)
                skip(place);
        }
        trim();
    }
    m_newest[number] = changesEnd();
    m_changed.push_back({number, record});
}

bool ChangeLog::readInto(Changes &into, Place &place, std::size_t most)
{
    // It skipped records between two parts of what it reads now: those come the next time.
    if (!into.fresh.empty() && into.firstNew + into.fresh.size() != place.next)
        return false;
    for (; place.change < changesEnd(); ++place.change) {
        const Change &change = m_changed[place.change - m_firstChange];
        // What it has not read comes in its newest state, and a later change follows.
        if (change.number < place.next && m_newest.at(change.number) == place.change)
            into.changed.emplace_back(change.number, change.record);
    }
    const auto from = m_fresh.begin() + (place.next - m_first);
    const auto count = std::min<std::size_t>(most, end() - place.next);
    if (into.fresh.empty())
        into.firstNew = place.next;
    into.fresh.insert(into.fresh.end(), from, from + std::ptrdiff_t(count));
    place.next += static_cast<Number>(count);
    trim();
    return place.next < end();
}

bool ChangeLog::isRead(Number number) const
{
    return std::any_of(m_places.begin(), m_places.end(),
        [number](const Place &place) { return place.next > number; });
}

bool ChangeLog::isChangeRead(std::uint64_t change) const
{
    return std::any_of(m_places.begin(), m_places.end(),
        [change](const Place &place) { return place.change > change; });
}

void ChangeLog::skip(Place &place) const
{
    place.next = end();
    place.change = changesEnd();
}

void ChangeLog::trim()
{
    Number next = end();
    std::uint64_t change = changesEnd();
    for (const Place &place : m_places) {
        next = std::min(next, place.next);
        change = std::min(change, place.change);
    }
    m_fresh.erase(m_fresh.begin(), m_fresh.begin() + (next - m_first));
    m_first = next;
    for (; m_firstChange < change; ++m_firstChange) {
        const auto newest = m_newest.find(m_changed.front().number);
        if (newest != m_newest.end() && newest->second == m_firstChange)
            m_newest.erase(newest);
        m_changed.pop_front();
    }
}

} // namespace sonde::trace
