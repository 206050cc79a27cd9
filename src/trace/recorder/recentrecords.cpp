// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder/recentrecords.h"

#include <algorithm>

namespace sonde::trace {

void RecentRecords::add(Number number, const Record &record)
{
    const std::size_t at = number % kRecords;
    if (at >= m_records.size())
        m_records.resize(std::min(kRecords, std::max<std::size_t>(256, (at + 1) * 2)));
    m_records[at] = record;
    m_newest = number;

    if (record.stream >= m_places.size())
        m_places.resize(record.stream + std::size_t(1));
    m_places[record.stream].emplace_back(record.offset, number);
    // From time to time for all streams at once, because HTTP has many streams and most of them are
    // idle.
    if (at == 0)
        forgetOldPlaces();
}

void RecentRecords::forgetOldPlaces()
{
    for (auto &places : m_places) {
        const auto kept = std::find_if(places.begin(), places.end(),
            [this](const Place &place) { return m_newest - place.second < kRecords; });
        places.erase(places.begin(), kept);
        if (places.empty())
            places.shrink_to_fit();
    }
}

std::size_t RecentRecords::placeCount() const
{
    std::size_t count = 0;
    for (const auto &places : m_places)
        count += places.size();
    return count;
}

Record *RecentRecords::find(Number number)
{
    if (number == 0 || number > m_newest || m_newest - number >= kRecords)
        return nullptr;
    return &m_records[number % kRecords];
}

Number RecentRecords::numberAt(rpc::StreamId stream, std::uint64_t offset) const
{
    if (stream >= m_places.size())
        return 0;
    const auto &places = m_places[stream];
    const auto it = std::lower_bound(places.begin(), places.end(), Place(offset, 0));
    return it != places.end() && it->first == offset ? it->second : 0;
}

} // namespace sonde::trace
