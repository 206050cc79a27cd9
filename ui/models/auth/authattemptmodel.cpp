// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/auth/authattemptmodel.h"

#include "models/signs/sign.h"

namespace sonde::models {

void AuthAttemptModel::setAttempts(const std::vector<auth::Attempt> &attempts)
{
    if (attempts.size() == m_attempts.size()) {
        m_attempts = attempts;
        if (!attempts.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_attempts = attempts;
    endResetModel();
}

const auth::Attempt *AuthAttemptModel::attempt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_attempts[std::size_t(row)] : nullptr;
}

int AuthAttemptModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_attempts.size());
}

int AuthAttemptModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString AuthAttemptModel::text(int row, int column) const
{
    const auth::Attempt &one = m_attempts[std::size_t(row)];
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

QVariant AuthAttemptModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auth::Attempt &one = m_attempts[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case Qt::ToolTipRole:
        return text(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return int(
            (index.column() == NumberColumn || index.column() == StatusColumn ? Qt::AlignRight
                                                                              : Qt::AlignLeft)
            | Qt::AlignVCenter);
    case TextColorRole:
        // A place that has no document is passed over; one that broke a rule is refused.
        if (index.column() == DecisionColumn)
            return int(one.rule ? ColorRole::Error : ColorRole::Muted);
        return int(index.column() == NumberColumn ? ColorRole::Muted : ColorRole::Normal);
    default:
        return {};
    }
}

QVariant AuthAttemptModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
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
