// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/identity.h"
#include "models/changes/calltimings.h"
#include "models/changes/findingchanges.h"

#include <QString>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

namespace sonde::models {

// What the trace tells about a start of a server, to be compared with when that trace is gone.
struct StartRecord {
    static constexpr std::size_t kMaxFindings = 200;
    static constexpr std::size_t kMaxExchanged = 500;

    // How long a call took after the start: the median of the first ten. Named as a CallTiming.
    struct Timing {
        QString name;
        std::chrono::nanoseconds median{0};
        bool operator==(const Timing &) const = default;
    };
    struct Found {
        findings::Identity identity;
        findings::Level level = findings::Level::Info;
        QString sentence;
        bool operator==(const Found &) const = default;
    };
    using Exchanged = std::pair<QString, QString>; // method and target

    std::vector<Timing> timings; // ordered by name; at most kMaxTimings
    // false: they are not known, because messages were not checked yet, or there are too many.
    bool hasFindings = false;
    bool hasTooMany = false; // more than kMaxFindings: with a part of them no start is compared
    std::vector<Found> findings; // each identity once, ordered; accepted ones do not count
    std::vector<Exchanged> exchanged; // each once, ordered

    // Whether all messages of the start were checked.
    bool isChecked() const { return hasFindings || hasTooMany; }
    // With what an earlier look at the same start found, where this one found nothing: the trace
    // was cleared since, or newer messages are not checked yet.
    void completeFrom(const StartRecord &earlier);
    bool operator==(const StartRecord &) const = default;
};

StartRecord startRecord(const FindingList &list, const QString &server, const StartSpan &span);
// Only its times.
StartRecord startTimes(const FindingList &list, const QString &server, const StartSpan &span);

// The times of calls after one start and after another one. Without the first, only those after.
std::vector<CallTiming> callTimings(const StartRecord *before, const StartRecord &after);

// As findingChanges() of two spans. Nothing: the findings of one of the starts are not known.
std::optional<std::vector<FindingChange>> findingChanges(
    const StartRecord &before, const StartRecord &after);

} // namespace sonde::models
