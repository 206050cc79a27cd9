// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/changemodel.h"

#include "models/signs/sign.h"

namespace sonde::models {

void ChangeModel::setChanges(const ListChanges &changes)
{
    beginResetModel();
    m_changes = changes;
    endResetModel();
}

int ChangeModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_changes.changes().size());
}

QVariant ChangeModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    using Kind = ListChanges::Kind;
    const ListChanges::Change &change = m_changes.changes()[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return change.kind == Kind::Added ? tr("+ %1 · added").arg(change.name)
            : change.kind == Kind::Removed
            ? tr("%1 %2 · removed").arg(QChar(0x2212)).arg(change.name)
            : tr("≠ %1 · altered").arg(change.name);
    case Qt::ToolTipRole:
    case NameRole:
        return change.name;
    case KindRole:
        return int(change.kind);
    case TextColorRole:
        return int(change.kind == Kind::Added  ? ColorRole::Ok
                : change.kind == Kind::Removed ? ColorRole::Error
                                               : ColorRole::Warn);
    default:
        return {};
    }
}

} // namespace sonde::models
