// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "models/signs/property.h"
#include "models/signs/sign.h"

#include <QString>

namespace sonde::models {

class FindingList;
struct LevelCounts;

Sign levelSign(findings::Level level);
QString levelWord(findings::Level level); // "error", "warning", "note"
// "3 errors, 2 warnings, 1 note"; "no findings".
QString countsText(const LevelCounts &counts);

// Of a row in the trace: how many, and which rules: "2 · tools.name-charset, …". Empty without one.
QString findingsText(const FindingList &list, trace::Number number);
// The sentences of the findings about a message, one a line, each with its level.
QString findingsToolTip(const FindingList &list, trace::Number number);

// What the specification wants, and where it says so.
Properties findingFacts(const findings::Finding &finding);
// Where a finding is: "#12 /result/tools/0".
QString placeText(const findings::Finding &finding);
// "Checking… 12,000 messages behind"; empty unless the check lags noticeably.
QString behindText(std::uint64_t behind);
// For the report of a problem to the server's developers.
QString findingMarkdown(const findings::Finding &finding, const QString &server);

} // namespace sonde::models
