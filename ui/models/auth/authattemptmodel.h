// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/step.h"

#include <QAbstractTableModel>

#include <vector>

namespace sonde::models {

// The places that a step of an authorization has tried, with what each answered and why it was
// taken or not.
class AuthAttemptModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Columns { NumberColumn, PlaceColumn, StatusColumn, DecisionColumn, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setAttempts(const std::vector<auth::Attempt> &attempts);
    const auth::Attempt *attempt(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(int row, int column) const;

    std::vector<auth::Attempt> m_attempts;
};

} // namespace sonde::models
