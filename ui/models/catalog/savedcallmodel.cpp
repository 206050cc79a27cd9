// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/savedcallmodel.h"

#include "models/signs/sign.h"

#include <algorithm>

namespace sonde::models {

namespace {

constexpr std::size_t kShownArguments = 300; // bytes, in a tool tip

} // namespace

void SavedCallModel::setCalls(
    const std::vector<config::SavedCall> &calls, const QStringList &unconfirmed)
{
    m_unconfirmed = unconfirmed;
    const int kept = std::min(int(calls.size()), rowCount());
    if (kept < rowCount())
        removeRowsBetween(kept, rowCount() - 1);
    for (int row = 0; row < int(calls.size()); ++row) {
        if (row < kept)
            setRow(row, calls[std::size_t(row)]);
        else
            addRow(row, calls[std::size_t(row)]);
    }
}

int SavedCallModel::rowOf(const QString &name) const
{
    const auto found = std::find_if(rows().begin(), rows().end(),
        [&](const config::SavedCall &call) { return call.name == name; });
    return found == rows().end() ? -1 : int(found - rows().begin());
}

QString SavedCallModel::toolText(const config::SavedCall &saved) const
{
    if (!saved.isAfterRestart)
        return saved.tool;
    return m_unconfirmed.contains(saved.name)
        ? tr("%1, after each restart, not confirmed").arg(saved.tool)
        : tr("%1, after each restart").arg(saved.tool);
}

QVariant SavedCallModel::cell(
    const config::SavedCall &saved, const QModelIndex &index, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return index.column() == NameColumn ? saved.name : toolText(saved);
    case Qt::ToolTipRole: {
        QString shown = QString::fromUtf8(saved.arguments.slice(0, kShownArguments).toByteArray());
        if (saved.arguments.size() > kShownArguments)
            shown += u'…';
        return shown;
    }
    case Qt::AccessibleTextRole:
        return index.column() == NameColumn ? tr("%1, calls %2").arg(saved.name, saved.tool)
                                            : toolText(saved);
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
