// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/test/testreport.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "cli/replay/replaytext.h"
#include "cli/trace/findingwords.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::cli {

namespace {

using Verdict = TestResult::Verdict;

constexpr qsizetype kMaxValue = 200; // characters of a value in a line
constexpr std::size_t kMaxDifferences = 20; // of a test, that are shown to a person
constexpr Verdict kVerdicts[] = {
    Verdict::Passed, Verdict::Failed, Verdict::Updated, Verdict::NotRun};

QString wordOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Passed:
        return Text::tr("passed");
    case Verdict::Failed:
        return Text::tr("failed");
    case Verdict::Updated:
        return Text::tr("updated");
    case Verdict::NotRun:
        break;
    }
    return Text::tr("not run");
}

Ink inkOf(Verdict verdict)
{
    return verdict == Verdict::Passed ? Ink::Good
        : verdict == Verdict::Updated ? Ink::Warning
                                      : Ink::Bad;
}

QString valueText(const Bytes &value)
{
    if (value.isEmpty())
        return Text::tr("nothing");
    const QString line = harmlessLine(QString::fromUtf8(value.data(), qsizetype(value.size())));
    return line.size() > kMaxValue ? line.left(kMaxValue) + QChar(0x2026) : line;
}

// What is wrong with a test, a line each.
QStringList problemsOf(const TestResult &result)
{
    QStringList lines;
    for (const QString &sentence : result.sentences)
        lines << harmlessLine(sentence);
    for (std::size_t i = 0; i < std::min(result.differences.size(), kMaxDifferences); ++i) {
        const changes::Difference &each = result.differences[i];
        lines << QStringLiteral("%1: %2 → %3")
                     .arg(each.pointer.isEmpty() ? QStringLiteral("/") : harmlessLine(each.pointer),
                         valueText(each.before), valueText(each.after));
    }
    if (result.differences.size() > kMaxDifferences)
        lines << Text::tr("… and %1 more").arg(result.differences.size() - kMaxDifferences);
    for (const findings::ListedFinding &finding : result.findings)
        lines << QStringLiteral("%1 %2: %3")
                     .arg(QString::fromStdString(finding.requirement->id), placeOf(finding),
                         sentenceOf(finding));
    return lines;
}

QString counted(const TestResults &results)
{
    QStringList counts;
    for (const Verdict verdict : kVerdicts) {
        if (const std::size_t count = countOf(results, verdict); count > 0)
            counts << QStringLiteral("%1 %2").arg(countText(count), wordOf(verdict));
    }
    return Text::tr("Tests: %1.").arg(listText(counts));
}

std::string textReport(const TestResults &results, const Palette &palette)
{
    QString text;
    QString suite;
    for (const TestResult &result : results) {
        if (result.suite != suite) {
            suite = result.suite;
            text += harmlessLine(suite) + u'\n';
        }
        text += QStringLiteral("  ") + palette.ink(inkOf(result.verdict), wordOf(result.verdict))
            + QStringLiteral("  ") + harmlessLine(result.name);
        if (result.took.count() >= 0)
            text += QStringLiteral(" (%1)").arg(durationText(result.took));
        text += u'\n';
        for (const QString &line : problemsOf(result))
            text += QStringLiteral("      ") + line + u'\n';
    }
    return QString(text + counted(results) + u'\n').toStdString();
}

std::string jsonReport(const TestResults &results)
{
    json::Builder json;
    const bool isFine =
        std::none_of(results.begin(), results.end(), [](const auto &one) { return one.isWrong(); });
    json.beginObject().member("passed", isFine).key("tests").beginArray();
    for (const TestResult &result : results) {
        json.beginObject()
            .member("suite", QStringView(result.suite))
            .member("name", QStringView(result.name))
            .member("result", verdictName(result.verdict));
        if (result.took.count() >= 0)
            json.member("tookNs", std::int64_t(result.took.count()));
        if (result.first != 0)
            json.member("firstMessage", std::int64_t(result.first))
                .member("lastMessage", std::int64_t(result.last));
        json.key("problems").beginArray();
        for (const QString &sentence : result.sentences)
            json.string(QStringView(sentence));
        json.endArray();
        addDifferences(json, result.differences, "expected", "received");
        addFindings(json, result.findings);
        json.endObject();
    }
    json.endArray().key("counts").beginObject();
    for (const Verdict verdict : kVerdicts)
        json.member(verdictName(verdict), std::int64_t(countOf(results, verdict)));
    return json.endObject().endObject().takeString() + '\n';
}

