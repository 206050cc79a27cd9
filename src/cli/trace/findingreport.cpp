// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/findingreport.h"

#include "base/formatting.h"
#include "cli/options/checkoptions.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "cli/trace/findingwords.h"
#include "cli/trace/githubreport.h"
#include "findings/page/rulewords.h"
#include "json/builder.h"

#include <QUrl>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace sonde::cli {

namespace {

using findings::Finding;
using findings::Level;
using findings::ListedFinding;
using Findings = std::vector<ListedFinding>;

int countOf(const Findings &found, Level level)
{
    return int(std::count_if(found.begin(), found.end(),
        [level](const Finding &finding) { return finding.level == level; }));
}

QString summary(const Findings &found, const ReportFacts &facts)
{
    QString text = Text::tr("Errors: %1, warnings: %2, notes: %3. Records checked: %4.")
                       .arg(countOf(found, Level::Error))
                       .arg(countOf(found, Level::Warning))
                       .arg(countOf(found, Level::Info))
                       .arg(facts.records);
    if (facts.accepted > 0)
        text += u' ' + Text::tr("Accepted by the baseline: %1.").arg(facts.accepted);
    return text;
}

QString coverageText(const ReportFacts &facts)
{
    return Text::tr("%1 of %2 requirements checked.")
        .arg(facts.coverage.checked)
        .arg(facts.coverage.all);
}

// How many findings of each level each area of the specification has.
struct AreaCounts {
    std::array<int, 3> ofLevel{};
};
std::map<std::string, AreaCounts> countsByArea(const Findings &found)
{
    std::map<std::string, AreaCounts> areas;
    for (const ListedFinding &finding : found)
        ++areas[std::string(finding.requirement->area())]
              .ofLevel[static_cast<std::size_t>(finding.level)];
    return areas;
}

QString areaText(const AreaCounts &counts)
{
    const auto of = [&](Level level) { return counts.ofLevel[static_cast<std::size_t>(level)]; };
    QStringList parts;
    if (of(Level::Error) > 0)
        parts << Text::tr("errors: %1").arg(of(Level::Error));
    if (of(Level::Warning) > 0)
        parts << Text::tr("warnings: %1").arg(of(Level::Warning));
    if (of(Level::Info) > 0)
        parts << Text::tr("notes: %1").arg(of(Level::Info));
    return listText(parts);
}

// The requirement of a finding in the words of the specification's revision.
QString titleOf(const Finding &finding)
{
    return QStringLiteral("%1 (%2 %3)")
        .arg(finding.requirement->summary, finding.requirement->keywordIn(finding.revision),
            QString::fromUtf8(revisionName(finding.revision)));
}

bool isNewGroup(const Findings &found, std::size_t at)
{
    return at == 0 || at == found.size() || found[at].requirement != found[at - 1].requirement
        || found[at].level != found[at - 1].level || found[at].revision != found[at - 1].revision;
}

Ink levelInk(Level level)
{
    return level == Level::Error ? Ink::Bad : level == Level::Warning ? Ink::Warning : Ink::Muted;
}

std::string textReport(
    const Findings &found, const ReportFacts &facts, bool explains, const Palette &palette)
{
    QString text;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const ListedFinding &finding = found[i];
        if (isNewGroup(found, i)) {
            text +=
                QStringLiteral("%1%2  %3\n  %4\n")
                    .arg(i == 0 ? QString() : QStringLiteral("\n"),
                        palette.ink(
                            levelInk(finding.level), QString::fromUtf8(levelName(finding.level))),
                        palette.ink(Ink::Strong, QString::fromStdString(finding.requirement->id)),
                        titleOf(finding));
            if (const auto address = finding.requirement->addressIn(finding.revision);
                !address.isEmpty())
                text += QStringLiteral("  %1\n").arg(palette.ink(Ink::Muted, address));
        }
        text += QStringLiteral("    %1  %2\n").arg(placeOf(finding), sentenceOf(finding));
        if (explains && isNewGroup(found, i + 1))
            text += QStringLiteral("    %1\n    %2\n").arg(whyLine(finding), fixLine(finding));
    }
    if (!text.isEmpty())
        text += u'\n';
    for (const auto &[area, counts] : countsByArea(found))
        text +=
            QStringLiteral("%1 %2\n").arg(QString::fromStdString(area), -12).arg(areaText(counts));
    text += summary(found, facts) + u'\n' + coverageText(facts) + u'\n';
    return text.toStdString();
}

QString markdownSummary(const Findings &found, const ReportFacts &facts)
{
    QString text = QStringLiteral("# %1\n\n%2 %3\n")
                       .arg(Text::tr("Findings"), summary(found, facts), coverageText(facts));
    if (!found.empty())
        text += QStringLiteral("\n| %1 | %2 |\n|---|---|\n")
                    .arg(Text::tr("Area"), Text::tr("Findings"));
    for (const auto &[area, counts] : countsByArea(found))
        text += QStringLiteral("| %1 | %2 |\n").arg(QString::fromStdString(area), areaText(counts));
    return text;
}

