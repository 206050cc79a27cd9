// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/run/doctorreport.h"

#include "base/formatting.h"
#include "doctor/base/doctortr.h"
#include "doctor/base/verdict.h"
#include "doctor/run/secretfilter.h"
#include "json/builder.h"

namespace sonde::doctor {

namespace {

QString lineOf(const CheckResult &result)
{
    const QString time = result.took.count() > 0
        ? QStringLiteral(" (%1)").arg(durationText(result.took))
        : QString();
    return QStringLiteral("[%1] %2: %3%4\n")
        .arg(outcomeWord(result.outcome), checkTitle(result.check), evidenceOf(result), time);
}

// The program of the server as each of them finds it; empty if it is not looked up.
QString foundByText(const std::vector<CheckResult> &results)
{
    QString text;
    for (const CheckResult &result : results) {
        for (const FoundBy &each : result.foundBy)
            text += QStringLiteral("- %1: %2\n  PATH=%3\n")
                        .arg(finderWord(each.who), foundText(each), each.path);
    }
    return text.isEmpty() ? text : u'\n' + Text::tr("The program, as found by:") + u'\n' + text;
}

void addFinding(json::Builder &builder, const DoctorFinding &finding)
{
    builder.beginObject();
    builder.member("kind", QStringView(kindId(finding.kind)));
    builder.key("values").beginArray();
    for (const QString &value : finding.values)
        builder.string(QStringView(value));
    builder.endArray();
    builder.member("sentence", QStringView(sentenceOf(finding)));
    if (const QString remedy = remedyOf(finding); !remedy.isEmpty())
        builder.member("remedy", QStringView(remedy));
    builder.endObject();
}

void addFindings(
    json::Builder &builder, const char *member, const std::vector<DoctorFinding> &findings)
{
    builder.key(member).beginArray();
    for (const DoctorFinding &finding : findings)
        addFinding(builder, finding);
    builder.endArray();
}

void addResult(json::Builder &builder, const CheckResult &result)
{
    builder.beginObject();
    builder.member("check", QStringView(checkId(result.check)));
    builder.member("outcome", QStringView(outcomeId(result.outcome)));
    builder.member("nanoseconds", std::int64_t(result.took.count()));
    builder.key("findings").beginArray();
    for (const DoctorFinding &finding : result.findings)
        addFinding(builder, finding);
    builder.endArray();
    if (!result.foundBy.empty()) {
        builder.key("foundBy").beginArray();
        for (const FoundBy &each : result.foundBy) {
            builder.beginObject();
            builder.member("who", QStringView(finderId(each.who)));
            builder.member("path", QStringView(each.path));
            builder.member("file", QStringView(each.file));
            builder.endObject();
        }
        builder.endArray();
    }
    if (!result.bytes.isEmpty())
        builder.member("base64", QStringView(QString::fromLatin1(result.bytes.toBase64())));
    builder.endObject();
}

} // namespace

QString evidenceOf(const CheckResult &result)
{
    if (result.findings.empty())
        return outcomeWord(result.outcome);
    QString text;
    for (const DoctorFinding &finding : result.findings) {
        const bool isFact = levelOf(finding.kind) == Level::Note;
        if (isFact && !text.isEmpty())
            continue;
        if (!text.isEmpty()) // what a program says may come without a period
            text += text.endsWith(u'.') || text.endsWith(u'”') ? QStringLiteral(" ")
                                                               : QStringLiteral(" · ");
        text += sentenceOf(finding);
    }
    return text;
}

QString reportText(const config::Profile &profile, const std::vector<CheckResult> &results)
{
    const Verdict verdict = verdictOf(results);
    QString text = Text::tr("Sonde %1, connection doctor: %2\n")
                       .arg(QStringLiteral(SONDE_VERSION),
                           SecretFilter(profile).filtered(profile.targetWithoutSecrets()));
    text += verdict.sentence() + u'\n';
    if (const QString remedy = verdict.whatToDo(); !remedy.isEmpty())
        text += Text::tr("What to do: %1\n").arg(remedy);
    text += verdict.counts() + QStringLiteral("\n\n");
    for (const CheckResult &result : results)
        text += lineOf(result);
    return text + foundByText(results);
}

QByteArray reportJson(const std::vector<CheckResult> &results)
{
    const Verdict verdict = verdictOf(results);
    json::Builder builder;
    builder.beginObject();
    builder.key("verdict").beginObject();
    builder.member("sentence", QStringView(verdict.sentence()));
    if (verdict.cause) {
        builder.member("check", QStringView(checkId(verdict.check)));
        builder.key("cause");
        addFinding(builder, *verdict.cause);
    }
    if (verdict.inHost) {
        builder.member("check", QStringView(checkId(verdict.check)));
        builder.key("inHost");
        addFinding(builder, *verdict.inHost);
    }
    addFindings(builder, "others", verdict.others);
    addFindings(builder, "consequences", verdict.consequences);
    builder.endObject();
    builder.key("checks").beginArray();
    for (const CheckResult &result : results)
        addResult(builder, result);
    builder.endArray();
    builder.endObject();
    const std::string text = builder.takeString();
    return QByteArray(text.data(), qsizetype(text.size()));
}

} // namespace sonde::doctor
