// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/recordlist.h"

#include <algorithm>

namespace sonde::trace {

void RecordList::append(std::span<const Record> records)
{
    while (!records.empty()) {
        const std::size_t at = m_size % kBlock;
        if (at == 0)
            m_blocks.push_back({std::make_shared<Block>(), false});
        const std::size_t count = std::min(kBlock - at, records.size());
        std::copy_n(records.begin(), count,
            m_blocks.back().records->begin() + static_cast<std::ptrdiff_t>(at));
        records = records.subspan(count);
        m_size += count;
    }
}

void RecordList::set(std::size_t at, const Record &record)
{
    Place &place = m_blocks[at / kBlock];
    if (place.isShared) {
        place.records = std::make_shared<Block>(*place.records);
        place.isShared = false;
    }
    (*place.records)[at % kBlock] = record;
}

void RecordList::clear()
{
    *this = RecordList();
}

RecordSnapshot RecordList::snapshot()
{
    RecordSnapshot taken;
    taken.m_blocks.reserve(m_blocks.size());
    for (Place &place : m_blocks) {
        place.isShared = true;
        taken.m_blocks.push_back(place.records);
    }
    taken.m_size = m_size;
    return taken;
}

} // namespace sonde::trace
