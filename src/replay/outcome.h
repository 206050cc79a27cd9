// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "mock/mockscript.h"
#include "replay/recordedorder.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sonde::replay {

// What came of a request, in a recording or now.
struct ReplayOutcome {
    enum class Kind : std::uint8_t {
        NotSent, // the server's revision does not have the method
        Missing, // no response
        Result,
        Error, // an error response
        Done, // it was cancelled, or is a notification: there is nothing to compare
    };
    Kind kind = Kind::Missing;
    Bytes value{}; // JSON text of the result or the error
    std::vector<Bytes> progress{}; // the params of each progress notification
    QString sentence{}; // why there is no response
    std::chrono::nanoseconds took{-1}; // negative: not known
};

// The params of notifications, by method, in the order of their arrival.
using Notifications = std::map<std::string, std::vector<Bytes>, std::less<>>;

struct Outcomes {
    static constexpr std::size_t kMaxNotifications = 1'000'000; // of the live server

    std::map<Index, ReplayOutcome> requests;
    Notifications notifications; // without progress, which belongs to a request
};

// What the recording has of these exchanges, and of all notifications.
Outcomes recordedOutcomes(const mock::MockScript &script, const std::set<Index> &chosen);

// The params without _meta.
Bytes comparedParams(const json::Value &params);

// The text that is compared: {"result":…,"progress":[…]}. JSON in texts of content is JSON there.
Bytes comparedText(const ReplayOutcome &outcome);
// An array of params.
Bytes comparedText(const std::vector<Bytes> &notifications);

} // namespace sonde::replay
