// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/findingcheck.h"
#include "models/trace/tracemodel.h"

#include <QObject>

#include <array>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace sonde::models {

// Requirements by the level of their violation.
struct LevelCounts {
    std::array<int, 3> levels{};

    int &of(findings::Level level) { return levels[static_cast<std::size_t>(level)]; }
    int of(findings::Level level) const { return levels[static_cast<std::size_t>(level)]; }
    int all() const { return levels[0] + levels[1] + levels[2]; }
    bool operator==(const LevelCounts &) const = default;
};

// The findings of a session as they are found, and which requirements were exercised. They are
// computed from the trace's messages and never stored.
class FindingList : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxFindings = 10'000; // the further ones are only counted

    // What is known of a requirement on the connections of a server.
    struct Exercise {
        // Of the newest message; a revision that both parties follow is preferred.
        findings::Revision revision = findings::Revision::R20260728;
        bool isNegotiated = false; // see findings::Exercised
        std::optional<findings::Level> violated; // the highest level
        int findings = 0;
    };
    using Exercises = std::map<const findings::Requirement *, Exercise>;

    // The model's rows get their findings. Its store outlives the list.
    explicit FindingList(TraceModel &model, QObject *parent = nullptr);

    std::size_t size() const { return m_findings.size(); }
    const findings::Finding &at(std::size_t index) const { return m_findings[index]; }
    // The findings about a message, in the order in which they were found.
    const std::vector<std::size_t> &of(trace::Number number) const;
    // The highest level of a message's findings.
    std::optional<findings::Level> levelOf(trace::Number number) const;
    const QString &serverOf(const findings::Finding &finding) const;

    // Of a server; empty: of all. Requirements that were exercised, in no order that means
    // anything.
    Exercises exercises(const QString &server = {}) const;
    LevelCounts violated(const QString &server = {}) const;

    std::uint64_t omitted() const { return m_omitted; } // found, but not in the list
    std::uint64_t behind() const { return m_check.behind(); }
    TraceModel &trace() const { return m_model; }

Q_SIGNALS:
    void added(int first, int last); // indexes
    void progressed(); // after each slice: what was exercised, and how far the check is

private:
    void take(const FindingCheck::Batch &batch);
    void record(const findings::Finding &finding);

    TraceModel &m_model;
    std::vector<findings::Finding> m_findings;
    std::unordered_map<trace::Number, std::vector<std::size_t>> m_ofMessage;
    std::map<QString, Exercises> m_exercises; // by server
    std::uint64_t m_omitted = 0;
    std::uint64_t m_beyond = 0; // of them, those beyond kMaxFindings
    FindingCheck m_check;
};

} // namespace sonde::models
