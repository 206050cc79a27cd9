// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/notseenmodel.h"

#include "base/formatting.h"
#include "models/findings/findingtext.h"
#include "models/signs/sign.h"

#include <algorithm>
#include <utility>

namespace sonde::models {

namespace {

constexpr quintptr kOfGroup = 0; // as internal id; a row has one more than the row of its group

} // namespace

NotSeenModel::NotSeenModel(QObject *parent)
    : QAbstractItemModel(parent)
{
}

void NotSeenModel::setNotSeen(std::vector<NotSeen> notSeen, const std::vector<Violated> &violated)
{
    std::vector<Group> groups;
    if (!violated.empty())
        groups.push_back({});
    for (const Violated &one : violated) {
        groups.back().rows.push_back({one.requirement, {}, {}});
        groups.back().levels.push_back(one.level);
    }
    const int count = int(notSeen.size());
    for (NotSeen &one : notSeen) {
        if (groups.empty() || groups.back().step != one.step)
            groups.push_back({one.step, {}, {}});
        groups.back().rows.push_back(std::move(one));
    }
    if (groups == m_groups)
        return;
    beginResetModel();
    m_groups = std::move(groups);
    m_count = count;
    endResetModel();
}

const NotSeenModel::Group &NotSeenModel::groupAt(const QModelIndex &index) const
{
    const quintptr id = index.internalId();
    return m_groups[id == kOfGroup ? std::size_t(index.row()) : std::size_t(id - 1)];
}

const NotSeen *NotSeenModel::rowAt(const QModelIndex &index) const
{
    return index.internalId() == kOfGroup ? nullptr
                                          : &groupAt(index).rows[std::size_t(index.row())];
}

std::optional<ExerciseStep> NotSeenModel::stepAt(const QModelIndex &index) const
{
    return index.isValid() ? groupAt(index).step : std::nullopt;
}

bool NotSeenModel::isViolated(const QModelIndex &index) const
{
    return index.isValid() && !groupAt(index).step;
}

QModelIndex NotSeenModel::violatedGroup() const
{
    return isViolated(index(0, 0)) ? index(0, 0) : QModelIndex();
}

const findings::Requirement *NotSeenModel::requirementAt(const QModelIndex &index) const
{
    const NotSeen *row = index.isValid() ? rowAt(index) : nullptr;
    return row ? row->requirement : nullptr;
}

QModelIndex NotSeenModel::indexOf(ExerciseStep step) const
{
    const auto found = std::find_if(m_groups.begin(), m_groups.end(),
        [step](const Group &group) { return group.step == step; });
    return found == m_groups.end() ? QModelIndex() : index(int(found - m_groups.begin()), 0);
}

QModelIndex NotSeenModel::indexOf(const findings::Requirement &requirement) const
{
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const auto &rows = m_groups[group].rows;
        const auto found = std::find_if(rows.begin(), rows.end(),
            [&](const NotSeen &row) { return row.requirement == &requirement; });
        if (found != rows.end())
            return index(int(found - rows.begin()), 0, index(int(group), 0));
    }
    return {};
}

QModelIndex NotSeenModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : kOfGroup);
}

QModelIndex NotSeenModel::parent(const QModelIndex &child) const
{
    if (!child.isValid() || child.internalId() == kOfGroup)
        return {};
    return createIndex(int(child.internalId() - 1), 0, kOfGroup);
}

int NotSeenModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_groups.size());
    const bool isGroup = parent.internalId() == kOfGroup && parent.column() == 0;
    return isGroup ? int(groupAt(parent).rows.size()) : 0;
}

int NotSeenModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant NotSeenModel::groupData(const Group &group, int column, int role)
{
    const bool isAction = column == ActionColumn;
    switch (role) {
    case Qt::DisplayRole:
        if (!isAction)
            return countText(group.rows.size());
        return group.step ? stepTitle(*group.step) : tr("Violated");
    case Qt::ToolTipRole:
        return group.step ? stepSentence(*group.step) : QVariant();
    case SignRole:
        if (!isAction || group.levels.empty())
            return int(Sign::None);
        return int(levelSign(*std::max_element(group.levels.begin(), group.levels.end())));
    case TextColorRole:
        return int(isAction ? ColorRole::Normal : ColorRole::Muted);
    default:
        return {};
    }
}

QVariant NotSeenModel::rowData(const NotSeen &one, int column, int role)
{
    const bool isAction = column == ActionColumn;
    switch (role) {
    case Qt::DisplayRole:
        return isAction ? one.action : QString::fromStdString(one.requirement->id);
    case Qt::ToolTipRole:
        return one.requirement->summary;
    case TextColorRole:
        return int(isAction ? ColorRole::Normal : ColorRole::Muted);
    default:
        return {};
    }
}

QVariant NotSeenModel::violatedData(const Group &group, int row, int column, int role)
{
    const NotSeen &one = group.rows[std::size_t(row)];
    const findings::Level level = group.levels[std::size_t(row)];
    const bool isAction = column == ActionColumn;
    if (role == SignRole)
        return int(isAction ? levelSign(level) : Sign::None);
    if (isAction && role == Qt::DisplayRole)
        return violationText(*one.requirement);
    if (isAction && role == Qt::AccessibleTextRole)
        return tr("%1: %2").arg(levelWord(level), violationText(*one.requirement));
    return rowData(one, column, role);
}

QVariant NotSeenModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const NotSeen *row = rowAt(index);
    if (row && isViolated(index))
        return violatedData(groupAt(index), index.row(), index.column(), role);
    return row ? rowData(*row, index.column(), role)
               : groupData(groupAt(index), index.column(), role);
}

QVariant NotSeenModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == ActionColumn ? tr("Violated, or not seen yet and what exercises it")
                                   : tr("Requirement");
}

} // namespace sonde::models
