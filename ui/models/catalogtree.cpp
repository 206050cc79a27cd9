// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalogtree.h"

#include "models/toolmodel.h"

#include <algorithm>

namespace sonde::models {

QString catalogHeading(CatalogKind kind)
{
    switch (kind) {
    case CatalogKind::Resource:
        return CatalogTree::tr("Resources");
    case CatalogKind::Template:
        return CatalogTree::tr("Templates");
    case CatalogKind::Tool:
        return CatalogTree::tr("Tools");
    case CatalogKind::Prompt:
        break;
    }
    return CatalogTree::tr("Prompts");
}

CatalogTree::CatalogTree(QObject *parent)
    : QAbstractProxyModel(parent)
{
}

void CatalogTree::setSourceModel(QAbstractItemModel *source)
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

void CatalogTree::setText(const QString &text)
{
    const QString simple = text.simplified();
    if (simple == m_text)
        return;
    beginResetModel();
    m_text = simple;
    regroup();
    endResetModel();
}

void CatalogTree::regroup()
{
    m_groups.clear();
    m_grouped = false;
    const int count = sourceModel()->rowCount();
    m_places.assign(std::size_t(count), {});
    int kinds = 0;
    for (int row = 0; row < count; ++row) {
        const QModelIndex index = sourceModel()->index(row, 0);
        const auto kind = CatalogKind(index.data(CatalogModel::KindRole).toInt());
        kinds |= 1 << int(kind);
        if (!passes(index))
            continue;
        if (m_groups.empty() || m_groups.back().kind != kind)
            m_groups.push_back({kind, {}});
        Group &group = m_groups.back();
        m_places[std::size_t(row)] = {int(m_groups.size()) - 1, int(group.rows.size())};
        group.rows.push_back(row);
    }
    m_grouped = (kinds & (kinds - 1)) != 0; // more than one
}

bool CatalogTree::passes(const QModelIndex &source) const
{
    if (m_text.isEmpty())
        return true;
    for (const int role :
        {CatalogModel::NameRole, CatalogModel::TitleRole, CatalogModel::KeyRole}) {
        if (fuzzyMatches(m_text, source.data(role).toString()))
            return true;
    }
    return source.data(CatalogModel::DescriptionRole)
        .toString()
        .contains(m_text, Qt::CaseInsensitive);
}

// A group's index has the id 0, an item's the number of its group from 1.
QModelIndex CatalogTree::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row() + 1) : 0);
}

QModelIndex CatalogTree::parent(const QModelIndex &child) const
{
    return child.isValid() && child.internalId() > 0 ? createIndex(int(child.internalId()) - 1, 0)
                                                     : QModelIndex();
}

const CatalogTree::Group *CatalogTree::groupAt(const QModelIndex &index) const
{
    const bool isGroup = index.isValid() && index.internalId() == 0 && m_grouped;
    return isGroup ? &m_groups[std::size_t(index.row())] : nullptr;
}

int CatalogTree::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid()) {
        if (m_grouped)
            return int(m_groups.size());
        return m_groups.empty() ? 0 : int(m_groups.front().rows.size());
    }
    const Group *group = groupAt(parent);
    return group ? int(group->rows.size()) : 0;
}

int CatalogTree::columnCount(const QModelIndex &) const
{
    return 1;
}

bool CatalogTree::hasChildren(const QModelIndex &parent) const
{
    return rowCount(parent) > 0;
}

QVariant CatalogTree::data(const QModelIndex &index, int role) const
{
    const Group *group = groupAt(index);
    if (!group)
        return QAbstractProxyModel::data(index, role);
    switch (role) {
    case Qt::DisplayRole:
        return catalogHeading(group->kind);
    case Qt::AccessibleTextRole:
        return tr("%1, group of %L2").arg(catalogHeading(group->kind)).arg(group->rows.size());
    case HeadingRole:
        return int(group->kind);
    default:
        return {};
    }
}

Qt::ItemFlags CatalogTree::flags(const QModelIndex &index) const
{
    return groupAt(index) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable
                          : QAbstractProxyModel::flags(index);
}

QModelIndex CatalogTree::mapToSource(const QModelIndex &proxy) const
{
    if (!proxy.isValid() || groupAt(proxy))
        return {};
    const std::size_t group = m_grouped ? std::size_t(proxy.internalId()) - 1 : 0;
    return sourceModel()->index(m_groups[group].rows[std::size_t(proxy.row())], 0);
}

QModelIndex CatalogTree::mapFromSource(const QModelIndex &source) const
{
    if (!source.isValid())
        return {};
    const Place &place = m_places[std::size_t(source.row())];
    if (place.group < 0)
        return {};
    return m_grouped ? index(place.row, 0, index(place.group, 0)) : index(place.row, 0);
}

} // namespace sonde::models
