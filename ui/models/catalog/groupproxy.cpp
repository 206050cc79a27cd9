// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/groupproxy.h"

namespace sonde::models {

void GroupProxy::setSourceModel(QAbstractItemModel *source)
{
    rearrange([this, source] {
        if (sourceModel())
            sourceModel()->disconnect(this);
        QAbstractProxyModel::setSourceModel(source);
        connect(
            source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
        connect(source, &QAbstractItemModel::modelReset, this, [this] {
            readArrangement();
            endResetModel();
        });
    });
}

void GroupProxy::readArrangement()
{
    m_arrangement = sourceModel() ? arrange() : Arrangement();
    auto &groups = m_arrangement.groups;
    for (Group &group : groups)
        std::erase_if(
            group.rows, [this](int row) { return !passes(sourceModel()->index(row, 0)); });
    std::erase_if(groups, [](const Group &group) { return group.rows.empty(); });
    m_places.assign(std::size_t(sourceModel() ? sourceModel()->rowCount() : 0), {});
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const Rows &rows = groups[group].rows;
        for (std::size_t row = 0; row < rows.size(); ++row)
            m_places[std::size_t(rows[row])] = {int(group), int(row)};
    }
}

// A group's index has the id 0, a row's the number of its group from 1; 0 in a list.
QModelIndex GroupProxy::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row() + 1) : 0);
}

QModelIndex GroupProxy::parent(const QModelIndex &child) const
{
    return child.isValid() && child.internalId() > 0 ? createIndex(int(child.internalId()) - 1, 0)
                                                     : QModelIndex();
}

std::optional<std::size_t> GroupProxy::groupAt(const QModelIndex &index) const
{
    const bool isGroup = index.isValid() && index.internalId() == 0 && isGrouped();
    return isGroup ? std::optional(std::size_t(index.row())) : std::nullopt;
}

int GroupProxy::rowCount(const QModelIndex &parent) const
{
    const auto &groups = m_arrangement.groups;
    if (!parent.isValid()) {
        if (isGrouped())
            return int(groups.size());
        return groups.empty() ? 0 : int(groups.front().rows.size());
    }
    const auto group = groupAt(parent);
    return group ? int(groups[*group].rows.size()) : 0;
}

int GroupProxy::columnCount(const QModelIndex &) const
{
    return 1;
}

bool GroupProxy::hasChildren(const QModelIndex &parent) const
{
    return rowCount(parent) > 0;
}

QVariant GroupProxy::data(const QModelIndex &index, int role) const
{
    const auto group = groupAt(index);
    return group ? groupData(m_arrangement.groups[*group], role)
                 : QAbstractProxyModel::data(index, role);
}

QVariant GroupProxy::groupData(const Group &group, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        return group.title;
    case Qt::AccessibleTextRole:
        return tr("%1, group of %L2").arg(group.title).arg(group.rows.size());
    case HeadingRole:
        return group.key;
    default:
        return {};
    }
}

Qt::ItemFlags GroupProxy::flags(const QModelIndex &index) const
{
    return groupAt(index) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable
                          : QAbstractProxyModel::flags(index);
}

QModelIndex GroupProxy::mapToSource(const QModelIndex &proxy) const
{
    if (!proxy.isValid() || groupAt(proxy))
        return {};
    const std::size_t group = isGrouped() ? std::size_t(proxy.internalId()) - 1 : 0;
    return sourceModel()->index(m_arrangement.groups[group].rows[std::size_t(proxy.row())], 0);
}

QModelIndex GroupProxy::mapFromSource(const QModelIndex &source) const
{
    if (!source.isValid())
        return {};
    const Place &place = m_places[std::size_t(source.row())];
    if (place.group < 0)
        return {};
    return isGrouped() ? index(place.row, 0, index(place.group, 0)) : index(place.row, 0);
}

} // namespace sonde::models
