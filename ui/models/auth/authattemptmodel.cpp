// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/auth/authattemptmodel.h"

#include "models/signs/sign.h"

namespace sonde::models {

const auth::Attempt *AuthAttemptModel::attempt(int row) const
{
    return row >= 0 && row < rowCount() ? &RowTable::row(row) : nullptr;
}

QString AuthAttemptModel::text(const auth::Attempt &one, int row, int column)
{
    switch (column) {
    case NumberColumn:
        return QString::number(row + 1);
    case PlaceColumn:
        return QString::fromLatin1(one.method) % QLatin1Char(' ')
            % one.url.toString(QUrl::FullyEncoded);
    case StatusColumn:
        return one.status != 0 ? QString::number(one.status) : QString();
    case DecisionColumn:
        if (!one.verdict.isEmpty())
            return one.verdict;
        return !one.sent      ? tr("not sent yet")
            : one.status == 0 ? tr("waiting for the response")
                              : QString();
    default:
        return {};
    }
}

QVariant AuthAttemptModel::cell(const auth::Attempt &one, const QModelIndex &index, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return text(one, index.row(), index.column());
    case TextColorRole:
        // A place that has no document is passed over; one that broke a rule is refused.
        if (index.column() == DecisionColumn)
            return int(one.rule ? ColorRole::Error : ColorRole::Muted);
        return int(index.column() == NumberColumn ? ColorRole::Muted : ColorRole::Normal);
    default:
        return {};
    }
}

bool AuthAttemptModel::isNumeric(int column) const
{
    return column == NumberColumn || column == StatusColumn;
}

QString AuthAttemptModel::title(int column) const
{
    switch (column) {
    case NumberColumn:
        return tr("#");
    case PlaceColumn:
        return tr("URL");
    case StatusColumn:
        return tr("Status");
    case DecisionColumn:
        return tr("Decision");
    default:
        return {};
    }
}

} // namespace sonde::models
