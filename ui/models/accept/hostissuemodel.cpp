// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/accept/hostissuemodel.h"

#include "base/formatting.h"
#include "models/accept/levelsign.h"

#include <utility>

namespace sonde::models {

HostIssueModel::HostIssueModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void HostIssueModel::setIssues(std::vector<accept::Issue> issues)
{
    resetRows(std::move(issues));
}

QString HostIssueModel::text(const accept::Issue &issue, int column)
{
    switch (column) {
    case LevelColumn:
        return accept::levelText(issue.level);
    case WhatColumn:
        return issue.what;
    case PlaceColumn: {
        const QString first = issue.places.value(0);
        return issue.count > 1 ? tr("%1 and %2 more").arg(first, countText(issue.count - 1))
                               : first;
    }
    default:
        return issue.fact ? issue.fact->date : tr("not known");
    }
}

QString HostIssueModel::detail(const accept::Issue &issue)
{
    if (!issue.fact)
        return tr("No source says what happens.");
    QStringList lines{issue.fact->means};
    if (!issue.fact->condition.isEmpty())
        lines << tr("Only %1.").arg(issue.fact->condition);
    if (!issue.places.isEmpty())
        lines << issue.places.join(u'\n');
    lines << tr("Source: %1 (%2)").arg(issue.fact->source, issue.fact->date);
    return lines.join(u'\n');
}

QVariant HostIssueModel::cell(const accept::Issue &issue, const QModelIndex &index, int role) const
{
    const bool isLevel = index.column() == LevelColumn;
    switch (role) {
    case Qt::DisplayRole:
        return text(issue, index.column());
    case Qt::ToolTipRole:
        return detail(issue);
    case TextColorRole:
        return static_cast<int>(isLevel ? acceptColor(issue.level)
                : issue.isAlways()      ? ColorRole::Normal
                                        : ColorRole::Muted);
    case SignRole:
        return static_cast<int>(isLevel ? acceptSign(issue.level) : Sign::None);
    default:
        return {};
    }
}

QString HostIssueModel::title(int column) const
{
    switch (column) {
    case LevelColumn:
        return tr("Effect");
    case WhatColumn:
        return tr("What");
    case PlaceColumn:
        return tr("Place");
    default:
        return tr("Source of");
    }
}

} // namespace sonde::models
