// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "check/walkplan.h"
#include "cli/options/line.h"
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
};
// Of --level and --fail-on.
Result<void> readLevels(const Line &line, FindingLevels &levels);
// Of --format and --json; unchanged when neither is given.
Result<void> readCheckFormat(const Line &line, QString &format);

// The options of `check`.
struct CheckOptions {
    FindingLevels levels;
    QString format = checkFormats().front();
    bool allRevisions = false;
    std::vector<check::CheckedCall> calls;
    bool callReadOnly = false; // also tools that say that they only read
    bool dryRun = false;
    QString baseline; // a file with accepted findings; empty: none
    QString writeBaseline; // a new file for the findings; empty: none
};

Result<void> readCheckOptions(const Line &line, CheckOptions &options);

} // namespace sonde::cli
