// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/outputjudge.h"

#include "base/formatting.h"
#include "doctor/base/doctortr.h"
#include "doctor/program/revisioncheck.h"
#include "doctor/program/stderrcauses.h"
#include "platform/systemtext.h"

#include <QRegularExpression>
#include <QStringDecoder>

#include <algorithm>

namespace sonde::doctor {

namespace {

constexpr std::chrono::seconds kSlow{10}; // the usual limit of hosts
constexpr qsizetype kMaxQuoted = 120; // characters of a line in a sentence
constexpr int kForcedSignal = 9;

QString exitText(const wire::ExitReport &exit)
{
    if (exit.signal)
        return platform::signalName(*exit.signal);
    return Text::tr("exit code %1").arg(exit.exitCode.value_or(0));
}

QString quoted(const QByteArray &line)
{
    return QString::fromUtf8(line).trimmed().left(kMaxQuoted);
}

// The server ended by itself before the doctor asked it to.
bool endedEarly(const TrialFacts &facts)
{
    return facts.exit && !facts.stopRequested && !facts.answeredAtEnd && !facts.timedOut;
}

DoctorFinding howItEnded(const TrialFacts &facts)
{
    const QString time = durationText(facts.endedAt);
    if (facts.response)
        return {Kind::EndsAfterInitialize, {exitText(*facts.exit)}};
    if (facts.exit->signal && facts.exit->cause == rpc::EndReport::Cause::None)
        return {Kind::KilledBySignal, {platform::signalName(*facts.exit->signal), time}};
    const QString words = tellingLine(facts.diagnostics);
    if (words.isEmpty())
        return {Kind::EndedAtOnce, {time, exitText(*facts.exit)}};
    return {Kind::ReportedOnStderr, {time, exitText(*facts.exit), words}};
}

bool hasClosedOutput(const TrialFacts &facts)
{
    return facts.exit && facts.exit->cause == rpc::EndReport::Cause::OutputClosed;
}

std::vector<DoctorFinding> judgeStart(const TrialFacts &facts)
{
    if (facts.startError)
        return {{Kind::CannotStart, {facts.startError->sentence}}};
    std::vector<DoctorFinding> findings{{Kind::Started, {QString::number(facts.pid)}}};
    if (hasClosedOutput(facts)) {
        findings.push_back({Kind::OutputClosed});
        return findings;
    }
    if (!endedEarly(facts) && !facts.timedOut)
        return findings;
    const auto known = knownCauses(facts.diagnostics);
    findings.insert(findings.end(), known.begin(), known.end());
    if (endedEarly(facts))
        findings.push_back(howItEnded(facts));
    return findings;
}

std::vector<DoctorFinding> judgeFirstOutput(const TrialFacts &facts)
{
    if (facts.answeredAtEnd)
        return {{Kind::Buffered}};
    if (facts.timedOut && !facts.downloader.isEmpty())
        return {{Kind::StillDownloading, {facts.downloader, limitText(facts.limit)}}};
    if (facts.timedOut && facts.readsInput && facts.output.empty() && facts.unfinished.isEmpty())
        return {{Kind::Silent, {limitText(facts.limit)}}};
    if (!facts.firstOutput)
        return {};
    std::vector<DoctorFinding> findings{
        {Kind::FirstOutputCame, {durationText(*facts.firstOutput)}}};
    if (facts.response && facts.responseAt > kSlow)
        findings.push_back({Kind::SlowStart, {durationText(facts.responseAt)}});
    return findings;
}

bool looksLikeHeader(const QByteArray &line)
{
    return line.startsWith("Content-Length:");
}

// A message that is spread over lines: the first line is the beginning of an object.
bool areBrokenLines(const std::vector<TrialFacts::Line> &lines)
{
    const auto begin = std::find_if(lines.begin(), lines.end(),
        [](const TrialFacts::Line &line) { return !line.isMessage && line.text.trimmed() == "{"; });
    return begin != lines.end()
        && std::any_of(begin, lines.end(), [](const TrialFacts::Line &line) {
               return line.text.contains("\"jsonrpc\"") && !line.isMessage;
           });
}

bool isUtf8(const QByteArray &text, qsizetype *wrongAt)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    for (qsizetype begin = 0; begin < text.size();) {
        auto end = text.indexOf('\n', begin);
        end = end < 0 ? text.size() : end + 1;
        const QString line = decoder.decode(text.mid(begin, end - begin));
        const bool isCut = end == text.size() && text.size() == TrialFacts::kMaxOutput;
        if (decoder.hasError() && !isCut) {
            *wrongAt = begin + line.toUtf8().indexOf("\xef\xbf\xbd");
            return false;
        }
        begin = end;
    }
    return true;
}

DoctorFinding foreign(Kind kind, const std::vector<TrialFacts::Line> &lines, bool isBefore)
{
    int count = 0;
    QByteArray first;
    for (const TrialFacts::Line &line : lines) {
        if (line.isMessage || line.isJson || line.isBeforeResponse != isBefore
            || line.text.trimmed().isEmpty())
            continue;
        if (count++ == 0)
            first = line.text;
    }
    return {kind, count == 0 ? QStringList() : QStringList{QString::number(count), quoted(first)}};
}

std::vector<DoctorFinding> judgeLines(const TrialFacts &facts)
{
    const auto &lines = facts.output;
    if (std::any_of(lines.begin(), lines.end(),
            [](const TrialFacts::Line &line) { return looksLikeHeader(line.text); }))
        return {{Kind::HeaderFraming}};
    if (areBrokenLines(lines))
        return {{Kind::BrokenLines, {QString::number(lines.size())}}};
    qsizetype wrongAt = 0;
    if (!isUtf8(facts.outputBytes, &wrongAt))
        return {{Kind::OutputEncoding, {QString::number(wrongAt)}}};
    std::vector<DoctorFinding> findings;
    for (const bool isBefore : {true, false}) {
        DoctorFinding finding =
            foreign(isBefore ? Kind::ForeignOutput : Kind::ForeignOutputLate, lines, isBefore);
        if (!finding.values.isEmpty())
            findings.push_back(std::move(finding));
    }
    const auto other = std::find_if(lines.begin(), lines.end(),
        [](const TrialFacts::Line &line) { return line.isJson && !line.isMessage; });
    if (other != lines.end())
        findings.push_back({Kind::NotProtocol, {quoted(other->text)}});
    return findings;
}

std::vector<DoctorFinding> judgeOutput(const TrialFacts &facts)
{
    std::vector<DoctorFinding> findings = judgeLines(facts);
    const QByteArray rest = facts.unfinished.trimmed();
    if (!facts.response && rest.startsWith('{') && rest.endsWith('}'))
        findings.push_back({Kind::NoLineEnd});
    if (!facts.response && !facts.otherId.empty())
        findings.push_back({Kind::WrongId,
            {QString::fromStdString(facts.otherId), QString::fromStdString(facts.requestId)}});
    const auto messages = std::count_if(facts.output.begin(), facts.output.end(),
        [](const TrialFacts::Line &line) { return line.isMessage; });
    if (findings.empty() && messages > 0)
        findings.push_back({Kind::OutputFine, {QString::number(messages)}});
    return findings;
}

std::vector<DoctorFinding> judgeInput(const TrialFacts &facts)
{
    if (facts.timedOut && !facts.readsInput && facts.downloader.isEmpty())
        return {{Kind::InputUnread, {sizeText(facts.acceptedBytes)}}};
    if (facts.response && !facts.answeredAtEnd)
        return {{Kind::InputFine}};
    return {};
}

std::vector<DoctorFinding> judgeEnd(const TrialFacts &facts)
{
    if (!facts.exit || !facts.response || !facts.stopRequested)
        return {};
    if (facts.exit->signal && *facts.exit->signal <= 15)
        return {{Kind::EndsByForce,
            {*facts.exit->signal == kForcedSignal ? QStringLiteral("SIGKILL")
                                                  : platform::signalName(*facts.exit->signal)}}};
    if (facts.exit->exitCode.value_or(0) != 0)
        return {{Kind::EndsWithError, {exitText(*facts.exit)}}};
    return {{Kind::EndedWell, {durationText(facts.stopTook), exitText(*facts.exit)}}};
}

// Marks the first lines in a row that are no messages.
void markForeign(const TrialFacts &facts, CheckResult &result)
{
    const auto &lines = facts.output;
    const auto first = std::find_if(
        lines.begin(), lines.end(), [](const TrialFacts::Line &line) { return !line.isMessage; });
    if (first == lines.end() || result.outcome == Outcome::Passed)
        return;
    const auto next = std::find_if(
        first, lines.end(), [](const TrialFacts::Line &line) { return line.isMessage; });
    const auto end = next == lines.end() ? facts.outputBytes.size() : qsizetype(next->offset);
    result.markedBegin = std::min(qsizetype(first->offset), result.bytes.size());
    result.markedEnd = std::min(end, result.bytes.size());
}

CheckResult orSkipped(Check check, std::vector<DoctorFinding> findings, const QString &why,
    const QByteArray &bytes = {})
{
    return findings.empty() ? skipped(check, why) : resultOf(check, std::move(findings), bytes);
}

// Of the output, from the beginning.
std::vector<DoctorFinding> judgeRevision(const TrialFacts &facts, const config::Profile &profile)
{
    if (!facts.response || facts.answeredAtEnd)
        return {};
    RevisionFacts revision;
    revision.response = &*facts.response;
    revision.isModern = facts.isModern;
    revision.revision = facts.revision;
    return judgeRevision(revision, profile);
}

} // namespace

