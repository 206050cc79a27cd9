// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/replay/replaymodel.h"

#include "base/formatting.h"
#include "models/signs/sign.h"

#include <algorithm>
#include <array>

namespace sonde::models {

using replay::ReportRow;
using replay::Verdict;

namespace {

constexpr std::array kFromWorst{
    Verdict::Failed, Verdict::Missing, Verdict::Different, Verdict::NotSent, Verdict::Same};

Sign verdictSign(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Same:
        return Sign::Ok;
    case Verdict::Different:
        return Sign::Changed;
    case Verdict::Failed:
        return Sign::ProtocolError;
    case Verdict::Missing:
        return Sign::NoResponse;
    case Verdict::NotSent:
        break;
    }
    return Sign::NotReached;
}

ColorRole verdictColor(Verdict verdict)
{
    return verdict == Verdict::Different                            ? ColorRole::Warn
        : verdict == Verdict::Failed || verdict == Verdict::Missing ? ColorRole::Error
                                                                    : ColorRole::Muted;
}

QString timeText(std::chrono::nanoseconds time)
{
    return time.count() < 0 ? QStringLiteral("–") : durationText(time);
}

} // namespace

ReplayModel::ReplayModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void ReplayModel::setReport(const replay::ReplayReport &report)
{
    std::vector<ReportRow> all = report.requests;
    all.insert(all.end(), report.notifications.begin(), report.notifications.end());
    setRows(std::move(all));
}

int ReplayModel::nextOfInterest(int row, bool backwards) const
{
    const int step = backwards ? -1 : 1;
    for (int next = row + step; next >= 0 && next < rowCount(); next += step) {
        if (reportRow(next).verdict != Verdict::Same)
            return next;
    }
    return -1;
}

Verdict ReplayModel::worst() const
{
    const auto has = [this](Verdict verdict) {
        return std::any_of(rows().begin(), rows().end(),
            [verdict](const ReportRow &row) { return row.verdict == verdict; });
    };
    const auto found = std::find_if(kFromWorst.begin(), kFromWorst.end(), has);
    return found == kFromWorst.end() ? Verdict::Same : *found;
}

QString ReplayModel::summary() const
{
    QStringList parts;
    for (const Verdict verdict :
        {Verdict::Same, Verdict::Different, Verdict::Failed, Verdict::Missing, Verdict::NotSent}) {
        const auto count = std::count_if(rows().begin(), rows().end(),
            [verdict](const ReportRow &row) { return row.verdict == verdict; });
        if (count > 0)
            parts << QStringLiteral("%1 %2").arg(countText(std::size_t(count)), word(verdict));
    }
    return listText(parts);
}

QString ReplayModel::word(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Same:
        return tr("same");
    case Verdict::Different:
        return tr("different");
    case Verdict::Failed:
        return tr("new error");
    case Verdict::Missing:
        return tr("no response");
    case Verdict::NotSent:
        break;
    }
    return tr("not sent");
}

QString ReplayModel::why(const ReportRow &row)
{
    if (!row.sentence.isEmpty())
        return row.sentence;
    QStringList parts;
    if (const auto places = int(row.differences.size() + row.left); places > 0)
        parts << (places == 1 ? tr("1 place differs") : tr("%n places differ", nullptr, places));
    if (const int places = int(row.allowed); places > 0)
        parts << (places == 1 ? tr("1 place ignored") : tr("%n places ignored", nullptr, places));
    return parts.join(QStringLiteral(" · "));
}

QString ReplayModel::title(int column) const
{
    switch (column) {
    case NumberColumn:
        return QStringLiteral("#");
    case MethodColumn:
        return tr("Method");
    case TargetColumn:
        return tr("Target");
    case RecordedColumn:
        return tr("Recorded");
    case NowColumn:
        return tr("Now");
    case VerdictColumn:
        return tr("Verdict");
    default:
        return tr("Why");
    }
}

bool ReplayModel::isNumeric(int column) const
{
    return column == NumberColumn || column == RecordedColumn || column == NowColumn;
}

QVariant ReplayModel::cell(const ReportRow &row, const QModelIndex &index, int role) const
{
    const int column = index.column();
    if (column == VerdictColumn && role == SignRole)
        return int(verdictSign(row.verdict));
    if (column == VerdictColumn && role == TextColorRole)
        return int(verdictColor(row.verdict));
    if (column == WhyColumn && role == TextColorRole)
        return int(ColorRole::Muted);
    if (column == WhyColumn && role == Qt::ToolTipRole)
        return why(row);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case NumberColumn:
        return row.number == 0 ? QString() : QString::number(row.number);
    case MethodColumn:
        return QString::fromStdString(row.method);
    case TargetColumn:
        return QString::fromStdString(row.target);
    case RecordedColumn:
        return timeText(row.before);
    case NowColumn:
        return timeText(row.now);
    case VerdictColumn:
        return word(row.verdict);
    default:
        return why(row);
    }
}

} // namespace sonde::models
