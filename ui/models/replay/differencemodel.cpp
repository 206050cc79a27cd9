// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/replay/differencemodel.h"

namespace sonde::models {

using changes::ChangeKind;
using changes::Difference;

namespace {

QString changeWord(ChangeKind kind)
{
    return kind == ChangeKind::Added  ? DifferenceModel::tr("+ added")
        : kind == ChangeKind::Removed ? DifferenceModel::tr("%1 removed").arg(QChar(0x2212))
                                      : DifferenceModel::tr("≠ changed");
}

} // namespace

DifferenceModel::DifferenceModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

QString DifferenceModel::valueText(const Bytes &value)
{
    if (value.isEmpty())
        return QStringLiteral("–");
    constexpr std::size_t kMaxBytes = std::size_t(kMaxShown) * 4;
    const std::string_view begin = value.view().substr(0, kMaxBytes);
    const QString text = QString::fromUtf8(begin.data(), qsizetype(begin.size())).simplified();
    const bool isWhole = begin.size() == value.size() && text.size() <= kMaxShown;
    return isWhole ? text : QString(text.left(kMaxShown) + QChar(0x2026));
}

ColorRole DifferenceModel::changeColor(ChangeKind kind)
{
    return kind == ChangeKind::Added  ? ColorRole::Ok
        : kind == ChangeKind::Removed ? ColorRole::Error
                                      : ColorRole::Warn;
}

QString DifferenceModel::title(int column) const
{
    switch (column) {
    case PlaceColumn:
        return tr("Place");
    case RecordedColumn:
        return tr("Recorded");
    case NowColumn:
        return tr("Now");
    default:
        return tr("Change");
    }
}

QVariant DifferenceModel::cell(
    const Difference &difference, const QModelIndex &index, int role) const
{
    if (index.column() == ChangeColumn && role == TextColorRole)
        return int(changeColor(difference.kind));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case PlaceColumn:
        return difference.pointer.isEmpty() ? QStringLiteral("/") : difference.pointer;
    case RecordedColumn:
        return valueText(difference.before);
    case NowColumn:
        return valueText(difference.after);
    default:
        return changeWord(difference.kind);
    }
}

} // namespace sonde::models
