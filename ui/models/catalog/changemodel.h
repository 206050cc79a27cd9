// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/catalog/listchanges.h"

#include <QAbstractListModel>

namespace sonde::models {

// What became of a list, a row for each item that came, went, or is described otherwise.
class ChangeModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Roles {
        KindRole = Qt::UserRole + 1, // int of ListChanges::Kind
        NameRole,
    };
    using QAbstractListModel::QAbstractListModel;

    void setChanges(const ListChanges &changes);
    const ListChanges &changes() const { return m_changes; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    ListChanges m_changes;
};

} // namespace sonde::models
