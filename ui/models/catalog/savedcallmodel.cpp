// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/savedcallmodel.h"

#include "models/signs/sign.h"

#include <algorithm>

namespace sonde::models {

namespace {

constexpr std::size_t kShownArguments = 300; // bytes, in a tool tip

} // namespace

void SavedCallModel::setCalls(const std::vector<config::SavedCall> &calls)
{
    const std::size_t same = std::min(calls.size(), m_calls.size());
    if (calls.size() < m_calls.size()) {
        beginRemoveRows({}, int(same), int(m_calls.size()) - 1);
        m_calls.resize(same);
        endRemoveRows();
    } else if (calls.size() > m_calls.size()) {
        beginInsertRows({}, int(same), int(calls.size()) - 1);
        m_calls.insert(m_calls.end(), calls.begin() + std::ptrdiff_t(same), calls.end());
        endInsertRows();
    }
    for (std::size_t i = 0; i < same; ++i)
        m_calls[i] = calls[i];
    if (same > 0)
        Q_EMIT dataChanged(index(0, 0), index(int(same) - 1, ColumnCount - 1));
}

int SavedCallModel::rowOf(const QString &name) const
{
    const auto found = std::find_if(m_calls.begin(), m_calls.end(),
        [&](const config::SavedCall &call) { return call.name == name; });
    return found == m_calls.end() ? -1 : int(found - m_calls.begin());
}

int SavedCallModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_calls.size());
}

int SavedCallModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SavedCallModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const config::SavedCall &saved = m_calls[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return index.column() == NameColumn ? saved.name : saved.tool;
    case Qt::ToolTipRole: {
        QString shown = QString::fromUtf8(saved.arguments.slice(0, kShownArguments).toByteArray());
        if (saved.arguments.size() > kShownArguments)
            shown += u'…';
        return shown;
    }
    case Qt::AccessibleTextRole:
        return index.column() == NameColumn ? tr("%1, calls %2").arg(saved.name, saved.tool)
                                            : saved.tool;
    case TextColorRole:
        return index.column() == NameColumn ? QVariant() : QVariant(int(ColorRole::Muted));
    default:
        return {};
    }
}

bool SavedCallModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || index.column() != NameColumn || role != Qt::EditRole)
        return false;
    const QString name = value.toString().trimmed();
    const QString old = call(index.row()).name;
    if (name.isEmpty() || name == old)
        return false;
    Q_EMIT renameRequested(old, name);
    return true;
}

Qt::ItemFlags SavedCallModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    return index.column() == NameColumn ? flags | Qt::ItemIsEditable : flags;
}

} // namespace sonde::models
