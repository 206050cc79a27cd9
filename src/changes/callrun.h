// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "changes/volatileplace.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sonde::changes {

// One run of a saved call after a start of its server.
struct CallRun {
    enum class State : std::uint8_t {
        Returned,
        ToolError, // a result with isError
        Failed, // an error response, or no response
        NotRun,
    };
    static constexpr std::size_t kMaxResult = std::size_t(1) << 20; // larger ones are not kept

    QString call; // name of the saved call
    QString tool;
    Bytes arguments; // as saved
    State state = State::NotRun;
    QString sentence; // why it failed, or was not run
    Bytes result; // JSON text as received; empty: there is none, or it is not kept
    std::size_t size = 0; // of the result, also of one that is not kept
    std::chrono::nanoseconds took{0};
    // What differed between this run and another one right after it, or between such runs after an
    // earlier start.
    std::vector<VolatilePlace> places;
    bool isLearned = false; // false: there was no other run yet

    bool isSameCall(const CallRun &other) const
    {
        return call == other.call && tool == other.tool && arguments == other.arguments;
    }
};

// What came of a saved call after two starts.
struct RunChange {
    enum class Kind : std::uint8_t {
        First, // there is no run to compare it with
        Same,
        Different,
        Worse, // it returned a result before, and does not any more
        NotRun,
        Unknown, // a result was too large to be kept
    };
    Kind kind = Kind::First;
    CallRun after;
    std::optional<CallRun> before;
    std::vector<Difference> differences; // that count
    std::vector<VolatilePlace> ignored; // that explain differences which do not count
};

using CallRuns = std::vector<CallRun>; // of a start, in the order of their saved calls

// The result with each text of its content that is a JSON object or array as that JSON, so that
// its members can be compared. Any other text is as it was.
Bytes expandedResult(const Bytes &result);

// The run with what differs between its result and that of a second run right after it.
CallRun learnedFrom(CallRun run, const Bytes &secondResult);

RunChange compareRuns(const CallRun *before, const CallRun &after);
// A row for each run of `after`.
std::vector<RunChange> compareRuns(const CallRuns &before, const CallRuns &after);

} // namespace sonde::changes
