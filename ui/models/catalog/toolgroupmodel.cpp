// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/toolgroupmodel.h"

#include "models/catalog/toolmodel.h"

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

void ToolGroupModel::setGrouping(Grouping grouping)
{
    if (m_grouping != grouping)
        rearrange([&] { m_grouping = grouping; });
}

// Prefixes stand as they are in the names; other keys hold a blank, which no prefix has.
ToolGroupModel::Heading ToolGroupModel::headingOf(int row) const
{
    const QModelIndex tool = sourceModel()->index(row, 0);
    if (m_grouping == Grouping::Prefix) {
        const QString prefix = toolPrefix(tool.data(ToolModel::NameRole).toString());
        return {prefix, prefix};
    }
    if (tool.data(ToolModel::DestructiveRole).toBool())
        return {QStringLiteral("effect destructive"), tr("destructive")};
    if (tool.data(ToolModel::ReadOnlyRole).toBool())
        return {QStringLiteral("effect read-only"), tr("read-only")};
    return {};
}

// In the order of their first tools.
std::vector<ToolGroupModel::Group> ToolGroupModel::findGroups() const
{
    std::vector<Group> found;
    QHash<QString, std::size_t> known;
    for (int row = 0; row < sourceModel()->rowCount(); ++row) {
        Heading heading = headingOf(row);
        auto place = known.constFind(heading.key);
        if (place == known.constEnd()) {
            place = known.insert(heading.key, found.size());
            found.push_back({std::move(heading), {}});
        }
        found[*place].rows.push_back(row);
    }
    return found;
}

GroupProxy::Arrangement ToolGroupModel::arrange()
{
    m_headings.clear();
    Rows all(std::size_t(sourceModel()->rowCount()));
    std::iota(all.begin(), all.end(), 0);
    if (m_grouping == Grouping::None)
        return {false, {std::move(all)}};
    // Of effects a single tool is a group: what it says is worth more than what it has in common.
    const std::size_t least = m_grouping == Grouping::Effect ? 1 : kLeastTools;
    Arrangement arrangement;
    Rows other;
    for (Group &group : findGroups()) {
        if (!group.heading.key.isEmpty() && group.rows.size() >= least) {
            m_headings.push_back(std::move(group.heading));
            arrangement.groups.push_back(std::move(group.rows));
        } else {
            other.insert(other.end(), group.rows.begin(), group.rows.end());
        }
    }
    const std::size_t leftOver = m_grouping == Grouping::Effect && !other.empty() ? 1 : 0;
    if (m_headings.size() + leftOver < kLeastGroups)
        return {false, {std::move(all)}};
    if (!other.empty()) {
        std::sort(other.begin(), other.end());
        m_headings.emplace_back();
        arrangement.groups.push_back(std::move(other));
    }
    arrangement.grouped = true;
    return arrangement;
}

QVariant ToolGroupModel::groupData(std::size_t group, int size, int role) const
{
    const Heading &heading = m_headings[group];
    const QString name = heading.key.isEmpty() ? tr("other") : heading.title;
    switch (role) {
    case Qt::DisplayRole:
        return name;
    case Qt::AccessibleTextRole:
        return tr("%1, group of %2 tools").arg(name).arg(size);
    case HeadingRole:
        return heading.key;
    default:
        return {};
    }
}

} // namespace sonde::models
