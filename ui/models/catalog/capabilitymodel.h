// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QAbstractTableModel>

#include <vector>

namespace sonde::models {

// What the two sides said they can do, one row a capability (2025-11-25
// basic/lifecycle#capability-negotiation; 2026-07-28 server/discover). Capabilities that the
// specification knows are there even when nobody offers them; unknown ones follow.
class CapabilityModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Columns { CapabilityColumn, ClientColumn, ServerColumn, DetailColumn, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setNegotiated(const mcp::Negotiated &negotiated);
    void clear();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        QString name;
        bool client = false;
        bool server = false;
        QString clientDetail;
        QString serverDetail;
    };
    Row &row(const QString &name);
    void add(const json::Value &capabilities, bool server);
    QString detail(const Row &row) const;

    std::vector<Row> m_rows;
};

} // namespace sonde::models
