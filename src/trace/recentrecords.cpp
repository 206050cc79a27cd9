// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recentrecords.h"

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
    auto &places = m_places[record.stream];
    if (places.size() >= 2 * kPerStream)
        places.erase(places.begin(), places.begin() + kPerStream);
    places.emplace_back(record.offset, number);
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
