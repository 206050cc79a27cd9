// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/findingtree.h"

#include "base/formatting.h"
#include "models/findings/findingtext.h"
#include "models/signs/sign.h"
#include "models/trace/tracetext.h"

#include <algorithm>
#include <map>
#include <utility>

namespace sonde::models {

using findings::Finding;
using findings::Level;

namespace {

QString ruleOf(const Finding &finding)
{
    return QString::fromStdString(finding.requirement->id);
}

} // namespace

FindingTree::FindingTree(const FindingList &list, QObject *parent)
    : QAbstractItemModel(parent)
    , m_list(list)
{
    connect(&list, &FindingList::added, this, &FindingTree::add);
    connect(&list, &FindingList::acceptanceChanged, this, &FindingTree::refill);
    connect(&list, &FindingList::newnessChanged, this, &FindingTree::markNew);
    refill();
}

FindingTree::~FindingTree() = default;

void FindingTree::setGrouping(Grouping grouping)
{
    if (std::exchange(m_grouping, grouping) != grouping)
        refill();
}

void FindingTree::setFilter(const Filter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    m_words = filter.text.split(u' ', Qt::SkipEmptyParts);
    refill();
}

// The list is bounded: FindingList::kMaxFindings.
void FindingTree::refill()
{
    beginResetModel();
    m_groups.clear();
    m_shown = 0;
    std::map<Key, std::unique_ptr<Group>> groups;
    for (std::size_t i = 0; i < m_list.size(); ++i) {
        if (!fits(i))
            continue;
        auto &group = groups[keyOf(i)];
        if (!group)
            group = std::make_unique<Group>();
        put(i, *group);
        ++m_shown;
    }
    for (auto &[key, group] : groups) {
        group->key = key;
        m_groups.push_back(std::move(group));
    }
    endResetModel();
}

void FindingTree::put(std::size_t number, Group &group) const
{
    const Finding &finding = m_list.at(number);
    const QString &server = m_list.serverOf(finding);
    if (group.findings.empty()) {
        group.requirement = finding.requirement;
        group.server = server;
    }
    group.hasServers = group.hasServers || server != group.server;
    group.level = std::max(group.level, finding.level);
    group.findings.push_back(number);
}

// Also while it is being added, and empty.
bool FindingTree::isOfOneRule(const Group &group) const
{
    return m_grouping == Grouping::Rule && !group.key.isAccepted() && group.requirement;
}

void FindingTree::add(int first, int last)
{
    std::map<Key, std::vector<std::size_t>> fresh;
    for (int i = first; i <= last; ++i) {
        if (fits(std::size_t(i)))
            fresh[keyOf(std::size_t(i))].push_back(std::size_t(i));
    }
    for (const auto &[key, findings] : fresh) {
        const std::size_t place = placeOf(key);
        const int row = int(place);
        if (place == m_groups.size() || m_groups[place]->key != key) {
            auto made = std::make_unique<Group>();
            made->key = key;
            beginInsertRows({}, row, row);
            m_groups.insert(m_groups.begin() + row, std::move(made));
            endInsertRows();
        }
        Group &group = *m_groups[place];
        const int count = int(group.findings.size());
        beginInsertRows(index(row, 0), count, count + int(findings.size()) - 1);
        for (const std::size_t index : findings)
            put(index, group);
        m_shown += int(findings.size());
        endInsertRows();
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

// Nothing moves but what the filter hides now.
void FindingTree::markNew()
{
    if (m_filter.newOnly)
        return refill();
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex group = index(row, 0);
        Q_EMIT dataChanged(group, group, {TagRole});
        Q_EMIT dataChanged(index(0, 0, group), index(rowCount(group) - 1, 0, group), {TagRole});
    }
}

bool FindingTree::fits(std::size_t number) const
{
    const Finding &finding = m_list.at(number);
    if (m_filter.newOnly && !m_list.isNew(number))
        return false;
    if (!m_filter.levels[static_cast<std::size_t>(finding.level)])
        return false;
    if (!m_filter.server.isEmpty() && m_list.serverOf(finding) != m_filter.server)
        return false;
    if (m_words.isEmpty())
        return true;
    const QString rule = ruleOf(finding);
    const QString violation = violationText(*finding.requirement); // the title of its group
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString &word) {
        return rule.contains(word, Qt::CaseInsensitive)
            || finding.sentence.contains(word, Qt::CaseInsensitive)
            || violation.contains(word, Qt::CaseInsensitive)
            || finding.pointer.contains(word, Qt::CaseInsensitive)
            || finding.remedy.contains(word, Qt::CaseInsensitive);
    });
}

FindingTree::Key FindingTree::keyOf(std::size_t number) const
{
    if (m_list.isAccepted(number))
        return {Key::kAccepted, 0, {}};
    const Finding &finding = m_list.at(number);
    if (m_grouping == Grouping::Message)
        return {0, finding.messages.front(), {}};
    if (m_grouping == Grouping::Area) {
        const auto area = finding.requirement->area();
        return {0, 0, QString::fromLatin1(area.data(), qsizetype(area.size()))};
    }
    return {-int(finding.requirement->severity), 0, ruleOf(finding)};
}

std::size_t FindingTree::placeOf(const Key &key) const
{
    const auto place = std::lower_bound(m_groups.begin(), m_groups.end(), key,
        [](const std::unique_ptr<Group> &group, const Key &wanted) { return group->key < wanted; });
    return std::size_t(place - m_groups.begin());
}

// Of a finding; null for a group.
const FindingTree::Group *FindingTree::groupOf(const QModelIndex &index) const
{
    return static_cast<const Group *>(index.constInternalPointer());
}

