// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/fanout/fanouttext.h"

#include "cli/output/clitr.h"
#include "cli/output/table.h"
#include "cli/output/terminaltext.h"
#include "cli/replay/replaytext.h"
#include "cli/trace/findingwords.h"
#include "fanout/fancells.h"
#include "fanout/fancomparison.h"
#include "json/builder.h"

#include <QStringBuilder>

#include <algorithm>

namespace sonde::cli {

using fanout::FanResult;
using fanout::FanResults;

namespace {

using Outcome = FanResult::Outcome;
using Verdict = FanResult::Verdict;

constexpr std::size_t kMaxDifferences = 20; // of a column, that are shown to a person
constexpr qsizetype kMaxName = 200; // characters of what a server calls itself

QString shortened(const QString &text)
{
    const QString line = harmlessLine(text);
    return line.size() > kMaxName ? QString(line.left(kMaxName) + QChar(0x2026)) : line;
}

QString serverCell(const FanResult &result)
{
    return shortened(fanout::serverText(result));
}

QString revisionCell(const FanResult &result)
{
    return shortened(result.revision);
}

void addRow(Table &table, const QString &name, const FanResults &results,
    QString (*cell)(const FanResult &result))
{
    QStringList cells{name};
    for (const FanResult &result : results)
        cells += cell(result);
    const bool isEmpty = std::all_of(
        cells.begin() + 1, cells.end(), [](const QString &each) { return each.isEmpty(); });
    if (!isEmpty)
        table.addRow(cells);
}

QString tableText(const FanResults &results, int width, const Palette &palette)
{
    std::vector<Column> columns{{.title = {}, .whole = true, .ink = Ink::Muted}};
    for (const FanResult &result : results)
        columns.push_back({.title = shortened(result.title)});
    Table table(std::move(columns));
    addRow(table, Text::tr("server"), results, serverCell);
    addRow(table, Text::tr("revision"), results, revisionCell);
    addRow(table, Text::tr("outcome"), results, fanout::outcomeText);
    addRow(table, Text::tr("duration"), results, fanout::tookText);
    addRow(table, Text::tr("size"), results, fanout::lengthText);
    addRow(table, Text::tr("findings"), results, fanout::findingsText);
    addRow(table, Text::tr("comparison"), results, fanout::comparisonText);
    return table.text(width, true, palette);
}

QString differencesText(const FanResult &result, const QString &first, const Palette &palette)
{
    QString text = u'\n'
        % Text::tr("%1 differs from %2:")
              .arg(palette.ink(Ink::Strong, shortened(result.title)), shortened(first))
        % u'\n';
    const std::size_t shown = std::min(result.differences.size(), kMaxDifferences);
    for (std::size_t i = 0; i < shown; ++i)
        text += differenceLine(result.differences[i]);
    if (result.differences.size() > shown)
        text += QStringLiteral("    ")
            % (result.hasMore ? Text::tr("… and at least %1 more") : Text::tr("… and %1 more"))
                  .arg(result.differences.size() - shown)
            % u'\n';
    return text;
}

std::string_view outcomeName(Outcome outcome)
{
    switch (outcome) {
    case Outcome::NotConnected:
        return "notConnected";
    case Outcome::NoResponse:
        return "noResponse";
    case Outcome::Error:
        return "error";
    case Outcome::ToolError:
        return "toolError";
    case Outcome::Result:
        break;
    }
    return "result";
}

std::string_view verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::NotCompared:
        return "notCompared";
    case Verdict::First:
        return "first";
    case Verdict::Equal:
        return "equal";
    case Verdict::Different:
        break;
    }
    return "different";
}

void addText(json::Builder &json, std::string_view name, const QString &text)
{
    if (!text.isEmpty())
        json.member(name, QStringView(text));
}

void addResponse(json::Builder &json, const FanResult &result)
{
    json.member("outcome", outcomeName(result.outcome));
    addText(json, "reason", result.sentence);
    if (result.took.count() >= 0)
        json.member("tookNs", std::int64_t(result.took.count()));
    if (!result.hasResponse())
        return;
    const bool isError = result.outcome == Outcome::Error;
    if (isError)
        json.member("errorCode", result.errorCode);
    json.member("bytes", std::int64_t(result.value.size()))
        .rawMember(isError ? "error" : "result", result.value.view());
}

} // namespace

QString fanOutText(const FanResults &results, int width, const Palette &palette)
{
    QString text = tableText(results, width, palette);
    QString first;
    for (const FanResult &result : results) {
        if (result.verdict == Verdict::First)
            first = result.title;
        if (!result.sentence.isEmpty())
            text += u'\n'
                % Text::tr("%1: %2").arg(shortened(result.title), harmlessLine(result.sentence))
                % u'\n';
    }
    for (const FanResult &result : results) {
        if (result.verdict == Verdict::Different)
            text += differencesText(result, first, palette);
    }
    return text;
}

std::string fanOutJson(const FanResults &results, const QString &method, const Bytes &params)
{
    json::Builder json;
    json.beginObject().member("method", QStringView(method));
    if (!params.isEmpty())
        json.rawMember("params", params.view());
    json.member("equal", areEqual(results)).key("columns").beginArray();
    for (const FanResult &result : results) {
        json.beginObject().member("title", QStringView(result.title));
        addText(json, "server", result.serverName);
        addText(json, "version", result.serverVersion);
        addText(json, "revision", result.revision);
        addResponse(json, result);
        addFindings(json, result.findings.value_or(std::vector<findings::ListedFinding>()));
        json.member("comparison", verdictName(result.verdict));
        addDifferences(json, result.differences, "first", "this");
        if (result.hasMore)
            json.member("differencesIncomplete", true);
        json.endObject();
    }
    return json.endArray().endObject().takeString() + '\n';
}

} // namespace sonde::cli
