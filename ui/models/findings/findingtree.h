// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/findings/findinglist.h"

#include <QAbstractItemModel>

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace sonde::models {

// The findings of a session as a tree of two levels: groups by rule, message or area, and their
// findings; what is accepted is a group of its own, the last one. New findings are added where they
// belong; nothing moves, except that all is listed anew when others are accepted.
class FindingTree : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Columns { TitleColumn, MessageColumn, ServerColumn, ColumnCount };
    enum Roles { RuleRole = Qt::UserRole + 1 }; // its id; invalid for a group of several rules
    enum class Grouping { Rule, Message, Area };
    struct Filter {
        QString server; // empty: all
        QString text; // words that all occur in the rule, the sentences, the place or the remedy
        std::array<bool, 3> levels{true, true, true}; // by findings::Level
        bool newOnly = false; // see FindingList::isNew()
        bool operator==(const Filter &) const = default;
    };

    // The list outlives it.
    explicit FindingTree(const FindingList &list, QObject *parent = nullptr);
    ~FindingTree() override;

    void setGrouping(Grouping grouping);
    void setFilter(const Filter &filter);
    const Filter &filter() const { return m_filter; }

    // Nothing for a group.
    std::optional<findings::Finding> findingAt(const QModelIndex &index) const;
    // Where it is listed; invalid if it is not.
    QModelIndex indexOf(const findings::Finding &finding) const;
    bool isAccepted(const QModelIndex &index) const; // the finding, or the group of such ones
    int shownFindings() const { return m_shown; }

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    using QObject::parent;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    // By the weight of the requirement, then by the name or the number.
    struct Key {
        static constexpr int kAccepted = std::numeric_limits<int>::max(); // a weight
        int weight = 0;
        trace::Number number = 0;
        QString name;
        bool isAccepted() const { return weight == kAccepted; }
        bool operator==(const Key &) const = default;
        bool operator<(const Key &other) const
        {
            return std::tie(weight, number, name)
                < std::tie(other.weight, other.number, other.name);
        }
    };
    struct Group {
        Key key;
        findings::Level level = findings::Level::Info; // the highest
        std::vector<std::size_t> findings; // indexes in the list
        const findings::Requirement *requirement = nullptr; // of the first one
        QString server; // of the first one
        bool hasServers = false; // more than one
    };
    using Groups = std::vector<std::unique_ptr<Group>>;

    void refill();
    void add(int first, int last);
    bool fits(std::size_t number) const; // of a finding in the list
    void markNew();
    Key keyOf(std::size_t number) const; // of a finding in the list
    void put(std::size_t number, Group &group) const;
    bool isOfOneRule(const Group &group) const;
    std::size_t placeOf(const Key &key) const; // where it is, or belongs
    const Group *groupOf(const QModelIndex &index) const;
    QVariant groupData(const Group &group, int column, int role) const;
    QVariant findingData(const Group &group, std::size_t number, int column, int role) const;
    QString titleOf(const Group &group) const;

    const FindingList &m_list;
    Grouping m_grouping = Grouping::Rule;
    Filter m_filter;
    QStringList m_words; // of the filter
    Groups m_groups; // ascending
    int m_shown = 0;
};

} // namespace sonde::models
