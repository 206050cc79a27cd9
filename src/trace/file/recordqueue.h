// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/file/sessionschema.h"
#include "trace/record/record.h"

#include <cstddef>
#include <span>
#include <vector>

namespace sonde::trace {

// Records that wait to be written, in runs of equal length: a single vector would be copied again
// and again while it grows under load.
class RecordQueue {
public:
    static constexpr std::size_t kRun = schema::kMaxBlock; // a run becomes a block
    static constexpr std::size_t kKeptRuns = 256; // runs whose memory is kept by clear()

    void push(const Record &record)
    {
        if (m_size % kRun == 0)
            startRun();
        m_runs[m_size / kRun].push_back(record);
        ++m_size;
    }
    Record &operator[](std::size_t index) { return m_runs[index / kRun][index % kRun]; }
    // All runs but the last one have kRun records.
    std::span<const std::vector<Record>> runs() const
    {
        return std::span(m_runs).first((m_size + kRun - 1) / kRun);
    }
    std::size_t size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    void clear();

private:
    void startRun();

    std::vector<std::vector<Record>> m_runs; // used runs first, then empty ones for reuse
    std::size_t m_size = 0;
};

} // namespace sonde::trace
