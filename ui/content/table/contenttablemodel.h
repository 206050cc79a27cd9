// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/base/tabledata.h"

#include <QAbstractTableModel>
#include <QCache>

namespace sonde::content {

// A TableData as Qt's views want it. A cell says what it holds when it is asked.
class ContentTableModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Roles {
        MissingRole = Qt::UserRole + 1, // bool: the row has no such field
    };

    explicit ContentTableModel(QObject *parent = nullptr);

    void setTable(std::shared_ptr<const TableData> table);
    const std::shared_ptr<const TableData> &table() const { return m_table; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    using Row = std::vector<TableData::Cell>;
    const Row &row(int number) const;

    std::shared_ptr<const TableData> m_table;
    mutable QCache<int, Row> m_rows; // a view asks for every cell of a row, several times
};

} // namespace sonde::content
