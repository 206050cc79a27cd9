// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/difftext.h"

#include "agent/agenttoolcall.h"
#include "json/builder.h"

#include <algorithm>
#include <vector>

namespace sonde::agent {

namespace {

using changes::Change;
using changes::ChangeKind;
using changes::Severity;

constexpr std::size_t kMaxReasons = 10; // of a change
constexpr std::size_t kMaxDifferences = 10;

struct Row {
    changes::Part part = changes::Part::Server;
    const Change *change = nullptr;
};

const char *nameOf(ChangeKind kind)
{
    return kind == ChangeKind::Added  ? "added"
        : kind == ChangeKind::Removed ? "removed"
                                      : "changed";
}

const char *nameOf(Severity severity)
{
    return severity == Severity::Breaks  ? "breaking"
        : severity == Severity::MayBreak ? "may-be-breaking"
                                         : "harmless";
}

// The values as texts: a long one is cut.
void addValues(json::Builder &out, const Bytes &before, const Bytes &after)
{
    if (!before.isEmpty())
        out.member("before", beginningOf(before.view(), kMaxLine / 2));
    if (!after.isEmpty())
        out.member("after", beginningOf(after.view(), kMaxLine / 2));
}

std::string textOf(const Row &row)
{
    const Change &change = *row.change;
    json::Builder out;
    out.beginObject()
        .member("part", changes::partName(row.part).data())
        .member("kind", nameOf(change.kind));
    if (!change.key.empty())
        out.member("name", beginningOf(change.key, kMaxLine));
    out.member("severity", nameOf(change.severity()));
    out.key("reasons").beginArray();
    for (std::size_t i = 0; i < std::min(change.reasons.size(), kMaxReasons); ++i) {
        const changes::Reason &reason = change.reasons[i];
        out.beginObject()
            .member("severity", nameOf(reason.severity))
            .member("pointer", QStringView(reason.pointer))
            .member("sentence", beginningOf(reason.sentence.toStdString(), kMaxLine))
            .endObject();
    }
    out.endArray().key("differences").beginArray();
    for (std::size_t i = 0; i < std::min(change.differences.size(), kMaxDifferences); ++i) {
        const changes::Difference &difference = change.differences[i];
        out.beginObject()
            .member("kind", nameOf(difference.kind))
            .member("pointer", QStringView(difference.pointer));
        addValues(out, difference.before, difference.after);
        out.endObject();
    }
    out.endArray();
    return out.endObject().takeString();
}

std::vector<Row> rowsOf(const changes::Comparison &comparison)
{
    std::vector<Row> rows;
    for (const changes::PartChanges &part : comparison.parts) {
        for (const Change &change : part.changes)
            rows.push_back({part.part, &change});
    }
    std::stable_sort(rows.begin(), rows.end(),
        [](const Row &a, const Row &b) { return a.change->severity() > b.change->severity(); });
    return rows;
}

} // namespace

std::string diffResult(
    const changes::Comparison &comparison, std::size_t skip, const QString &problem)
{
    const std::vector<Row> rows = rowsOf(comparison);
    json::Builder out;
    out.beginObject()
        .member("same", comparison.isSame())
        .member("breaking", std::int64_t(comparison.count(Severity::Breaks)))
        .member("mayBeBreaking", std::int64_t(comparison.count(Severity::MayBreak)));
    out.key("changes").beginArray();
    std::size_t at = std::min(skip, rows.size());
    for (std::size_t size = 0; at < rows.size(); ++at) {
        const std::string one = textOf(rows[at]);
        size += one.size();
        if (at > skip && size > kBudget)
            break;
        out.raw(one);
    }
    out.endArray().member("total", std::int64_t(rows.size()));
    if (at < rows.size())
        out.member("next", std::int64_t(at));
    if (!problem.isEmpty())
        out.member("problem", beginningOf(problem.toStdString(), kMaxLine * 2));
    return out.endObject().takeString();
}

} // namespace sonde::agent
