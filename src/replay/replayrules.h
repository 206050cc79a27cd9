// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "changes/volatileplace.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::replay {

// A place of a response or notification that may differ.
struct ReplayRule {
    std::string method{}; // empty: every one
    std::string target{}; // the tool, prompt or resource; empty: every one
    changes::VolatilePlace place{};
    friend bool operator==(const ReplayRule &, const ReplayRule &) = default;
};

// Which differences between a recording and a live server do not count.
class ReplayRules {
public:
    static constexpr std::size_t kMaxRules = 10'000;
    static constexpr qint64 kMaxFile = qint64(4) << 20;

    // The text of a file: a rule per line, as text() writes it; empty lines and those that begin
    // with # are ignored. The error (Domain::Usage) names the line.
    static Result<ReplayRules> read(std::string_view text);
    std::string text() const; // with a comment that says what it is

    void add(const ReplayRule &rule);
    void setTolerance(double tolerance) { m_tolerance = tolerance; } // of numbers
    // Adds a rule for each difference between two runs of the same requests.
    void learn(const std::string &method, const std::string &target,
        const std::vector<changes::Difference> &ofTwoRuns);
    const std::vector<ReplayRule> &rules() const { return m_rules; }

    bool allows(std::string_view method, std::string_view target,
        const changes::Difference &difference) const;

private:
    std::vector<ReplayRule> m_rules;
    std::optional<double> m_tolerance;
};

} // namespace sonde::replay