std::vector<CheckResult> judgeTrial(const TrialFacts &facts, const config::Profile &profile)
{
    const QString none = facts.startError ? Text::tr("the server was not started")
                                          : Text::tr("there was no response");
    QByteArray words;
    for (const QString &line : facts.diagnostics)
        words += line.toUtf8() + '\n';
    std::vector<CheckResult> results;
    results.push_back(
        resultOf(Check::Start, judgeStart(facts), words.right(CheckResult::kMaxBytes)));
    results.push_back(orSkipped(Check::FirstOutput, judgeFirstOutput(facts),
        facts.startError ? none : Text::tr("there was no output")));
    results.push_back(orSkipped(Check::StandardOutput, judgeOutput(facts),
        facts.startError ? none : Text::tr("there was no output"), facts.outputBytes));
    markForeign(facts, results.back());
    results.push_back(orSkipped(Check::StandardInput, judgeInput(facts), none));
    results.push_back(orSkipped(Check::Revision, judgeRevision(facts, profile), none));
    results.push_back(orSkipped(Check::Shutdown, judgeEnd(facts), none));
    if (facts.firstOutput)
        results[1].took = *facts.firstOutput;
    if (facts.response) {
        results[3].took = facts.responseAt;
        results[4].took = facts.responseAt;
    }
    results[5].took = facts.stopTook;
    return results;
}

} // namespace sonde::doctor
