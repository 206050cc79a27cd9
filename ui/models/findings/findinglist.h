// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/accepted/baseline.h"
#include "models/findings/findingcheck.h"
#include "models/findings/levelcounts.h"
#include "models/trace/rowfindings.h"
#include "models/trace/tracemodel.h"

#include <QObject>

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sonde::models {

class AcceptedFindings;
class LastFindings;

// The findings of a session as they are found, and which requirements were exercised. They are
// computed from the trace's messages and never stored.
class FindingList : public QObject, public RowFindings {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxFindings = 10'000; // the further ones are only counted
    static constexpr std::size_t kMaxKinds = 10'000; // beyond it, new ones cannot be accepted later

    // What is known of a requirement on the connections of a server.
    struct Exercise {
        // Of the newest message; a revision that both parties follow is preferred.
        findings::Revision revision = findings::Revision::R20260728;
        bool isNegotiated = false; // see findings::Exercised
        // The highest level of the findings that are not accepted, and of those that are.
        std::optional<findings::Level> violated;
        std::optional<findings::Level> accepted;
        std::optional<findings::Level> uncounted; // of violated: beyond kMaxKinds
        int findings = 0;
    };
    using Exercises = std::map<const findings::Requirement *, Exercise>;

    // The model's rows get their findings. It outlives the list.
    explicit FindingList(TraceModel &model, QObject *parent = nullptr);
    ~FindingList() override;

    std::size_t size() const { return m_findings.size(); }
    const findings::Finding &at(std::size_t index) const { return m_findings[index]; }
    // Whether a person has accepted it, and how: null if not.
    bool isAccepted(std::size_t index) const { return m_kinds[m_kindOf[index]].isAccepted; }
    const findings::Baseline::Entry *acceptance(const findings::Finding &finding) const;
    findings::Identity identityOf(const findings::Finding &finding) const;
    // The findings about a message that are not accepted, in the order in which they were found.
    const std::vector<std::size_t> &of(trace::Number number) const;
    // The highest level of these findings.
    std::optional<findings::Level> levelOf(trace::Number number) const;
    const QString &serverOf(const findings::Finding &finding) const;

    // Of a server; empty: of all. Requirements that were exercised, in no order that means
    // anything.
    Exercises exercises(const QString &server = {}) const;
    // Without those whose findings are all accepted.
    LevelCounts violated(const QString &server = {}) const;
    // What each server's findings are compared with; it outlives the list. Until then nothing is
    // accepted.
    void setAccepted(AcceptedFindings *accepted);
    AcceptedFindings *accepted() const { return m_accepted; }
    // Tells what is new. Without it nothing is. It outlives the list.
    void setLast(LastFindings *last) { m_last = last; }
    // Whether the last connection of the server before the finding's did not have it.
    bool isNew(std::size_t index) const;

    std::uint64_t omitted() const { return m_omitted; } // found, but not in the list
    std::uint64_t behind() const { return m_check.behind(); }
    TraceModel &trace() const { return m_model; }

    std::vector<const findings::Finding *> about(trace::Number message) const override;
    Sign signOf(trace::Number message) const override;
    QString wordOf(trace::Number message) const override;
    QString textOf(trace::Number message) const override;
    QString toolTipOf(trace::Number message) const override;
    QStringList violatedRules() const override;

Q_SIGNALS:
    void added(int first, int last); // indexes
    void acceptanceChanged(); // of findings that were added before
    void violatedChanged(const QString &server);
    void newnessChanged(); // of findings that were added before
    void progressed(); // after each slice: what was exercised, and how far the check is

private:
    // Findings with the same identity.
    struct Kind {
        QString server;
        const findings::Identity *identity = nullptr; // in m_kindsByKey
        const findings::Requirement *requirement = nullptr;
        findings::Level level = findings::Level::Info; // the highest
        bool isAccepted = false;
    };
    using KindKey = std::pair<QString, findings::Identity>;
    static constexpr std::size_t kNoKind = kMaxKinds;

    void take(const FindingCheck::Batch &batch);
    void record(const findings::Finding &finding);
    std::size_t kindOf(const QString &server, const findings::Finding &finding);
    bool isAcceptedBy(const QString &server, const findings::Identity &identity) const;
    bool follow(const FindingCheck::Batch &batch);
    void updateAccepted(const QString &server);
    void recount(const QString &server);
    void tellCounts();
    void relist(const std::vector<trace::Number> &numbers);

    TraceModel &m_model;
    AcceptedFindings *m_accepted = nullptr;
    LastFindings *m_last = nullptr;
    std::vector<findings::Finding> m_findings;
    std::vector<std::size_t> m_kindOf; // by finding
    std::vector<Kind> m_kinds;
    std::map<KindKey, std::size_t> m_kindsByKey;
    std::unordered_map<trace::Number, std::vector<std::size_t>> m_ofMessage;
    std::map<QString, Exercises> m_exercises; // by server
    std::map<QString, LevelCounts> m_violated; // by server
    std::set<QString> m_changed; // servers with other counts, until that is told
    std::uint64_t m_omitted = 0;
    std::uint64_t m_beyond = 0; // of them, those beyond kMaxFindings
    FindingCheck m_check;
};

} // namespace sonde::models
