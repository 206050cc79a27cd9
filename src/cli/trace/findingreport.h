// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "findings/engine/checker.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::cli {

// What a report says besides its findings.
struct ReportFacts {
    std::size_t records = 0; // that were checked
    QString file; // the recording; empty: none
    findings::Coverage coverage;
    int accepted = 0; // findings that a baseline accepts, which are not among the others
};

// The most important requirement first, its findings in the order of the messages.
void sortFindings(std::vector<findings::Finding> &found);

// Findings as a report in one of the formats of checkFormats(). They must be sorted.
std::string findingReport(
    const std::vector<findings::Finding> &found, const ReportFacts &facts, const QString &format);

} // namespace sonde::cli
