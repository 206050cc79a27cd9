// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/recordlist.h"
#include "trace/record/store.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace sonde::models {

// How long the calls of a tool (or prompts/get, resources/read), or else of a method, took before
// and after a moment: the median of the last ten before it and of the first ten after it.
struct CallTiming {
    QString name; // of the tool, prompt or resource, or else the method
    std::optional<std::chrono::nanoseconds> before;
    std::optional<std::chrono::nanoseconds> after;

    // The change in percent, if there are both and it is more than kSameBand.
    std::optional<int> percent() const;
};

inline constexpr std::size_t kTimedRuns = 10;
inline constexpr int kSameBand = 5; // percent that count as the same
inline constexpr std::size_t kMaxTimedRecords = 200'000; // that are looked at, the newest ones
inline constexpr std::size_t kMaxTimings = 100; // names

// `first` is the number of the first record. `until`: steady time at which the next start was, if
// there was one. Ordered by name.
std::vector<CallTiming> callTimings(const trace::Store &store, const trace::RecordSnapshot &records,
    trace::Number first, const QString &server, std::int64_t at, std::optional<std::int64_t> until);

} // namespace sonde::models
