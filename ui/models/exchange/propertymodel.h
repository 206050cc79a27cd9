// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/exchange/exchangefacts.h"

#include <QAbstractTableModel>

#include <vector>

namespace sonde::models {

// A small table of texts with one line each, the first one saying what the others are about.
class PropertyModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit PropertyModel(const QStringList &titles, QObject *parent = nullptr);

    // The rows have as many texts as there are titles.
    void setRows(std::vector<QStringList> rows);
    // Columns of numbers are right aligned.
    void setNumeric(int column) { m_numeric.push_back(column); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    int alignment(int column) const;

    QStringList m_titles;
    std::vector<int> m_numeric;
    std::vector<QStringList> m_rows;
};

// Phase, when it was over, how long it took.
std::vector<QStringList> phaseRows(const ExchangeFacts &facts);
// What it is, and its value.
std::vector<QStringList> connectionRows(const ExchangeFacts &facts);

} // namespace sonde::models
