// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/toolgroupmodel.h"

#include "models/toolmodel.h"

#include <QHash>

#include <algorithm>

namespace sonde::models {

namespace {

constexpr std::size_t kLeastTools = 2; // in a group
constexpr std::size_t kLeastGroups = 2;

bool isSeparator(QChar c)
{
    return QStringView(u"_./:-").contains(c);
}

} // namespace

QString toolPrefix(const QString &name)
{
    qsizetype at = 0;
    while (at < name.size() && isSeparator(name[at]))
        ++at;
    while (at < name.size() && !isSeparator(name[at]))
        ++at;
    while (at < name.size() && isSeparator(name[at]))
        ++at;
    return at < name.size() ? name.left(at) : QString();
}

ToolGroupModel::ToolGroupModel(QObject *parent)
    : QAbstractProxyModel(parent)
{
}

void ToolGroupModel::setSourceModel(QAbstractItemModel *source)
{
    beginResetModel();
    if (sourceModel())
        sourceModel()->disconnect(this);
    QAbstractProxyModel::setSourceModel(source);
    connect(source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(source, &QAbstractItemModel::modelReset, this, [this] {
        regroup();
        endResetModel();
    });
    regroup();
    endResetModel();
}

void ToolGroupModel::setGrouping(Grouping grouping)
{
    if (m_grouping == grouping)
        return;
    beginResetModel();
    m_grouping = grouping;
    regroup();
    endResetModel();
}

// Prefixes stand as they are in the names; other keys hold a blank, which no prefix has.
ToolGroupModel::Group ToolGroupModel::groupOf(int row) const
{
    const QModelIndex tool = sourceModel()->index(row, 0);
    if (m_grouping == Grouping::Prefix) {
        const QString prefix = toolPrefix(tool.data(ToolModel::NameRole).toString());
        return {prefix, prefix, {}};
    }
    if (tool.data(ToolModel::DestructiveRole).toBool())
        return {QStringLiteral("effect destructive"), tr("destructive"), {}};
    if (tool.data(ToolModel::ReadOnlyRole).toBool())
        return {QStringLiteral("effect read-only"), tr("read-only"), {}};
    return {};
}

void ToolGroupModel::regroup()
{
    m_groups.clear();
    m_places.assign(std::size_t(sourceModel()->rowCount()), {});
    if (m_grouping == Grouping::None)
        return;
    // Of effects a single tool is a group: what it says is worth more than what it has in common.
    const std::size_t least = m_grouping == Grouping::Effect ? 1 : kLeastTools;
    std::vector<Group> found;
    QHash<QString, std::size_t> known;
    for (int row = 0; row < sourceModel()->rowCount(); ++row) {
        Group group = groupOf(row);
        const auto place = known.constFind(group.key);
        if (place != known.constEnd()) {
            found[*place].rows.push_back(row);
        } else {
            known.insert(group.key, found.size());
            group.rows.push_back(row);
            found.push_back(std::move(group));
        }
    }
    Group other;
    for (Group &group : found) {
        if (!group.key.isEmpty() && group.rows.size() >= least)
            m_groups.push_back(std::move(group));
        else
            other.rows.insert(other.rows.end(), group.rows.begin(), group.rows.end());
    }
    const std::size_t leftOver = m_grouping == Grouping::Effect && !other.rows.empty() ? 1 : 0;
    if (m_groups.size() + leftOver < kLeastGroups) {
        m_groups.clear();
        return;
    }
    std::sort(other.rows.begin(), other.rows.end());
    if (!other.rows.empty())
        m_groups.push_back(std::move(other));
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const auto &rows = m_groups[group].rows;
        for (std::size_t row = 0; row < rows.size(); ++row)
            m_places[std::size_t(rows[row])] = {int(group), int(row)};
    }
}

// A group's index has the id 0, a tool's the number of its group from 1.
QModelIndex ToolGroupModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row() + 1) : 0);
}

QModelIndex ToolGroupModel::parent(const QModelIndex &child) const
{
    return child.isValid() && child.internalId() > 0 ? createIndex(int(child.internalId()) - 1, 0)
                                                     : QModelIndex();
}

const ToolGroupModel::Group *ToolGroupModel::groupAt(const QModelIndex &index) const
{
    const bool isGroup = index.isValid() && index.internalId() == 0 && isGrouped();
    return isGroup ? &m_groups[std::size_t(index.row())] : nullptr;
}

int ToolGroupModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return isGrouped() ? int(m_groups.size()) : int(m_places.size());
    const Group *group = groupAt(parent);
    return group ? int(group->rows.size()) : 0;
}

int ToolGroupModel::columnCount(const QModelIndex &) const
{
    return 1;
}

bool ToolGroupModel::hasChildren(const QModelIndex &parent) const
{
    return rowCount(parent) > 0;
}

QVariant ToolGroupModel::data(const QModelIndex &index, int role) const
{
    const Group *group = groupAt(index);
    if (!group)
        return QAbstractProxyModel::data(index, role);
    const QString name = group->key.isEmpty() ? tr("other") : group->title;
    switch (role) {
    case Qt::DisplayRole:
        return name;
    case Qt::AccessibleTextRole:
        return tr("%1, group of %2 tools").arg(name).arg(group->rows.size());
    case HeadingRole:
        return group->key;
    default:
        return {};
    }
}

Qt::ItemFlags ToolGroupModel::flags(const QModelIndex &index) const
{
    return groupAt(index) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable
                          : QAbstractProxyModel::flags(index);
}

QModelIndex ToolGroupModel::mapToSource(const QModelIndex &proxy) const
{
    if (!proxy.isValid() || groupAt(proxy))
        return {};
    if (!isGrouped())
        return sourceModel()->index(proxy.row(), 0);
    const auto &rows = m_groups[std::size_t(proxy.internalId()) - 1].rows;
    return sourceModel()->index(rows[std::size_t(proxy.row())], 0);
}

QModelIndex ToolGroupModel::mapFromSource(const QModelIndex &source) const
{
    if (!source.isValid())
        return {};
    if (!isGrouped())
        return index(source.row(), 0);
    const Place &place = m_places[std::size_t(source.row())];
    return index(place.row, 0, index(place.group, 0));
}

} // namespace sonde::models
