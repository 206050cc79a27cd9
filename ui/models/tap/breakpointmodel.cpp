// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/tap/breakpointmodel.h"

#include "base/formatting.h"
#include "models/tap/breakpointtext.h"

namespace sonde::models {

BreakpointModel::BreakpointModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void BreakpointModel::setBreakpoints(const std::vector<tap::Breakpoint> &breakpoints,
    const std::map<std::uint32_t, std::uint64_t> &hits)
{
    m_hits = hits;
    setRows(breakpoints);
}

Qt::ItemFlags BreakpointModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == OnColumn)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

bool BreakpointModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::CheckStateRole
        || index.column() != OnColumn)
        return false;
    Q_EMIT switched(index.row(), value.toInt() == Qt::Checked);
    return true;
}

QString BreakpointModel::text(const tap::Breakpoint &breakpoint, int column) const
{
    switch (column) {
    case OnColumn:
        return QString::number(breakpoint.number);
    case DirectionColumn:
        return tapDirectionText(breakpoint.channel, m_client);
    case FilterColumn:
        return stoppedText(breakpoint);
    case ActionColumn:
        return actionText(breakpoint);
    case HitsColumn: {
        const auto found = m_hits.find(breakpoint.number);
        return found == m_hits.end() ? QString() : countText(found->second);
    }
    default:
        return {};
    }
}

QVariant BreakpointModel::cell(
    const tap::Breakpoint &breakpoint, const QModelIndex &index, int role) const
{
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(breakpoint, column);
    case Qt::CheckStateRole:
        if (column == OnColumn)
            return static_cast<int>(breakpoint.on ? Qt::Checked : Qt::Unchecked);
        return {};
    case Qt::AccessibleTextRole:
        if (column == OnColumn)
            return breakpoint.on ? tr("breakpoint %1, on").arg(breakpoint.number)
                                 : tr("breakpoint %1, off").arg(breakpoint.number);
        return {};
    case SignRole:
        return static_cast<int>(
            column == DirectionColumn ? tapDirectionSign(breakpoint.channel) : Sign::None);
    case TextColorRole:
        return static_cast<int>(breakpoint.on ? ColorRole::Normal : ColorRole::Muted);
    case SignColorRole:
        return breakpoint.on ? QVariant() : QVariant(static_cast<int>(ColorRole::Muted));
    default:
        return {};
    }
}

QString BreakpointModel::title(int column) const
{
    switch (column) {
    case OnColumn:
        return tr("#");
    case DirectionColumn:
        return tr("Direction");
    case FilterColumn:
        return tr("Filter");
    case ActionColumn:
        return tr("Action");
    case HitsColumn:
        return tr("Hits");
    default:
        return {};
    }
}

} // namespace sonde::models
