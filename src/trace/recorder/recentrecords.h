// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <utility>
#include <vector>

namespace sonde::trace {

// The newest records, so that problems found a little later can still be set on them. Bounded: the
// oldest records are dropped.
class RecentRecords {
public:
    static constexpr std::size_t kRecords = 32 * 1024; // of all streams

    void add(Number number, const Record &record);
    Record *find(Number number);
    // The number of the message that begins at the offset; 0 if it is no longer remembered.
    Number numberAt(rpc::StreamId stream, std::uint64_t offset) const;
    std::size_t placeCount() const; // at most 2 * kRecords

private:
    using Place = std::pair<std::uint64_t, Number>; // offset and number, ascending in each stream

    void forgetOldPlaces();

    std::vector<Record> m_records; // indexed by number % kRecords
    std::vector<std::vector<Place>> m_places; // by stream
    Number m_newest = 0;
};

} // namespace sonde::trace
