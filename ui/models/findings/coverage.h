// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"
#include "models/findings/exercisestep.h"
#include "models/findings/findinglist.h"

#include <QString>

#include <optional>
#include <vector>

namespace sonde::models {

// How many requirements of an area a session has exercised.
struct AreaCoverage {
    QString area; // empty: all
    int passed = 0;
    int violated = 0;
    int notSeen = 0; // a rule would check it, but nothing has exercised it
    int unchecked = 0; // no rule checks it
    int notObservable = 0; // no message can show it
    std::optional<findings::Level> worst; // of what is violated and not accepted

    int exercised() const { return passed + violated; }
    int checked() const { return exercised() + notSeen; }
    int all() const { return checked() + unchecked + notObservable; }
    void add(const AreaCoverage &other);
    bool operator==(const AreaCoverage &) const = default;
};

// The requirements of one revision, and what the messages of a server have shown of them.
struct Coverage {
    findings::Revision revision = findings::Revision::R20260728;
    std::vector<AreaCoverage> areas; // by name, those without a rule last
    AreaCoverage all;
    LevelCounts levels; // of the violated ones
    // Of HTTP for a server on stdio, or the other way round: such requirements are in no area.
    int ofOtherTransport = 0;
    bool isOverHttp = false; // tells which it is
};

// A requirement that a rule would check, but that nothing has exercised.
struct NotSeen {
    const findings::Requirement *requirement = nullptr;
    ExerciseStep step = ExerciseStep::CheckServer; // what a person would do
    QString action; // what would be sent or received then: "Send tools/call"
    bool operator==(const NotSeen &) const = default;
};
// A requirement that is violated, and the highest level of its findings.
struct Violated {
    const findings::Requirement *requirement = nullptr;
    findings::Level level = findings::Level::Error;
    bool operator==(const Violated &) const = default;
};
// Of an area, or with an empty one of all; by rule.
std::vector<Violated> violatedOf(
    const FindingList &list, const QString &server, const QString &area);
// Of an area, or with an empty one of all; by step, then by action, then by rule.
std::vector<NotSeen> notSeenOf(const FindingList &list, const QString &server, const QString &area);

// Of a server; empty: of all. The revision is the newest one that was negotiated, or without any
// the newest one that a client tried; nothing is covered before the first message.
Coverage coverageOf(const FindingList &list, const QString &server);

// "Left out of the sums: 9 requirements of stdio."; empty if there are none.
QString otherTransportText(const Coverage &coverage);
// "41 of 180 requirements of 2025-11-25 exercised"; empty before the first message.
QString exercisedText(const Coverage &coverage);
// "3 errors, 2 warnings in 41 of 180 checked requirements"
QString coverageText(const Coverage &coverage);

} // namespace sonde::models
