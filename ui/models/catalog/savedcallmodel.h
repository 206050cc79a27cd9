// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/savedcalls.h"

#include <QAbstractTableModel>

#include <vector>

namespace sonde::models {

// The saved calls of a server: the name, which can be edited, and the tool.
class SavedCallModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Columns { NameColumn, ToolColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    // Takes over what is different, so that what is chosen stays chosen.
    void setCalls(const std::vector<config::SavedCall> &calls);
    const config::SavedCall &call(int row) const { return m_calls[std::size_t(row)]; }
    int rowOf(const QString &name) const; // -1: not there

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    // A person edited the name; nothing has changed yet.
    void renameRequested(const QString &name, const QString &newName);

private:
    std::vector<config::SavedCall> m_calls;
};

} // namespace sonde::models
