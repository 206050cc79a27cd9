// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QAbstractTableModel>

#include <vector>

namespace sonde::models {

// The steps of a start, so that a failed one shows how far it came.
class StartStepModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Columns { NumberColumn, StepColumn, DetailColumn, TimeColumn, ColumnCount };
    enum Roles { FailedRole = Qt::UserRole + 1 }; // bool: this is the step that failed
    using QAbstractTableModel::QAbstractTableModel;

    void setSteps(const std::vector<mcp::StartStep> &steps);
    static QString stepName(mcp::StartStep::Kind kind);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(int row, int column) const;

    std::vector<mcp::StartStep> m_steps;
};

} // namespace sonde::models
