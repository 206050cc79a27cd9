// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/findings/findinglist.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace sonde::models {

// From a start of a server until the next one, on the steady clock.
struct StartSpan {
    std::int64_t begin = 0;
    std::optional<std::int64_t> end;

    bool contains(std::int64_t steady) const { return steady >= begin && (!end || steady < *end); }
};

// A finding that is there after one start of a server and not after another one.
struct FindingChange {
    bool isNew = true; // false: it is gone
    findings::Level level = findings::Level::Info;
    QString sentence;
};

inline constexpr std::size_t kMaxFindingChanges = 200;
inline constexpr std::size_t kMaxSpanRecords = 200'000; // that are looked at, the newest ones

// The new ones first. One is gone only if a message of its method and target was exchanged again
// after the later start. Accepted ones do not count.
std::vector<FindingChange> findingChanges(const FindingList &list, const QString &server,
    const StartSpan &before, const StartSpan &after);

} // namespace sonde::models
