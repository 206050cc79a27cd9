// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractProxyModel>

#include <vector>

namespace sonde::models {

// A list of tools as a tree of two levels, in the server's order: what has a prefix in common
// stands together (files_read, files_write), or what the server says of its effects, and what is
// left over at the end. Where that would not give two groups, the list stays a list.
class ToolGroupModel : public QAbstractProxyModel {
    Q_OBJECT
public:
    enum Roles {
        HeadingRole = Qt::UserRole + 50, // of a group's row: what names it, empty for the left over
    };
    enum class Grouping { None, Prefix, Effect };

    explicit ToolGroupModel(QObject *parent = nullptr);

    // A list that only ever changes by resets.
    void setSourceModel(QAbstractItemModel *source) override;
    void setGrouping(Grouping grouping);
    Grouping grouping() const { return m_grouping; }
    bool isGrouped() const { return !m_groups.empty(); }

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    using QObject::parent;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QModelIndex mapToSource(const QModelIndex &proxy) const override;
    QModelIndex mapFromSource(const QModelIndex &source) const override;

private:
    struct Group {
        QString key;
        QString title;
        std::vector<int> rows; // of the source
    };
    struct Place {
        int group = 0;
        int row = 0;
    };

    void regroup();
    Group groupOf(int row) const; // of the source; without its rows
    const Group *groupAt(const QModelIndex &index) const; // nullptr for a tool

    Grouping m_grouping = Grouping::Prefix;
    std::vector<Group> m_groups; // empty: a list
    std::vector<Place> m_places; // by row of the source
};

// Up to and with the first separator that has something on both sides: "files_", "db.", "mcp__".
// Empty without one.
QString toolPrefix(const QString &name);

} // namespace sonde::models
