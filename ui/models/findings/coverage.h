// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"
#include "models/trace/findinglist.h"

#include <QString>

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
};

// Of a server; empty: of all. The revision is the newest one that was negotiated, or without any
// the newest one that a client tried; nothing is covered before the first message.
Coverage coverageOf(const FindingList &list, const QString &server);

// "3 errors, 2 warnings in 41 of 180 checked requirements"
QString coverageText(const Coverage &coverage);

} // namespace sonde::models
