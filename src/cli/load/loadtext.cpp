// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/load/loadtext.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "json/builder.h"

#include <QLocale>
#include <QStringBuilder>

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

namespace sonde::cli {

namespace {

using mcp::LoadRun;
using Outcome = LoadRun::Outcome;

constexpr int kBars = 20;
constexpr int kBarWidth = 40; // cells of the longest bar
constexpr std::array kPercents{50.0, 90.0, 95.0, 99.0, 99.9};
constexpr double kNsPerMs = 1e6;

struct Row {
    QString name;
    QString value;
    Ink ink = Ink::Plain;
};

QString timeOf(std::int64_t ns)
{
    return durationText(std::chrono::nanoseconds(ns));
}

QString percentName(double percent)
{
    return u'p' % QString::number(percent);
}

bool hasDurations(const LoadRun &run)
{
    return run.longest() > 0;
}

std::vector<Row> outcomeRows(const LoadReport &report)
{
    const LoadRun &run = report.run;
    std::vector<Row> rows{{Text::tr("calls"), countText(run.sent())}};
    const auto add = [&](const QString &name, int count, Ink ink) {
        if (count > 0)
            rows.push_back({name, countText(count), ink});
    };
    add(Text::tr("ok"), run.count(Outcome::Ok), Ink::Good);
    add(Text::tr("tool errors"), run.count(Outcome::ToolError), Ink::Bad);
    add(Text::tr("protocol errors"), run.count(Outcome::ServerError), Ink::Bad);
    add(Text::tr("no response"), run.count(Outcome::NoResponse), Ink::Bad);
    add(Text::tr("timed out"), run.count(Outcome::TimedOut), Ink::Bad);
    add(Text::tr("cancelled"), run.count(Outcome::Cancelled), Ink::Warning);
    add(Text::tr("due, but not sent"), run.notSent(report.now), Ink::Warning);
    rows.push_back({Text::tr("total time"), timeOf(run.elapsedNs(report.now))});
    rows.push_back({Text::tr("responses per second"),
        QLocale::c().toString(run.perSecond(report.now), 'f', 1)});
    return rows;
}

std::vector<Row> timeRows(const LoadRun &run)
{
    if (!hasDurations(run))
        return {};
    std::vector<Row> rows{{Text::tr("shortest"), timeOf(run.shortest())}};
    for (const double percent : kPercents)
        rows.push_back({percentName(percent), timeOf(run.percentile(percent))});
    rows.push_back({Text::tr("longest"), timeOf(run.longest())});
    return rows;
}

// The values right-aligned, as they are numbers.
QString aligned(const std::vector<Row> &rows, const Palette &palette)
{
    int names = 0;
    int values = 0;
    for (const Row &row : rows) {
        names = std::max(names, cellWidth(row.name));
        values = std::max(values, cellWidth(row.value));
    }
    QString text;
    for (const Row &row : rows)
        text += row.name % QString(names - cellWidth(row.name) + 2, u' ')
            % QString(values - cellWidth(row.value), u' ') % palette.ink(row.ink, row.value)
            % u'\n';
    return text;
}

QString barsText(const LoadRun &run, const Palette &palette)
{
    const std::vector<LoadRun::Bar> bars = run.histogram(kBars);
    int most = 1;
    for (const LoadRun::Bar &bar : bars)
        most = std::max(most, bar.count);
    std::vector<Row> rows;
    rows.reserve(bars.size());
    for (const LoadRun::Bar &bar : bars)
        rows.push_back({QStringLiteral("≤ ") % timeOf(bar.toNs), countText(bar.count)});
    const QStringList lines = aligned(rows, Palette(false)).split(u'\n');
    QString text;
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const int cells = (bars[i].count * kBarWidth + most - 1) / most;
        text += lines[qsizetype(i)];
        if (cells > 0)
            text += QStringLiteral("  ") % palette.ink(Ink::Sent, QString(cells, QChar(0x2588)));
        text += u'\n';
    }
    return text;
}

void addMs(json::Builder &out, std::string_view name, std::int64_t ns)
{
    out.key(name).number(double(ns) / kNsPerMs);
}

} // namespace

QString loadText(const LoadReport &report, const Palette &palette)
{
    const QString title = QString(report.method % u' ' % report.tool).trimmed();
    QString text = palette.ink(Ink::Strong, harmlessLine(title)) % u'\n'
        % aligned(outcomeRows(report), palette);
    if (hasDurations(report.run))
        text +=
            u'\n' % aligned(timeRows(report.run), palette) % u'\n' % barsText(report.run, palette);
    if (!report.problem.isEmpty())
        text += u'\n' % Text::tr("First problem: %1").arg(harmlessLine(report.problem)) % u'\n';
    return text;
}

std::string loadJson(const LoadReport &report)
{
    const LoadRun &run = report.run;
    json::Builder out;
    out.beginObject();
    if (!report.method.isEmpty())
        out.member("method", QStringView(report.method));
    if (!report.tool.isEmpty())
        out.member(report.method.isEmpty() ? "tool" : "target", QStringView(report.tool));
    out.member("calls", std::int64_t(run.sent()))
        .member("concurrency", std::int64_t(run.plan().concurrency));
    if (run.plan().rate > 0)
        out.key("rate").number(run.plan().rate);
    out.member("ok", std::int64_t(run.count(Outcome::Ok)))
        .member("toolErrors", std::int64_t(run.count(Outcome::ToolError)))
        .member("protocolErrors", std::int64_t(run.count(Outcome::ServerError)))
        .member("noResponse", std::int64_t(run.count(Outcome::NoResponse)))
        .member("timedOut", std::int64_t(run.count(Outcome::TimedOut)))
        .member("cancelled", std::int64_t(run.count(Outcome::Cancelled)))
        .member("notSent", std::int64_t(run.notSent(report.now)));
    addMs(out, "totalMs", run.elapsedNs(report.now));
    out.key("responsesPerSecond").number(run.perSecond(report.now));
    if (hasDurations(run)) {
        addMs(out, "shortestMs", run.shortest());
        out.key("percentilesMs").beginObject();
        for (const double percent : kPercents)
            addMs(out, percentName(percent).toStdString(), run.percentile(percent));
        out.endObject();
        addMs(out, "longestMs", run.longest());
        out.key("histogram").beginArray();
        for (const LoadRun::Bar &bar : run.histogram(kBars)) {
            out.beginObject();
            addMs(out, "fromMs", bar.fromNs);
            addMs(out, "toMs", bar.toNs);
            out.member("count", std::int64_t(bar.count)).endObject();
        }
        out.endArray();
    }
    if (!report.problem.isEmpty())
        out.member("firstProblem", QStringView(report.problem));
    return out.endObject().takeString() + '\n';
}

} // namespace sonde::cli