std::optional<Finding> FindingTree::findingAt(const QModelIndex &index) const
{
    const Group *group = index.isValid() ? groupOf(index) : nullptr;
    return group ? std::optional(m_list.at(group->findings[std::size_t(index.row())]))
                 : std::nullopt;
}

QModelIndex FindingTree::indexOf(const Finding &finding) const
{
    for (std::size_t row = 0; row < m_groups.size(); ++row) {
        const auto &listed = m_groups[row]->findings;
        const auto found = std::find_if(listed.begin(), listed.end(), [&](std::size_t number) {
            const Finding &one = m_list.at(number);
            return one.requirement == finding.requirement && one.messages == finding.messages
                && one.pointer == finding.pointer && one.sentence == finding.sentence;
        });
        if (found != listed.end())
            return index(int(found - listed.begin()), 0, index(int(row), 0));
    }
    return {};
}

bool FindingTree::isAccepted(const QModelIndex &index) const
{
    if (!index.isValid())
        return false;
    const Group *group = groupOf(index);
    return (group ? *group : *m_groups[std::size_t(index.row())]).key.isAccepted();
}

QModelIndex FindingTree::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return parent.isValid() ? createIndex(row, column, m_groups[std::size_t(parent.row())].get())
                            : createIndex(row, column);
}

QModelIndex FindingTree::parent(const QModelIndex &child) const
{
    const Group *group = child.isValid() ? groupOf(child) : nullptr;
    if (!group)
        return {};
    return createIndex(int(placeOf(group->key)), 0);
}

int FindingTree::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_groups.size());
    if (groupOf(parent) || parent.column() > 0)
        return 0;
    return int(m_groups[std::size_t(parent.row())]->findings.size());
}

int FindingTree::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant FindingTree::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(
            (index.column() == MessageColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (const auto *group = groupOf(index))
        return findingData(*group, group->findings[std::size_t(index.row())], index.column(), role);
    return groupData(*m_groups[std::size_t(index.row())], index.column(), role);
}

QString FindingTree::titleOf(const Group &group) const
{
    if (group.key.isAccepted())
        return tr("Accepted");
    if (isOfOneRule(group))
        return violationText(*group.requirement);
    if (m_grouping != Grouping::Message)
        return group.key.name;
    QString number = u'#' + countText(group.key.number);
    const int row = m_list.trace().rowOf(group.key.number);
    if (row < 0)
        return number;
    const trace::Record &record = m_list.trace().record(row);
    const QString method = m_list.trace().store().string(record.method);
    return method.isEmpty() ? tr("%1 · %2").arg(number, kindText(record))
                            : tr("%1 · %2 · %3").arg(number, kindText(record), method);
}

QVariant FindingTree::groupData(const Group &group, int column, int role) const
{
    const bool isTitle = column == TitleColumn;
    const bool isAccepted = group.key.isAccepted();
    switch (role) {
    case Qt::DisplayRole:
        if (column == ServerColumn)
            return group.hasServers ? tr("several") : group.server;
        return isTitle ? titleOf(group) : countText(group.findings.size());
    case RuleRole:
        return isOfOneRule(group) ? group.key.name : QVariant();
    case Qt::ToolTipRole:
        return isTitle && isOfOneRule(group) ? tr("%1: %2").arg(group.key.name, titleOf(group))
                                             : QVariant();
    case Qt::AccessibleTextRole:
        if (!isTitle)
            return {};
        return isAccepted ? titleOf(group)
                          : tr("%1: %2").arg(levelWord(group.level), titleOf(group));
    case TagRole:
        return isTitle
                && std::any_of(group.findings.begin(), group.findings.end(),
                    [this](std::size_t number) { return m_list.isNew(number); })
            ? tr("new")
            : QVariant();
    case SignRole:
        return int(isTitle && !isAccepted ? levelSign(group.level) : Sign::None);
    case TextColorRole:
        return int(isTitle && !isAccepted ? ColorRole::Normal : ColorRole::Muted);
    default:
        return {};
    }
}

QVariant FindingTree::findingData(
    const Group &group, std::size_t number, int column, int role) const
{
    const Finding &finding = m_list.at(number);
    const bool isTitle = column == TitleColumn;
    const bool isInItsRule = m_grouping == Grouping::Rule && !m_list.isAccepted(number);
    const QString sentence = withoutCodeMarks(finding.sentence);
    switch (role) {
    case Qt::DisplayRole:
        if (column == ServerColumn)
            return m_list.serverOf(finding);
        if (!isTitle)
            return QString(u'#' + countText(finding.messages.front()));
        return isInItsRule ? sentence : tr("%1: %2").arg(ruleOf(finding), sentence);
    case RuleRole:
        return ruleOf(finding);
    case Qt::ToolTipRole:
        return isTitle ? sentence : placeText(finding);
    case Qt::AccessibleTextRole:
        if (!isTitle)
            return {};
        return m_list.isNew(number) ? tr("%1, new: %2").arg(levelWord(finding.level), sentence)
                                    : tr("%1: %2").arg(levelWord(finding.level), sentence);
    case TagRole:
        return isTitle && m_list.isNew(number) ? tr("new") : QVariant();
    case SignRole:
        // A requirement may be a MUST in one revision and a SHOULD in another.
        return int(isTitle && (!isInItsRule || finding.level != group.level)
                ? levelSign(finding.level)
                : Sign::None);
    case TextColorRole:
        return int(isTitle && !m_list.isAccepted(number) ? ColorRole::Normal : ColorRole::Muted);
    default:
        return {};
    }
}

QVariant FindingTree::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == MessageColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (section == ServerColumn)
        return tr("Server");
    return section == TitleColumn ? tr("What is wrong") : tr("Places");
}

} // namespace sonde::models
