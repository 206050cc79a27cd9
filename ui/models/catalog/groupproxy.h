// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractProxyModel>

#include <optional>
#include <vector>

namespace sonde::models {

// A list as a tree of two levels, groups and their rows, or as a list where there is nothing to
// group. How the rows are arranged, and which are left out, say those who derive from it. A change
// is one reset, whatever the length of the list.
class GroupProxy : public QAbstractProxyModel {
    Q_OBJECT
public:
    enum Roles {
        HeadingRole = Qt::UserRole + 50, // of a group's row: Group::key
    };
    using QAbstractProxyModel::QAbstractProxyModel;

    // A list that only ever changes by resets.
    void setSourceModel(QAbstractItemModel *source) final;
    bool isGrouped() const { return m_arrangement.grouped; }

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const final;
    QModelIndex parent(const QModelIndex &child) const final;
    using QObject::parent;
    int rowCount(const QModelIndex &parent = {}) const final;
    int columnCount(const QModelIndex &parent = {}) const final;
    bool hasChildren(const QModelIndex &parent = {}) const final;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const final;
    Qt::ItemFlags flags(const QModelIndex &index) const final;
    QModelIndex mapToSource(const QModelIndex &proxy) const final;
    QModelIndex mapFromSource(const QModelIndex &source) const final;

protected:
    using Rows = std::vector<int>; // of the source
    struct Group {
        QVariant key; // valid; what it is recognised by
        QString title;
        Rows rows;
    };
    struct Arrangement {
        bool grouped = false;
        std::vector<Group> groups; // what is in none is not shown; one of all where not grouped
    };
    virtual Arrangement arrange() const = 0; // all rows of the source
    virtual bool passes(const QModelIndex &source) const = 0; // else it is left out

    // Arranges the rows anew, after a change of what arrange() depends on.
    template <typename Change>
    void rearrange(Change change)
    {
        beginResetModel();
        change();
        readArrangement();
        endResetModel();
    }

private:
    struct Place {
        int group = -1; // -1: not shown
        int row = 0;
    };
    void readArrangement();
    static QVariant groupData(const Group &group, int role);
    std::optional<std::size_t> groupAt(const QModelIndex &index) const; // nothing for a row

    Arrangement m_arrangement;
    std::vector<Place> m_places; // by row of the source
};

} // namespace sonde::models
