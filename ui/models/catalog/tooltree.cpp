// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/tooltree.h"

#include "models/catalog/shownname.h"

#include <QHash>

#include <algorithm>
#include <numeric>
#include <utility>

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

void ToolTree::setGrouping(Grouping grouping)
{
    if (m_grouping != grouping)
        rearrange([&] { m_grouping = grouping; });
}

// Prefixes stand as they are in the names; other keys hold a blank, which no prefix has.
GroupProxy::Group ToolTree::groupOf(int row) const
{
    const QModelIndex tool = sourceModel()->index(row, 0);
    if (m_grouping == Grouping::Prefix) {
        const QString prefix = toolPrefix(tool.data(CatalogModel::NameRole).toString());
        return {prefix, shownName(prefix), {}};
    }
    if (tool.data(CatalogModel::DestructiveRole).toBool())
        return {QStringLiteral("effect destructive"), tr("destructive"), {}};
    if (tool.data(CatalogModel::ReadOnlyRole).toBool())
        return {QStringLiteral("effect read-only"), tr("read-only"), {}};
    return {QString(), {}, {}};
}

// In the order of their first tools.
std::vector<GroupProxy::Group> ToolTree::findGroups() const
{
    std::vector<Group> found;
    QHash<QString, std::size_t> known;
    for (int row = 0; row < sourceModel()->rowCount(); ++row) {
        Group group = groupOf(row);
        const QString key = group.key.toString();
        auto place = known.constFind(key);
        if (place == known.constEnd()) {
            place = known.insert(key, found.size());
            found.push_back(std::move(group));
        }
        found[*place].rows.push_back(row);
    }
    return found;
}

GroupProxy::Arrangement ToolTree::arrange() const
{
    Rows all(std::size_t(sourceModel()->rowCount()));
    std::iota(all.begin(), all.end(), 0);
    if (m_grouping == Grouping::None)
        return {false, {{QString(), {}, std::move(all)}}};
    // Of effects a single tool is a group: what it says is worth more than what it has in common.
    const std::size_t least = m_grouping == Grouping::Effect ? 1 : kLeastTools;
    Arrangement arrangement{true, {}};
    Rows other;
    for (Group &group : findGroups()) {
        if (!group.key.toString().isEmpty() && group.rows.size() >= least)
            arrangement.groups.push_back(std::move(group));
        else
            other.insert(other.end(), group.rows.begin(), group.rows.end());
    }
    const std::size_t leftOver = m_grouping == Grouping::Effect && !other.empty() ? 1 : 0;
    if (arrangement.groups.size() + leftOver < kLeastGroups)
        return {false, {{QString(), {}, std::move(all)}}};
    std::sort(other.begin(), other.end());
    arrangement.groups.push_back({QString(), tr("other"), std::move(other)});
    return arrangement;
}

} // namespace sonde::models
