// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/catalogtree.h"

#include <algorithm>
#include <iterator>

namespace sonde::models {

namespace {

constexpr int kNames[] = {CatalogModel::NameRole, CatalogModel::TitleRole, CatalogModel::KeyRole};

// Whether the letters of `pattern` stand in `text` in their order, whatever the case. Blanks in
// the pattern do not count.
bool fuzzyMatches(QStringView pattern, QStringView text)
{
    qsizetype at = 0;
    for (const QChar c : pattern) {
        if (c.isSpace())
            continue;
        at = text.indexOf(c, at, Qt::CaseInsensitive);
        if (at < 0)
            return false;
        ++at;
    }
    return true;
}

} // namespace

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

GroupProxy::Arrangement CatalogTree::arrange() const
{
    Arrangement arrangement;
    for (int row = 0; row < sourceModel()->rowCount(); ++row) {
        const int kind = sourceModel()->index(row, 0).data(CatalogModel::KindRole).toInt();
        if (arrangement.groups.empty() || arrangement.groups.back().key != kind)
            arrangement.groups.push_back({kind, catalogHeading(CatalogKind(kind)), {}});
        arrangement.groups.back().rows.push_back(row);
    }
    arrangement.grouped = arrangement.groups.size() > 1;
    return arrangement;
}

bool CatalogTree::isNamed(const QModelIndex &index) const
{
    return std::any_of(std::begin(kNames), std::end(kNames), [&](int role) {
        return index.data(role).toString().contains(m_text, Qt::CaseInsensitive);
    });
}

bool CatalogTree::passes(const QModelIndex &source) const
{
    if (m_text.isEmpty())
        return true;
    const bool isNamedLike = std::any_of(std::begin(kNames), std::end(kNames),
        [&](int role) { return fuzzyMatches(m_text, source.data(role).toString()); });
    return isNamedLike
        || source.data(CatalogModel::DescriptionRole)
               .toString()
               .contains(m_text, Qt::CaseInsensitive);
}

} // namespace sonde::models
