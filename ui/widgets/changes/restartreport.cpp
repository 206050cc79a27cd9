// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/changes/restartreport.h"

#include "base/formatting.h"
#include "models/changes/restartmodel.h"
#include "models/changes/resultmodel.h"
#include "widgets/kit/frame/widgettext.h"

#include <QStringList>

#include <algorithm>

namespace sonde::widgets {

using models::Restart;

namespace {

constexpr qsizetype kMaxShownValue = 200; // characters of a value that differs
constexpr std::size_t kMaxShownDifferences = 20; // of a result

// CommonMark 6.1: a code span is delimited by more backticks than it contains in a row.
QString codeSpan(const QString &text)
{
    QString shown = text.simplified();
    if (shown.size() > kMaxShownValue)
        shown = shown.left(kMaxShownValue) + QChar(0x2026);
    int longest = 0;
    int row = 0;
    for (const QChar c : shown) {
        row = c == u'`' ? row + 1 : 0;
        longest = std::max(longest, row);
    }
    const QString fence(longest + 1, u'`');
    const QString space = longest > 0 ? QStringLiteral(" ") : QString();
    return fence + space + shown + space + fence;
}

QString signOf(changes::ChangeKind kind)
{
    return kind == changes::ChangeKind::Added  ? QStringLiteral("+")
        : kind == changes::ChangeKind::Removed ? QString(QChar(0x2212))
                                               : QString(QChar(0x2260));
}

QString changeLine(const changes::PartChanges &part, const changes::Change &change)
{
    QString line = QStringLiteral("- ") + signOf(change.kind) + u' ' + models::partWord(part.part);
    if (!change.key.empty())
        line += u' ' + codeSpan(QString::fromStdString(change.key));
    for (const changes::Reason &reason : change.reasons)
        line += QStringLiteral("\n  - ")
            + (reason.severity == changes::Severity::Breaks
                    ? Text::tr("BREAKING: %1").arg(reason.sentence)
                    : Text::tr("May break: %1").arg(reason.sentence));
    return line;
}

QStringList resultLinesOf(const changes::RunChange &result)
{
    QString line = QStringLiteral("- %1 (%2): %3")
                       .arg(codeSpan(result.after.call), codeSpan(result.after.tool),
                           models::ResultModel::word(result));
    if (result.after.took.count() > 0)
        line += QStringLiteral(", ") + durationText(result.after.took);
    QStringList lines{line};
    const std::size_t shown = std::min(result.differences.size(), kMaxShownDifferences);
    for (std::size_t i = 0; i < shown; ++i) {
        const changes::Difference &each = result.differences[i];
        const auto value = [](const Bytes &json) {
            return json.isEmpty() ? QString(QChar(0x2013))
                                  : codeSpan(QString::fromUtf8(json.toByteArray()));
        };
        lines << QStringLiteral("  - %1 %2: %3 → %4")
                     .arg(signOf(each.kind), codeSpan(each.pointer), value(each.before),
                         value(each.after));
    }
    if (result.differences.size() > shown)
        lines << QStringLiteral("  - ")
                + Text::tr("%1 more differences").arg(result.differences.size() - shown);
    for (const changes::VolatilePlace &place : result.ignored)
        lines << QStringLiteral("  - ") + Text::tr("ignored: %1").arg(codeSpan(place.pointer));
    return lines;
}

void appendSection(QStringList &lines, const QString &title, const QStringList &section)
{
    if (!section.isEmpty())
        lines << QString() << QStringLiteral("### ") + title << QString() << section;
}

QStringList timingLines(const std::vector<models::CallTiming> &timings)
{
    QStringList lines;
    for (const models::CallTiming &timing : timings) {
        if (!timing.after)
            continue;
        QString line =
            QStringLiteral("- %1: %2").arg(codeSpan(timing.name), durationText(*timing.after));
        if (timing.before)
            line += Text::tr(" (was %1, %2)")
                        .arg(durationText(*timing.before),
                            models::changeText(*timing.before, *timing.after));
        lines << line;
    }
    return lines;
}

QStringList findingLines(const std::vector<models::FindingChange> &findings)
{
    QStringList lines;
    for (const models::FindingChange &each : findings)
        lines << (each.isNew ? Text::tr("- new: %1") : Text::tr("- gone: %1"))
                     .arg(codeSpan(each.sentence));
    return lines;
}

QStringList startLines(const Restart &restart, const Restart *before)
{
    QStringList lines;
    const auto add = [&lines](const QString &name, const QString &now, const QString &then) {
        if (!now.isEmpty())
            lines << QStringLiteral("- %1: %2").arg(name, now)
                    + (then.isEmpty() ? QString() : Text::tr(" (was %1)").arg(then));
    };
    const auto time = [](const Restart *its) {
        return its && its->firstResponse.count() > 0 ? durationText(its->firstResponse) : QString();
    };
    const auto size = [](std::uint64_t bytes) { return bytes > 0 ? sizeText(bytes) : QString(); };
    add(Text::tr("First response"), time(&restart), time(before));
    add(Text::tr("Memory after start"), size(restart.memory), size(before ? before->memory : 0));
    add(Text::tr("Memory after calls"), size(restart.memoryAfterCalls),
        size(before ? before->memoryAfterCalls : 0));
    return lines;
}

} // namespace

QString restartHeading(const QString &server, const Restart &restart)
{
    const QString time = models::RestartModel::timeOf(restart);
    const bool isByFiles = restart.cause.kind == models::RestartCause::Kind::Files;
    const QString &words = restart.cause.words;
    switch (restart.outcome) {
    case Restart::Outcome::Failed:
        return isByFiles
            ? Text::tr("%1 did not start at %2 after %3 changed").arg(server, time, words)
            : Text::tr("%1 did not start at %2").arg(server, time);
    case Restart::Outcome::Ended:
        return Text::tr("%1 ended by itself at %2").arg(server, time);
    case Restart::Outcome::NotBuilt:
        return Text::tr("%1 was not restarted at %2 after %3 changed: the build failed")
            .arg(server, time, words);
    case Restart::Outcome::Started:
        break;
    }
    return isByFiles ? Text::tr("%1 restarted at %2 because %3 changed").arg(server, time, words)
                     : Text::tr("%1 started at %2").arg(server, time);
}

QString restartDetail(const Restart &restart)
{
    QStringList parts;
    if (restart.cause.kind != models::RestartCause::Kind::Files)
        parts << restart.cause.words;
    if (restart.cause.build.count() > 0)
        parts << Text::tr("%1 build").arg(durationText(restart.cause.build));
    if (restart.snapshot)
        parts << Text::tr("%1 to the first response").arg(durationText(restart.firstResponse));
    return parts.isEmpty() ? QString() : Text::tr("(%1)").arg(listText(parts));
}

QString restartReport(const ReportedStart &reported)
{
    const Restart &restart = *reported.restart;
    QStringList lines{QStringLiteral("## ") + restartHeading(reported.server, restart), QString(),
        QString(models::consequenceOf(restart) + u' ' + restartDetail(restart)).trimmed()};
    if (reported.comparedWith)
        lines << QString()
              << Text::tr("Compared with the start at %1 (%2).")
                     .arg(dateTimeText(reported.comparedWith->at.wall),
                         reported.comparedWith->cause.words);
    QStringList section;
    if (reported.comparison) {
        for (const changes::PartChanges &part : reported.comparison->parts) {
            for (const changes::Change &change : part.changes)
                section << changeLine(part, change);
        }
    }
    appendSection(lines, Text::tr("Changes"), section);
    section.clear();
    if (reported.results) {
        for (const changes::RunChange &result : *reported.results)
            section << resultLinesOf(result);
    }
    appendSection(lines, Text::tr("Results of saved calls"), section);
    if (reported.timings)
        appendSection(
            lines, Text::tr("Timings (median of 10 runs)"), timingLines(*reported.timings));
    if (reported.findings)
        appendSection(lines, Text::tr("Findings"), findingLines(*reported.findings));
    appendSection(lines, Text::tr("Start"), startLines(restart, reported.comparedWith));
    return lines.join(u'\n') + u'\n';
}

} // namespace sonde::widgets
