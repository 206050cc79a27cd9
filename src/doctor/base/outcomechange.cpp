// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/outcomechange.h"

#include "base/formatting.h"
#include "doctor/base/doctortr.h"

#include <QStringList>

#include <algorithm>

namespace sonde::doctor {

namespace {

bool isJudged(Outcome outcome)
{
    return outcome == Outcome::Passed || outcome == Outcome::Warning || outcome == Outcome::Failed;
}

QString namesOf(const std::vector<OutcomeChange> &changes, Outcome after)
{
    QStringList names;
    for (const OutcomeChange &change : changes) {
        if (change.after == after)
            names << checkTitle(change.check);
    }
    return listText(names);
}

} // namespace

std::vector<OutcomeChange> outcomeChanges(
    const std::vector<CheckResult> &before, const std::vector<CheckResult> &after)
{
    std::vector<OutcomeChange> changes;
    for (const CheckResult &now : after) {
        const auto then = std::find_if(before.begin(), before.end(),
            [&now](const CheckResult &each) { return each.check == now.check; });
        if (then != before.end() && then->outcome != now.outcome && isJudged(then->outcome)
            && isJudged(now.outcome))
            changes.push_back({now.check, then->outcome, now.outcome});
    }
    return changes;
}

QString changesSentence(const std::vector<OutcomeChange> &changes)
{
    if (changes.empty())
        return Text::tr("No check has changed since the last run.");
    QStringList parts;
    if (const QString names = namesOf(changes, Outcome::Failed); !names.isEmpty())
        parts << Text::tr("now fails: %1").arg(names);
    if (const QString names = namesOf(changes, Outcome::Warning); !names.isEmpty())
        parts << Text::tr("now with a warning: %1").arg(names);
    if (const QString names = namesOf(changes, Outcome::Passed); !names.isEmpty())
        parts << Text::tr("now passes: %1").arg(names);
    return Text::tr("Since the last run: %1.").arg(parts.join(QStringLiteral("; ")));
}

} // namespace sonde::doctor
