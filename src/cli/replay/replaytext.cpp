// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/replay/replaytext.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "json/builder.h"

namespace sonde::cli {

namespace {

using replay::ReplayReport;
using replay::ReportRow;
using replay::Verdict;

constexpr qsizetype kMaxValue = 100; // characters of a value in a line
constexpr qsizetype kMaxName = 200; // of a method or target

QString wordOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Same:
        return Text::tr("same");
    case Verdict::Different:
        return Text::tr("different");
    case Verdict::Missing:
        return Text::tr("missing");
    case Verdict::Failed:
        return Text::tr("failed");
    case Verdict::NotSent:
        break;
    }
    return Text::tr("not sent");
}

Ink inkOf(Verdict verdict)
{
    return verdict == Verdict::Same   ? Ink::Good
        : verdict == Verdict::NotSent ? Ink::Warning
                                      : Ink::Bad;
}

QString shortened(const QString &text, qsizetype most)
{
    const QString line = harmlessLine(text);
    return line.size() > most ? line.left(most) + QChar(0x2026) : line;
}

QString valueText(const Bytes &value)
{
    return shortened(QString::fromUtf8(value.data(), qsizetype(value.size())), kMaxValue);
}

QString timeText(std::chrono::nanoseconds time)
{
    return time.count() < 0 ? Text::tr("no time") : durationText(time);
}

// "#5 tools/call echo: different (0.412 ms → 0.500 ms)".
QString rowLine(const ReportRow &row, const Palette &palette)
{
    QString title = shortened(QString::fromStdString(row.method), kMaxName);
    if (!row.target.empty())
        title += u' ' + shortened(QString::fromStdString(row.target), kMaxName);
    if (row.number != 0)
        title = QStringLiteral("#%1 ").arg(row.number) + title;
    QString line =
        Text::tr("%1: %2").arg(title, palette.ink(inkOf(row.verdict), wordOf(row.verdict)));
    if (row.before.count() >= 0 || row.now.count() >= 0)
        line += QStringLiteral(" (%1 → %2)").arg(timeText(row.before), timeText(row.now));
    if (row.allowed > 0)
        line += Text::tr(", differences that rules allow: %1").arg(row.allowed);
    return line + u'\n';
}

QString rowText(const ReportRow &row, const Palette &palette)
{
    QString text = rowLine(row, palette);
    if (!row.sentence.isEmpty())
        text += QStringLiteral("    ") + harmlessLine(row.sentence) + u'\n';
    for (const changes::Difference &difference : row.differences)
        text += differenceLine(difference);
    if (row.left > 0)
        text += QStringLiteral("    ") + Text::tr("… and %1 more").arg(row.left) + u'\n';
    return text;
}

void addRow(json::Builder &json, const ReportRow &row)
{
    json.beginObject();
    if (row.number != 0)
        json.member("message", std::int64_t(row.number));
    json.member("method", std::string_view(row.method));
    if (!row.target.empty())
        json.member("target", std::string_view(row.target));
    json.member("result", replay::verdictName(row.verdict));
    if (!row.sentence.isEmpty())
        json.member("reason", row.sentence);
    if (row.before.count() >= 0)
        json.member("recordedNs", std::int64_t(row.before.count()));
    if (row.now.count() >= 0)
        json.member("nowNs", std::int64_t(row.now.count()));
    addDifferences(json, row.differences, "recorded", "now");
    json.member("moreDifferences", std::int64_t(row.left));
    json.member("allowedDifferences", std::int64_t(row.allowed));
    json.endObject();
}

void addRows(json::Builder &json, std::string_view name, const std::vector<ReportRow> &rows)
{
    json.key(name).beginArray();
    for (const ReportRow &row : rows)
        addRow(json, row);
    json.endArray();
}

} // namespace

QString differenceLine(const changes::Difference &difference)
{
    const QString begin = QStringLiteral("    ")
        + (difference.pointer.isEmpty() ? QStringLiteral("/")
                                        : shortened(difference.pointer, kMaxName))
        + QStringLiteral(": ");
    const QString nothing = Text::tr("nothing");
    return begin + (difference.before.isEmpty() ? nothing : valueText(difference.before))
        + QStringLiteral(" → ")
        + (difference.after.isEmpty() ? nothing : valueText(difference.after)) + u'\n';
}

void addDifferences(json::Builder &json, const std::vector<changes::Difference> &differences,
    std::string_view before, std::string_view after)
{
    json.key("differences").beginArray();
    for (const changes::Difference &each : differences) {
        json.beginObject().member("path", QStringView(each.pointer));
        if (!each.before.isEmpty())
            json.rawMember(before, each.before.view());
        if (!each.after.isEmpty())
            json.rawMember(after, each.after.view());
        json.endObject();
    }
    json.endArray();
}

QString replayText(const ReplayReport &report, const Palette &palette)
{
    QString text;
    for (const auto *rows : {&report.requests, &report.notifications}) {
        for (const ReportRow &row : *rows)
            text += rowText(row, palette);
    }
    QStringList counts;
    for (std::size_t i = 0; i < replay::kVerdicts; ++i) {
        const Verdict verdict{std::uint8_t(i)};
        if (const std::size_t count = report.count(verdict); count > 0)
            counts << QStringLiteral("%1 %2").arg(countText(count), wordOf(verdict));
    }
    return text + Text::tr("Compared: %1.").arg(listText(counts)) + u'\n';
}

std::string replayJson(const ReplayReport &report)
{
    json::Builder json;
    json.beginObject().member("same", report.isSame());
    addRows(json, "requests", report.requests);
    addRows(json, "notifications", report.notifications);
    json.key("counts").beginObject();
    for (std::size_t i = 0; i < replay::kVerdicts; ++i) {
        const Verdict verdict{std::uint8_t(i)};
        json.member(replay::verdictName(verdict), std::int64_t(report.count(verdict)));
    }
    return json.endObject().endObject().takeString() + '\n';
}

} // namespace sonde::cli
