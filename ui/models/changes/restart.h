// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "changes/callrun.h"
#include "changes/comparison.h"
#include "models/changes/restartcause.h"
#include "rpc/endreport.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace sonde::models {

struct StartRecord;

// A start of a server, or its end that nobody asked for: when, why, and what came of it.
struct Restart {
    enum class Outcome : std::uint8_t {
        Started,
        Failed, // it did not start, or did not connect
        Ended, // it ended by itself
        NotBuilt, // the build before a restart failed, so it goes on as it was
    };
    int number = 0; // of the starts of its server, from 1 on
    bool isEarlier = false; // in an earlier run of Sonde: its steady time means nothing in this one
    bool isReference = false; // later starts are compared with it; one of a server at most
    Stamp at; // when the start began, or when it had failed or ended
    RestartCause cause;
    Outcome outcome = Outcome::Started;
    std::optional<rpc::EndReport> end; // how it ended, if that is known
    QString failure; // a sentence without `end`, unless it started
    std::chrono::nanoseconds firstResponse{0}; // round trip, if it started
    // What it offered, and what changed since the start before; nullptr without one.
    std::shared_ptr<const changes::Snapshot> snapshot;
    std::shared_ptr<const changes::Comparison> comparison;
    qint64 pid = 0; // 0: not known, or no process of this system
    // Resident bytes of the server's processes, once its lists were loaded and once the saved calls
    // had run; 0: not known.
    std::uint64_t memory = 0;
    std::uint64_t memoryAfterCalls = 0;
    // Of the saved calls that were to run after it, when they have; nullptr: there are none.
    std::shared_ptr<const changes::CallRuns> runs;
    // What of their results changed since the last start with such calls.
    std::shared_ptr<const std::vector<changes::RunChange>> results;
    // What the trace tells about it, once that was saved; nullptr: it is not known.
    std::shared_ptr<const StartRecord> record;
    bool isRecordFinal = false; // it was over by then, and all its messages were checked
};

// How many of the results are different, or worse.
int differentCount(const std::vector<changes::RunChange> &results);

// What came of it, in a few words: "1 breaking, 2 tools", "no changes", "did not start: …", for
// the first start "8 tools, 2 resources".
QString consequenceOf(const Restart &restart);
// What it is called in the report: "Tool", "Template".
QString partWord(changes::Part part);
// "2 tools", "1 resource"; a part without items: its name.
QString partCount(changes::Part part, int count);

} // namespace sonde::models
