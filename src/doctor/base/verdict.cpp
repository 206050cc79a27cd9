// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/verdict.h"

#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "doctor/base/doctortr.h"

#include <algorithm>

namespace sonde::doctor {

namespace {

struct Suspect {
    Check check;
    DoctorFinding finding;
};
using Suspects = std::vector<Suspect>;

// Seen without starting or calling the server.
bool isSeenBefore(Check check)
{
    switch (check) {
    case Check::Configuration:
    case Check::Program:
    case Check::Executable:
    case Check::Runtime:
    case Check::WorkingFolder:
    case Check::Package:
    case Check::Environment:
    case Check::EarlierStarts:
    case Check::Address:
    case Check::Proxy:
        return true;
    default:
        return false;
    }
}

// The same fault in the eyes of another check, what a placeholder in a URL makes of it, or what
// only a start or a conversation shows.
bool followsFrom(Kind cause, const Suspect &suspect)
{
    const Kind kind = suspect.finding.kind;
    if (kind == cause || (kind == Kind::UrlIncomplete && cause == Kind::UrlPlaceholder))
        return true;
    return levelOf(kind) == Level::Failure && !isSeenBefore(suspect.check);
}

// Another program of that name explains a start as a host that fails, and is no fault without one.
// A relative path does not even explain it: that start is in the folder in which the path exists.
bool isCauseInHost(Kind kind, bool startFails)
{
    return isOfHost(kind) && kind != Kind::RelativePath
        && (startFails || kind != Kind::OtherOnDesktop);
}

Suspects::const_iterator causeInHost(const Suspects &suspects)
{
    const bool startFails = std::any_of(suspects.begin(), suspects.end(),
        [](const Suspect &each) { return each.finding.kind == Kind::HostStartFails; });
    return std::find_if(suspects.begin(), suspects.end(),
        [startFails](const Suspect &each) { return isCauseInHost(each.finding.kind, startFails); });
}

} // namespace

Verdict verdictOf(const std::vector<CheckResult> &results)
{
    Verdict verdict;
    Suspects suspects;
    for (const CheckResult &result : results) {
        verdict.passed += result.outcome == Outcome::Passed ? 1 : 0;
        verdict.warnings += result.outcome == Outcome::Warning ? 1 : 0;
        verdict.failed += result.outcome == Outcome::Failed ? 1 : 0;
        if (result.outcome == Outcome::Waiting || result.outcome == Outcome::Running)
            verdict.isComplete = false;
        for (const DoctorFinding &finding : result.findings) {
            verdict.isComplete = verdict.isComplete && finding.kind != Kind::Stopped;
            if (levelOf(finding.kind) != Level::Note)
                suspects.push_back({result.check, finding});
        }
    }
    std::stable_sort(suspects.begin(), suspects.end(),
        [](const Suspect &a, const Suspect &b) { return a.finding.kind < b.finding.kind; });
    const auto first = verdict.failed > 0 ? suspects.cbegin() : causeInHost(suspects);
    if (first != suspects.end()) {
        (verdict.failed > 0 ? verdict.cause : verdict.inHost) = first->finding;
        verdict.check = first->check;
    }
    for (auto suspect = suspects.cbegin(); suspect != suspects.cend(); ++suspect) {
        if (suspect == first)
            continue;
        const bool follows = verdict.cause
            ? followsFrom(verdict.cause->kind, *suspect)
            : verdict.inHost && suspect->finding.kind == Kind::HostStartFails;
        (follows ? verdict.consequences : verdict.others).push_back(suspect->finding);
    }
    return verdict;
}

QString Verdict::sentence() const
{
    if (cause)
        return sentenceOf(*cause);
    if (!isComplete)
        return Text::tr("The doctor did not get to the end, and has found no cause so far.");
    if (inHost)
        return Text::tr("The server works here, but not in every host: %1")
            .arg(sentenceOf(*inHost));
    if (others.empty())
        return Text::tr("Nothing is wrong: the server starts, connects and responds.");
    return Text::tr("Nothing is wrong, but there is something to note.");
}

QString Verdict::whatToDo() const
{
    if (cause)
        return remedyOf(*cause);
    return inHost ? remedyOf(*inHost) : QString();
}

QString Verdict::counts() const
{
    QStringList parts{Text::tr("%1 passed").arg(passed)};
    if (warnings > 0)
        parts << (warnings == 1
                ? Text::tr("1 warning")
                : Text::tr("%1 warnings", nullptr, pluralNumber(warnings)).arg(warnings));
    if (failed > 0)
        parts << Text::tr("%1 failed").arg(failed);
    return listText(parts);
}

} // namespace sonde::doctor
