// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "check/walkplan.h"
#include "cli/options/line.h"
#include "cli/options/ruleselection.h"
#include "findings/catalogue/requirement.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace sonde::cli {

// The names of the formats of a report about findings, the default one first.
const QStringList &checkFormats();

// Which findings are shown, and which of them make a check fail.
struct FindingLevels {
    findings::Level shown = findings::Level::Info; // the lowest level that is shown
    // The lowest level that makes the check fail; empty: it never does.
    std::optional<findings::Level> failing = findings::Level::Error;
    RuleSelection rules; // findings of others neither are shown nor make the check fail
};
// Of --level, --fail-on, --select and --ignore.
Result<void> readLevels(const Line &line, FindingLevels &levels);

// How findings are reported.
struct ReportForm {
    QString format = checkFormats().front();
    bool explains = false; // also why their rules matter, and how to fix them
};
// Of --format, --json and --explain.
Result<void> readReportForm(const Line &line, ReportForm &form);

// Of --for: the ids of the hosts. `format` must be text or json then.
Result<void> readHosts(const Line &line, const QString &format, QStringList &hosts);

// The options of `check`.
struct CheckOptions {
    FindingLevels levels;
    ReportForm form;
    bool allRevisions = false;
    std::vector<check::CheckedCall> calls;
    bool callReadOnly = false; // also tools that say that they only read
    bool dryRun = false;
    QString baseline; // a file with accepted findings; empty: none
    QString definitions; // a file to compare definitions with; empty: none
    QString writeBaseline; // a new file for the findings; empty: none
    QStringList hosts; // their ids: what they make of the tools is reported instead
};

Result<void> readCheckOptions(const Line &line, CheckOptions &options);

} // namespace sonde::cli
