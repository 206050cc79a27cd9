// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <utility>
#include <vector>

namespace sonde::trace {

// The newest records, so that what is found out about a message a little later can still be
// applied to it. Bounded: the oldest make room.
class RecentRecords {
public:
    static constexpr std::size_t kRecords = 32 * 1024; // of all streams

    void add(Number number, const Record &record);
    Record *find(Number number);
    // The number of the message that begins there; 0 when that is too long ago.
    Number numberAt(rpc::StreamId stream, std::uint64_t offset) const;
    std::size_t placeCount() const; // at most 2 * kRecords

private:
    using Place = std::pair<std::uint64_t, Number>; // offset, number; ascending in a stream

    void forgetOldPlaces();

    std::vector<Record> m_records; // at number % kRecords
    std::vector<std::vector<Place>> m_places; // by stream
    Number m_newest = 0;
};

} // namespace sonde::trace
