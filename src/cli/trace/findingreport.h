// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/checkoptions.h"
#include "findings/context/finding.h"
#include "findings/engine/checker.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace sonde::cli {

class Output;

// What a report says besides its findings.
struct ReportFacts {
    std::size_t records = 0; // that were checked
    QString file; // the recording; empty: none
    findings::RuleCoverage coverage;
    int accepted = 0; // findings that a baseline accepts, which are not among the others
    std::uint64_t omitted = 0; // findings that the checker did not keep
};

// Prints those of the findings that the levels ask for, the most important requirement first.
// Returns kInvalidResult if one of them makes the check fail.
int reportFindings(std::vector<findings::Finding> all, const FindingLevels &levels,
    const ReportFacts &facts, const ReportForm &form, Output &out, Output &err);

} // namespace sonde::cli
