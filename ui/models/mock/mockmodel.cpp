// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/mock/mockmodel.h"

#include "base/formatting.h"

namespace sonde::models {

namespace {

QVariant colorOf(const MockRow &row, int column)
{
    if (column == MockModel::ResponseColumn && !row.problem.isEmpty())
        return int(ColorRole::Error);
    if (column == MockModel::FaultColumn && !row.isOff)
        return int(ColorRole::Warn);
    return row.isRecorded || row.isOff ? QVariant(int(ColorRole::Muted)) : QVariant();
}

QVariant signOf(const MockRow &row, int column)
{
    if (column == MockModel::ResponseColumn)
        return int(row.problem.isEmpty() ? row.responseSign : Sign::ProtocolError);
    if (column == MockModel::FaultColumn && row.faultSign != Sign::None)
        return int(row.faultSign);
    return {};
}

} // namespace

MockModel::MockModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

Qt::ItemFlags MockModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == NumberColumn && !row(index.row()).isRecorded)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

bool MockModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::CheckStateRole
        || !(flags(index) & Qt::ItemIsUserCheckable))
        return false;
    Q_EMIT switched(index.row(), value.toInt() == Qt::Checked);
    return true;
}

QString MockModel::title(int column) const
{
    switch (column) {
    case NumberColumn:
        return QStringLiteral("#");
    case MethodColumn:
        return tr("Method");
    case MatchColumn:
        return tr("Match");
    case ResponseColumn:
        return tr("Response");
    case DelayColumn:
        return tr("Delay");
    case FaultColumn:
        return tr("Fault");
    case TimesColumn:
        return tr("Times");
    default:
        return tr("Uses");
    }
}

bool MockModel::isNumeric(int column) const
{
    return column == DelayColumn || column == TimesColumn || column == UsesColumn;
}

QVariant MockModel::cell(const MockRow &row, const QModelIndex &index, int role) const
{
    const int column = index.column();
    if (role == TextColorRole)
        return colorOf(row, column);
    if (role == SignRole)
        return signOf(row, column);
    if (column == NumberColumn && !row.isRecorded) {
        if (role == Qt::CheckStateRole)
            return int(row.isOff ? Qt::Unchecked : Qt::Checked);
        if (role == Qt::AccessibleTextRole)
            return row.isOff ? tr("response %1, off").arg(countText(index.row() + 1))
                             : tr("response %1, on").arg(countText(index.row() + 1));
    }
    if (role == Qt::ToolTipRole)
        return !row.problem.isEmpty()  ? row.problem
            : column == MatchColumn    ? row.match
            : column == ResponseColumn ? row.response
                                       : QString();
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case NumberColumn:
        return countText(index.row() + 1);
    case MethodColumn:
        return row.method;
    case MatchColumn:
        return row.match;
    case ResponseColumn:
        return row.problem.isEmpty() ? row.response : row.problem;
    case DelayColumn:
        return row.delay;
    case FaultColumn:
        return row.fault;
    case TimesColumn:
        return row.times;
    default:
        return row.uses;
    }
}

} // namespace sonde::models