std::string markdownReport(const Findings &found, const ReportFacts &facts, bool explains)
{
    QString text = markdownSummary(found, facts);
    const auto escaped = [](QString line) {
        for (const char16_t c : u"\\`*_[]<>|#")
            line.replace(QChar(c), QStringLiteral("\\") + QChar(c));
        return line;
    };
    for (std::size_t i = 0; i < found.size(); ++i) {
        const ListedFinding &finding = found[i];
        if (isNewGroup(found, i)) {
            const QString address = finding.requirement->addressIn(finding.revision);
            text +=
                QStringLiteral("\n## %1: %2\n\n%3")
                    .arg(QString::fromUtf8(levelName(finding.level)),
                        QString::fromStdString(finding.requirement->id), escaped(titleOf(finding)));
            text += address.isEmpty() ? QStringLiteral("\n\n")
                                      : QStringLiteral(" <%1>\n\n").arg(address);
        }
        text += QStringLiteral("- %1: %2\n")
                    .arg(escaped(placeOf(finding)), escaped(sentenceOf(finding)));
        if (explains && isNewGroup(found, i + 1))
            text += QStringLiteral("\n%1\n\n%2\n")
                        .arg(escaped(whyLine(finding)), escaped(fixLine(finding)));
    }
    return text.toStdString();
}

void addFinding(json::Builder &out, const ListedFinding &finding, bool explains)
{
    const auto &requirement = *finding.requirement;
    out.beginObject()
        .member("rule", std::string_view(requirement.id))
        .member("level", levelName(finding.level))
        .member("party", partyName(finding.party))
        .member("revision", revisionName(finding.revision))
        .member("section", QStringView(requirement.sectionIn(finding.revision)))
        .member("address", QStringView(requirement.addressIn(finding.revision)))
        .member("requirement", QStringView(requirement.summary));
    out.key("messages").beginArray();
    for (const trace::Number number : finding.messages)
        out.number(std::int64_t(number));
    out.endArray();
    if (!finding.alsoIn.empty()) {
        out.key("alsoIn").beginArray();
        for (const trace::Number number : finding.alsoIn)
            out.number(std::int64_t(number));
        out.endArray();
    }
    out.member("pointer", QStringView(finding.pointer));
    if (finding.begin < finding.end) {
        out.key("bytes").beginArray().number(std::int64_t(finding.begin));
        out.number(std::int64_t(finding.end)).endArray();
    }
    out.member("sentence", QStringView(finding.sentence));
    if (!finding.remedy.isEmpty())
        out.member("remedy", QStringView(finding.remedy));
    if (explains) {
        const findings::RuleWords words = wordsOf(requirement);
        out.member("why", QStringView(words.why)).member("fix", QStringView(words.fix));
    }
    out.endObject();
}

std::string jsonReport(const Findings &found, const ReportFacts &facts, bool explains)
{
    json::Builder out;
    out.beginObject().member("records", std::int64_t(facts.records));
    out.key("coverage").beginObject().member("checked", facts.coverage.checked);
    out.member("all", facts.coverage.all).endObject();
    if (facts.accepted > 0)
        out.member("accepted", facts.accepted);
    out.key("counts").beginObject();
    for (const Level level : {Level::Error, Level::Warning, Level::Info})
        out.member(levelName(level), countOf(found, level));
    out.endObject().key("findings").beginArray();
    for (const ListedFinding &finding : found)
        addFinding(out, finding, explains);
    return out.endArray().endObject().takeString() + '\n';
}

