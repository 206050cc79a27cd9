// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/resultmodel.h"

#include "base/formatting.h"
#include "models/changes/calltimings.h"
#include "models/signs/sign.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sonde::models {

using changes::CallRun;
using changes::RunChange;
using Kind = RunChange::Kind;

namespace {

constexpr std::array kKindOrder{
    Kind::Worse, Kind::Different, Kind::Same, Kind::First, Kind::Unknown, Kind::NotRun};

Sign resultSign(Kind kind)
{
    switch (kind) {
    case Kind::Worse:
        return Sign::ProtocolError;
    case Kind::Different:
        return Sign::Changed;
    case Kind::Same:
        return Sign::Ok;
    case Kind::NotRun:
        return Sign::NoResponse;
    case Kind::First:
    case Kind::Unknown:
        break;
    }
    return Sign::None;
}

ColorRole resultColor(Kind kind)
{
    switch (kind) {
    case Kind::Worse:
        return ColorRole::Error;
    case Kind::Different:
    case Kind::NotRun:
        return ColorRole::Warn;
    default:
        return ColorRole::Muted;
    }
}

QString sizesText(const RunChange &change)
{
    if (change.after.size == 0)
        return {};
    QString now = countText(change.after.size);
    if (!change.before || change.before->size == 0 || change.before->size == change.after.size)
        return now;
    return QStringLiteral("%1 → %2").arg(countText(change.before->size), now);
}

QString timeOfRun(const ResultRow &result)
{
    const auto took = result.change.after.took;
    if (took.count() <= 0)
        return {};
    const QString text = durationText(took);
    const QString change = result.usual ? changeText(result.usual->median, took) : QString();
    return change.isEmpty() ? text : QStringLiteral("%1 · %2").arg(text, change);
}

} // namespace

std::optional<UsualTime> usualTime(
    const std::deque<Restart> &restarts, int number, const CallRun &run)
{
    std::vector<std::chrono::nanoseconds> times;
    for (auto restart = restarts.rbegin(); restart != restarts.rend(); ++restart) {
        if (restart->number >= number || !restart->runs)
            continue;
        for (const CallRun &other : *restart->runs) {
            if (other.isSameCall(run) && other.took.count() > 0
                && times.size() < UsualTime::kMostRuns)
                times.push_back(other.took);
        }
    }
    if (times.empty())
        return std::nullopt;
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return UsualTime{*middle, times.size()};
}

QString changeText(std::chrono::nanoseconds before, std::chrono::nanoseconds after)
{
    if (before.count() <= 0)
        return {};
    const CallTiming timing{{}, before, after};
    const auto percent = timing.percent();
    if (!percent)
        return ResultModel::tr("same");
    return (*percent < 0 ? QString(QChar(0x2212)) : QStringLiteral("+"))
        + QStringLiteral("%1 %").arg(std::abs(*percent));
}

ResultModel::ResultModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

int ResultModel::firstOfInterest() const
{
    for (const Kind kind : {Kind::Worse, Kind::Different, Kind::NotRun}) {
        for (int row = 0; row < rowCount(); ++row) {
            if (change(row).kind == kind)
                return row;
        }
    }
    return -1;
}

QString ResultModel::summary() const
{
    QStringList parts;
    for (const Kind kind : kKindOrder) {
        const auto count = std::count_if(rows().begin(), rows().end(),
            [kind](const ResultRow &result) { return result.change.kind == kind; });
        if (count == 0)
            continue;
        RunChange example;
        example.kind = kind;
        parts << QStringLiteral("%1 %2").arg(count).arg(word(example));
    }
    return listText(parts);
}

QString ResultModel::word(const RunChange &change)
{
    switch (change.kind) {
    case Kind::First:
        return tr("first run");
    case Kind::Same:
        return tr("same");
    case Kind::Different:
        return tr("different");
    case Kind::Worse:
        return tr("fails now");
    case Kind::NotRun:
        return tr("not run");
    case Kind::Unknown:
        break;
    }
    return tr("too large");
}

QString ResultModel::title(int column) const
{
    switch (column) {
    case ResultColumn:
        return tr("Result");
    case CallColumn:
        return tr("Saved call");
    case ToolColumn:
        return tr("Tool");
    case TimeColumn:
        return tr("Duration");
    default:
        return tr("Size");
    }
}

QVariant ResultModel::cell(const ResultRow &result, const QModelIndex &index, int role) const
{
    const RunChange &change = result.change;
    if (index.column() == ResultColumn && role == SignRole)
        return int(resultSign(change.kind));
    if (index.column() == ResultColumn && role == TextColorRole)
        return int(resultColor(change.kind));
    if (role == Qt::ToolTipRole && index.column() == TimeColumn && result.usual)
        return tr("Median of the last %1 runs: %2")
            .arg(result.usual->runs)
            .arg(durationText(result.usual->median));
    if (role == Qt::ToolTipRole && !change.after.sentence.isEmpty())
        return change.after.sentence;
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case ResultColumn:
        return word(change);
    case CallColumn:
        return change.after.call;
    case ToolColumn:
        return change.after.tool;
    case TimeColumn:
        return timeOfRun(result);
    default:
        return sizesText(change);
    }
}

} // namespace sonde::models
