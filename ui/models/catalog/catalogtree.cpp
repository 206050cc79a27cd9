// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/catalogtree.h"

#include "models/catalog/toolmodel.h"

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

void CatalogTree::setText(const QString &text)
{
    const QString simple = text.simplified();
    if (simple != m_text)
        rearrange([&] { m_text = simple; });
}

GroupProxy::Arrangement CatalogTree::arrange()
{
    m_kinds.clear();
    Arrangement arrangement;
    const int count = sourceModel()->rowCount();
    int kinds = 0;
    for (int row = 0; row < count; ++row) {
        const QModelIndex index = sourceModel()->index(row, 0);
        const auto kind = CatalogKind(index.data(CatalogModel::KindRole).toInt());
        kinds |= 1 << int(kind);
        if (!passes(index))
            continue;
        if (m_kinds.empty() || m_kinds.back() != kind) {
            m_kinds.push_back(kind);
            arrangement.groups.emplace_back();
        }
        arrangement.groups.back().push_back(row);
    }
    arrangement.grouped = (kinds & (kinds - 1)) != 0; // more than one
    return arrangement;
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

QVariant CatalogTree::groupData(std::size_t group, int size, int role) const
{
    const CatalogKind kind = m_kinds[group];
    switch (role) {
    case Qt::DisplayRole:
        return catalogHeading(kind);
    case Qt::AccessibleTextRole:
        return tr("%1, group of %L2").arg(catalogHeading(kind)).arg(size);
    case HeadingRole:
        return int(kind);
    default:
        return {};
    }
}

} // namespace sonde::models
