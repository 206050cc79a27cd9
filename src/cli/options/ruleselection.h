// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"

#include <QString>
#include <QStringList>

#include <string_view>

namespace sonde::cli {

// Which rules a report is about: those of --select, without those of --ignore.
class RuleSelection {
public:
    // Words with commas between them: a rule, an area ("auth"), or a pattern with * ("tools.*").
    // The error names a word that fits no rule, and what was probably meant.
    Result<void> select(const QString &words);
    Result<void> ignore(const QString &words);
    bool has(std::string_view rule) const;

private:
    QStringList m_selected; // empty: every rule
    QStringList m_ignored;
};

// Of --select and --ignore.
Result<void> readRules(const Line &line, RuleSelection &rules);

// That no rule and no area has the name, and which rules were probably meant.
Error unknownRule(const QString &word);

} // namespace sonde::cli
