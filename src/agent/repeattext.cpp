// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/repeattext.h"

#include "agent/agenttoolcall.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::agent {

namespace {

constexpr std::size_t kMaxDifferences = 10; // of a response
constexpr double kNsPerMs = 1e6;

void addTime(json::Builder &out, std::string_view name, std::chrono::nanoseconds time)
{
    if (time.count() >= 0)
        out.key(name).number(double(time.count()) / kNsPerMs);
}

std::string textOf(const replay::ReportRow &row)
{
    json::Builder out;
    out.beginObject();
    if (row.number != 0)
        out.member("recorded", std::int64_t(row.number));
    out.member("method", beginningOf(row.method, kMaxLine));
    if (!row.target.empty())
        out.member("target", beginningOf(row.target, kMaxLine));
    out.member("result", replay::verdictName(row.verdict));
    if (!row.sentence.isEmpty())
        out.member("reason", beginningOf(row.sentence.toStdString(), kMaxLine));
    addTime(out, "beforeMs", row.before);
    addTime(out, "nowMs", row.now);
    out.key("differences").beginArray();
    for (std::size_t i = 0; i < std::min(row.differences.size(), kMaxDifferences); ++i) {
        const changes::Difference &difference = row.differences[i];
        out.beginObject().member("pointer", QStringView(difference.pointer));
        if (!difference.before.isEmpty())
            out.member("before", beginningOf(difference.before.view(), kMaxLine / 2));
        if (!difference.after.isEmpty())
            out.member("now", beginningOf(difference.after.view(), kMaxLine / 2));
        out.endObject();
    }
    return out.endArray().endObject().takeString();
}

} // namespace

std::string repeatResult(const replay::ReplayReport &report)
{
    json::Builder out;
    out.beginObject().member("same", report.isSame()).key("counts").beginObject();
    for (std::size_t i = 0; i < replay::kVerdicts; ++i) {
        const replay::Verdict verdict{std::uint8_t(i)};
        out.member(replay::verdictName(verdict), std::int64_t(report.count(verdict)));
    }
    out.endObject().key("rows").beginArray();
    std::size_t size = 0;
    std::int64_t left = 0;
    for (const auto *rows : {&report.requests, &report.notifications}) {
        for (const replay::ReportRow &row : *rows) {
            if (row.verdict == replay::Verdict::Same)
                continue;
            const std::string one = textOf(row);
            if (size > 0 && size + one.size() > kBudget) {
                ++left;
                continue;
            }
            size += one.size();
            out.raw(one);
        }
    }
    out.endArray();
    if (left > 0)
        out.member("left", left);
    return out.endObject().takeString();
}

} // namespace sonde::agent
