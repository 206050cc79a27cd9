// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/coveragemodel.h"

#include "base/formatting.h"
#include "models/findings/findingtext.h"
#include "models/signs/sign.h"

#include <algorithm>
#include <utility>

namespace sonde::models {

CoverageModel::CoverageModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void CoverageModel::setCoverage(const Coverage &coverage)
{
    std::vector<AreaCoverage> areas = coverage.areas;
    m_largest = 0;
    for (const AreaCoverage &area : areas)
        m_largest = std::max(m_largest, area.all());
    if (!areas.empty())
        areas.push_back(coverage.all);
    if (areas != rows())
        setRows(std::move(areas));
}

int CoverageModel::number(const AreaCoverage &area, int column)
{
    switch (column) {
    case PassedColumn:
        return area.passed;
    case ViolatedColumn:
        return area.violated;
    case NotSeenColumn:
        return area.notSeen;
    case UncheckedColumn:
        return area.unchecked;
    default:
        return area.notObservable;
    }
}

QVariant CoverageModel::cell(const AreaCoverage &area, const QModelIndex &index, int role) const
{
    const int column = index.column();
    if (role == TextColorRole) {
        if (column == ViolatedColumn && area.worst)
            return int(signColorRole(levelSign(*area.worst)));
        const bool isNone = column >= PassedColumn && number(area, column) == 0;
        return int(isNone ? ColorRole::Muted : ColorRole::Normal);
    }
    // The bar in words, for who does not see it.
    if (column == BarColumn && (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole))
        return tr("%1 of %2 checked requirements exercised")
            .arg(countText(area.exercised()), countText(area.checked()));
    if (role != Qt::DisplayRole || column == BarColumn)
        return {};
    if (column == AreaColumn)
        return area.area.isEmpty() ? tr("All") : area.area;
    const int count = number(area, column);
    return count == 0 ? QStringLiteral("–") : countText(count);
}

QString CoverageModel::title(int column) const
{
    switch (column) {
    case AreaColumn:
        return tr("Area");
    case BarColumn:
        return tr("Requirements");
    case PassedColumn:
        return tr("Passed");
    case ViolatedColumn:
        return tr("Violated");
    case NotSeenColumn:
        return tr("Not seen yet");
    case UncheckedColumn:
        return tr("Not checked");
    default:
        return tr("Not observable");
    }
}

} // namespace sonde::models