// SARIF 2.1.0.
std::string sarifReport(const Findings &found, const ReportFacts &facts, bool explains)
{
    json::Builder out;
    out.beginObject()
        .member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        .member("version", "2.1.0");
    out.key("runs").beginArray().beginObject();
    out.key("tool").beginObject().key("driver").beginObject().member("name", "Sonde");
    out.key("rules").beginArray();
    std::map<std::string, const Finding *> rules;
    for (const ListedFinding &finding : found)
        rules.emplace(finding.requirement->id, &finding);
    for (const auto &[id, finding] : rules) {
        out.beginObject().member("id", std::string_view(id));
        out.key("shortDescription").beginObject();
        out.member("text", QStringView(finding->requirement->summary)).endObject();
        if (const auto address = finding->requirement->addressIn(finding->revision);
            !address.isEmpty())
            out.member("helpUri", QStringView(address));
        if (explains) {
            out.key("help").beginObject();
            out.member("text", QStringView(QString(whyLine(*finding) + u'\n' + fixLine(*finding))));
            out.endObject();
        }
        out.endObject();
    }
    out.endArray().endObject().endObject().key("results").beginArray();
    for (const ListedFinding &finding : found) {
        out.beginObject().member("ruleId", std::string_view(finding.requirement->id));
        out.member(
            "level", finding.level == Level::Info ? "note" : levelName(finding.level).data());
        out.key("message").beginObject();
        out.member("text", QStringView(sentenceOf(finding))).endObject();
        out.key("locations").beginArray().beginObject();
        if (!facts.file.isEmpty()) {
            const QString name = QUrl::fromLocalFile(facts.file).fileName(QUrl::FullyEncoded);
            out.key("physicalLocation").beginObject().key("artifactLocation").beginObject();
            out.member("uri", QStringView(name)).endObject().endObject();
        }
        out.key("logicalLocations").beginArray().beginObject();
        out.member("fullyQualifiedName", QStringView(placeOf(finding)));
        out.endObject().endArray().endObject().endArray().endObject();
    }
    out.endArray().key("properties").beginObject();
    out.member("requirementsChecked", facts.coverage.checked);
    out.member("requirements", facts.coverage.all).endObject().endObject().endArray();
    return out.endObject().takeString() + '\n';
}

// The form of JUnit that CI systems read: a test case for each requirement that is violated.
std::string junitReport(const Findings &found, bool explains)
{
    QString cases;
    int failures = 0;
    int groups = 0;
    for (std::size_t i = 0; i < found.size();) {
        const Finding &first = found[i];
        QStringList lines;
        do
            lines << placeOf(found[i]) + QStringLiteral("  ") + sentenceOf(found[i]);
        while (!isNewGroup(found, ++i));
        if (explains)
            lines << whyLine(first) << fixLine(first);
        const bool isFailure = first.level == Level::Error;
        failures += isFailure ? 1 : 0;
        ++groups;
        const QString tag = isFailure ? QStringLiteral("failure") : QStringLiteral("system-out");
        cases += QStringLiteral("<testcase classname=\"%1\" name=\"%2\"><%3>%4</%3></testcase>\n")
                     .arg(QString::fromUtf8(first.requirement->area()).toHtmlEscaped(),
                         QString::fromStdString(first.requirement->id).toHtmlEscaped(), tag,
                         lines.join(u'\n').toHtmlEscaped());
    }
    return QStringLiteral("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                          "<testsuite name=\"sonde\" tests=\"%1\" failures=\"%2\">\n%3"
                          "</testsuite>\n")
        .arg(groups)
        .arg(failures)
        .arg(cases)
        .toStdString();
}

void sortFindings(Findings &found)
{
    std::stable_sort(found.begin(), found.end(), [](const Finding &a, const Finding &b) {
        if (a.level != b.level)
            return a.level > b.level;
        if (a.requirement != b.requirement)
            return a.requirement->id < b.requirement->id;
        return a.revision < b.revision;
    });
}

// The annotations, and below them what a person reads in the log of the step.
std::string annotations(const Findings &found, const ReportFacts &facts, bool explains)
{
    const QString text = githubReport(found, facts.file, explains);
    return QString(text + summary(found, facts) + u'\n' + coverageText(facts) + u'\n')
        .toStdString();
}

std::string findingReport(
    const Findings &found, const ReportFacts &facts, const ReportForm &form, const Palette &palette)
{
    const bool explains = form.explains;
    if (form.format == checkFormats()[1])
        return jsonReport(found, facts, explains);
    if (form.format == checkFormats()[2])
        return junitReport(found, explains);
    if (form.format == checkFormats()[3])
        return sarifReport(found, facts, explains);
    if (form.format == checkFormats()[4])
        return markdownReport(found, facts, explains);
    if (form.format == checkFormats()[5])
        return annotations(found, facts, explains);
    return textReport(found, facts, explains, palette);
}

} // namespace

int reportFindings(std::vector<Finding> all, const FindingLevels &levels, const ReportFacts &facts,
    const ReportForm &form, Output &out, Output &err)
{
    std::erase_if(all,
        [&levels](const Finding &finding) { return !levels.rules.has(finding.requirement->id); });
    const bool hasFailed = levels.failing
        && std::any_of(all.begin(), all.end(),
            [&levels](const Finding &finding) { return finding.level >= *levels.failing; });
    std::erase_if(all, [&levels](const Finding &finding) { return finding.level < levels.shown; });
    Findings found = listedOnce(std::move(all));
    sortFindings(found);
    out.write(findingReport(found, facts, form, out.palette()));
    if (facts.omitted > 0)
        err.complain(
            Text::tr("%1 more findings are not shown: of each rule, only the first %2 are.")
                .arg(facts.omitted)
                .arg(findings::Checker::kMaxOfRule));
    return hasFailed ? kInvalidResult : kFine;
}

} // namespace sonde::cli
