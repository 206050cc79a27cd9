// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/store.h"

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace sonde::trace {

// Statistics of one method, or of one tool, prompt or resource of a method.
struct StatisticsRow {
    std::string method;
    std::string target; // empty: the whole method
    std::uint64_t count = 0; // requests and notifications
    std::uint64_t answered = 0; // requests that have a duration
    std::uint64_t errors = 0; // as countsAsError() defines them
    std::uint64_t bytes = 0; // of requests and responses
    std::int64_t p50Ns = 0;
    std::int64_t p95Ns = 0;
    std::int64_t p99Ns = 0;
    std::int64_t maxNs = 0;
};

// Counts messages by method and target. Bounded: beyond kMaxRows, new targets count only for their
// method, and new methods not at all.
class Statistics {
public:
    static constexpr std::size_t kMaxRows = 20'000;

    explicit Statistics(const Store &store)
        : m_store(store)
    {
    }

    // `durationNs` is the result of durationOf().
    void add(const Record &record, std::int64_t durationNs);
    // Methods with the most messages first, each followed by its targets.
    std::vector<StatisticsRow> rows(const std::stop_token &stop = {}) const;
    // Of all added records, including those without a method.
    std::uint64_t errorCount() const { return m_errors; }

private:
    struct Group {
        std::uint64_t count = 0;
        std::uint64_t errors = 0;
        std::uint64_t bytes = 0;
        std::vector<std::int64_t> durations;
    };
    using Key = std::pair<std::uint32_t, std::uint32_t>; // method, target

    static void addTo(Group &group, const Record &record, std::int64_t durationNs);
    StatisticsRow rowOf(const Key &key, Group group) const;

    const Store &m_store;
    std::map<Key, Group> m_groups;
    std::uint64_t m_errors = 0;
};

} // namespace sonde::trace
