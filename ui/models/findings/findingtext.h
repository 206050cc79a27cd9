// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/accepted/baseline.h"
#include "findings/context/finding.h"
#include "findings/page/ruleexample.h"
#include "models/findings/findingexcerpts.h"
#include "models/signs/property.h"
#include "models/signs/sign.h"

#include <QString>

#include <vector>

namespace sonde::models {

struct LevelCounts;

Sign levelSign(findings::Level level);
QString levelWord(findings::Level level); // "error", "warning", "note"
// A sentence for plain text: what Markdown marks as code stands in quotation marks.
QString withoutCodeMarks(const QString &sentence);
// What the messages do that a requirement forbids, in a sentence.
QString violationText(const findings::Requirement &requirement);
// "3 errors, 2 warnings, 1 note"; "no findings".
QString countsText(const LevelCounts &counts);

// Of a message: how many, and which rules: "2 · tools.name-charset, …". Empty without one.
QString findingsText(const std::vector<const findings::Finding *> &found);
// The sentences of the findings about a message, one a line, each with its level.
QString findingsToolTip(const std::vector<const findings::Finding *> &found);

// Which rule it is of, and where the specification says so.
Properties findingFacts(const findings::Finding &finding);
// What each revision says about it, the newest one first: its keyword and section.
Properties revisionFacts(const findings::Requirement &requirement, findings::Revision revision);
// A requirement in that revision, and what other revisions say: their keywords and sections.
Properties requirementFacts(const findings::Requirement &requirement, findings::Revision revision);
// For a view of excerpts; the place of the value is kept.
FindingExcerpt ruleExcerpt(const findings::RuleExample &example);
// That it is accepted, why and since when.
Properties acceptedFacts(const findings::Baseline::Entry &entry);
// What an acceptance of the finding would accept: "tools.name-charset in tools/list".
QString identityText(const findings::Identity &identity);
// Where a finding is: "#12 /result/tools/0".
QString placeText(const findings::Finding &finding);
// "Checking… 12,000 messages behind"; empty unless the check lags noticeably.
QString behindText(std::uint64_t behind);
// "The trace is paused: 12 messages are not checked"; empty if none waits.
QString pausedText(std::uint64_t waiting);
// For the report of a problem to the server's developers, with what is wrong and what to write.
QString findingMarkdown(
    const findings::Finding &finding, const QString &server, const FindingExcerpts &excerpts = {});

} // namespace sonde::models
