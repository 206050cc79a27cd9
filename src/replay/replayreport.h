// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "replay/outcome.h"
#include "replay/replayrules.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::replay {

enum class Verdict : std::uint8_t {
    Same,
    Different,
    Missing, // no response
    Failed, // an error response in place of a result
    NotSent, // the server's revision does not have the method
};
inline constexpr std::size_t kVerdicts = 5;
// "same", "different", …: a name for data, never translated.
std::string_view verdictName(Verdict verdict);

// A request of the recording, or all notifications of a method, then and now.
struct ReportRow {
    trace::Number number = 0; // of the client's message; 0: notifications
    std::string method{};
    std::string target{};
    Verdict verdict = Verdict::Same;
    QString sentence{}; // why there is no response
    std::vector<changes::Difference> differences{}; // that count; at most kMaxShown
    std::size_t left = 0; // more of them
    std::size_t allowed = 0; // by rules
    std::chrono::nanoseconds before{-1}; // negative: not known
    std::chrono::nanoseconds now{-1};

    static constexpr std::size_t kMaxShown = 20;
};

struct ReplayReport {
    std::vector<ReportRow> requests; // in the order of the recording, the handshake first
    std::vector<ReportRow> notifications; // by method

    std::size_t count(Verdict verdict) const; // of both
    bool isSame() const;
};

// Compares a recording with what came of it now. `withNotifications`: those that are not progress,
// too.
ReplayReport compareOutcomes(const mock::MockScript &script, const Outcomes &recorded,
    const Outcomes &live, const ReplayRules &rules, bool withNotifications);

// Adds rules for what differs between two runs against the same server.
void learnRules(const mock::MockScript &script, const Outcomes &first, const Outcomes &second,
    bool withNotifications, ReplayRules &rules);

// The tool, prompt or resource that a message of the client is about.
std::string targetOf(const mock::ScriptedExchange &exchange);

} // namespace sonde::replay
