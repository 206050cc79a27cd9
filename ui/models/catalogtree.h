// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/catalogmodel.h"

#include <QAbstractProxyModel>

#include <vector>

namespace sonde::models {

// A CatalogModel as a tree of two levels: its kinds, where it has more than one, and their items
// that pass the filter, in the server's order. A change of the filter is one reset, whatever the
// length of the list.
class CatalogTree : public QAbstractProxyModel {
    Q_OBJECT
public:
    enum Roles {
        HeadingRole = Qt::UserRole + 50, // of a group's row: int of CatalogKind
    };
    explicit CatalogTree(QObject *parent = nullptr);

    void setSourceModel(QAbstractItemModel *source) override; // a CatalogModel
    // Lets an item through when the letters typed stand in its name, title or URI in that order,
    // or the words in its description.
    void setText(const QString &text);
    bool isGrouped() const { return m_grouped; }

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
        CatalogKind kind = CatalogKind::Resource;
        std::vector<int> rows; // of the source
    };
    struct Place {
        int group = -1; // -1: filtered out
        int row = 0;
    };
    void regroup();
    bool passes(const QModelIndex &source) const;
    const Group *groupAt(const QModelIndex &index) const; // nullptr for an item

    QString m_text;
    bool m_grouped = false;
    std::vector<Group> m_groups; // only those with a row that passes
    std::vector<Place> m_places; // by row of the source
};

// The plural that stands over items of the kind.
QString catalogHeading(CatalogKind kind);

} // namespace sonde::models
