// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/verdict.h"

#include "base/formatting.h"
#include "doctor/base/text.h"

#include <algorithm>

namespace sonde::doctor {

namespace {

struct Suspect {
    Check check;
    Finding finding;
};

} // namespace

Verdict verdictOf(const std::vector<CheckResult> &results)
{
    Verdict verdict;
    std::vector<Suspect> suspects;
    for (const CheckResult &result : results) {
        verdict.passed += result.outcome == Outcome::Passed ? 1 : 0;
        verdict.warnings += result.outcome == Outcome::Warning ? 1 : 0;
        verdict.failed += result.outcome == Outcome::Failed ? 1 : 0;
        if (result.outcome == Outcome::Waiting || result.outcome == Outcome::Running)
            verdict.isComplete = false;
        for (const Finding &finding : result.findings) {
            verdict.isComplete = verdict.isComplete && finding.kind != Kind::Stopped;
            if (levelOf(finding.kind) != Level::Note)
                suspects.push_back({result.check, finding});
        }
    }
    std::stable_sort(suspects.begin(), suspects.end(),
        [](const Suspect &a, const Suspect &b) { return a.finding.kind < b.finding.kind; });
    for (std::size_t i = 0; i < suspects.size(); ++i) {
        if (i == 0 && verdict.failed > 0) {
            verdict.cause = suspects.front().finding;
            verdict.check = suspects.front().check;
        } else {
            verdict.others.push_back(suspects[i].finding);
        }
    }
    return verdict;
}

QString Verdict::sentence() const
{
    if (cause)
        return sentenceOf(*cause);
    if (!isComplete)
        return Text::tr("The doctor did not get to the end, and has found no cause so far.");
    if (others.empty())
        return Text::tr("Nothing is wrong: the server starts, connects and responds.");
    return Text::tr("Nothing is wrong, but there is something to note.");
}

QString Verdict::whatToDo() const
{
    return cause ? remedyOf(*cause) : QString();
}

QString Verdict::counts() const
{
    QStringList parts{Text::tr("%1 passed").arg(passed)};
    if (warnings > 0)
        parts << (warnings == 1 ? Text::tr("1 warning") : Text::tr("%1 warnings").arg(warnings));
    if (failed > 0)
        parts << Text::tr("%1 failed").arg(failed);
    return listText(parts);
}

} // namespace sonde::doctor