// Text of XML 1.0, which cannot have most control characters.
QString xmlText(QString text)
{
    for (QChar &each : text) {
        const bool isControl = each < u' ' && each != u'\n' && each != u'\t';
        if (isControl || each == QChar(0xfffe) || each == QChar(0xffff))
            each = QChar(0xfffd);
    }
    return text.toHtmlEscaped();
}

QString seconds(std::chrono::nanoseconds took)
{
    return QString::number(double(std::max<std::int64_t>(took.count(), 0)) / 1e9, 'f', 6);
}

QString testCase(const TestResult &result)
{
    QString text = QStringLiteral("    <testcase classname=\"%1\" name=\"%2\" time=\"%3\"")
                       .arg(xmlText(result.suite), xmlText(result.name), seconds(result.took));
    if (!result.isWrong())
        return text + QStringLiteral("/>\n");
    const QStringList problems = problemsOf(result);
    const QString tag = QLatin1String(result.verdict == Verdict::NotRun ? "error" : "failure");
    const QString title = problems.isEmpty() ? wordOf(result.verdict) : problems.front();
    return text
        + QStringLiteral(">\n      <%1 message=\"%2\">%3</%1>\n    </testcase>\n")
              .arg(tag, xmlText(title), xmlText(problems.join(u'\n')));
}

std::string junitReport(const TestResults &results)
{
    QString text = QStringLiteral("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for (auto at = results.begin(); at != results.end();) {
        const auto end = std::find_if(
            at, results.end(), [&](const TestResult &one) { return one.suite != at->suite; });
        const TestResults suite(at, end);
        QString cases;
        std::chrono::nanoseconds took{0};
        for (const TestResult &result : suite) {
            cases += testCase(result);
            took += std::max(result.took, std::chrono::nanoseconds(0));
        }
        text += QStringLiteral("  <testsuite name=\"%1\" tests=\"%2\" failures=\"%3\" "
                               "errors=\"%4\" time=\"%5\">\n")
                    .arg(xmlText(at->suite))
                    .arg(suite.size())
                    .arg(countOf(suite, Verdict::Failed))
                    .arg(countOf(suite, Verdict::NotRun))
                    .arg(seconds(took))
            + cases + QStringLiteral("  </testsuite>\n");
        at = end;
    }
    return QString(text + QStringLiteral("</testsuites>\n")).toStdString();
}

// A description must not begin a directive ("# TODO").
QString tapTitle(const TestResult &result)
{
    QString title = harmlessLine(result.suite) + QStringLiteral(": ") + harmlessLine(result.name);
    return title.replace(u'#', QStringLiteral("\\#"));
}

std::string tapReport(const TestResults &results)
{
    std::string text = "TAP version 13\n1.." + std::to_string(results.size()) + '\n';
    std::size_t number = 0;
    for (const TestResult &result : results) {
        text += (result.isWrong() ? "not ok " : "ok ") + std::to_string(++number) + " - "
            + tapTitle(result).toStdString() + '\n';
        if (!result.isWrong())
            continue;
        json::Builder problems;
        problems.beginArray();
        for (const QString &line : problemsOf(result))
            problems.string(QStringView(line));
        // YAML takes JSON as it is.
        text += "  ---\n  result: " + std::string(verdictName(result.verdict))
            + "\n  problems: " + problems.endArray().takeString() + "\n  ...\n";
    }
    return text;
}

} // namespace

const QStringList &testFormats()
{
    static const QStringList names{QStringLiteral("text"), QStringLiteral("json"),
        QStringLiteral("junit"), QStringLiteral("tap")};
    return names;
}

std::string testReport(const TestResults &results, const QString &format, const Palette &palette)
{
    if (format == testFormats()[1])
        return jsonReport(results);
    if (format == testFormats()[2])
        return junitReport(results);
    if (format == testFormats()[3])
        return tapReport(results);
    return textReport(results, palette);
}

} // namespace sonde::cli
