// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/exchange/exchangefacts.h"
#include "models/signs/rowtable.h"

#include <vector>

namespace sonde::models {

// A small table of texts with one line each, the first one saying what the others are about.
class PropertyModel : public RowTable<QStringList> {
    Q_OBJECT
public:
    explicit PropertyModel(const QStringList &titles, QObject *parent = nullptr);

    // The rows have as many texts as there are titles.
    void setRows(std::vector<QStringList> rows) { resetRows(std::move(rows)); }
    // Columns of numbers are right aligned.
    void setNumeric(int column) { m_numeric.push_back(column); }

protected:
    QVariant cell(const QStringList &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override { return m_titles.value(column); }
    bool isNumeric(int column) const override;

private:
    QStringList m_titles;
    std::vector<int> m_numeric;
};

// Phase, when it was over, how long it took.
std::vector<QStringList> phaseRows(const ExchangeFacts &facts);
// What it is, and its value.
std::vector<QStringList> connectionRows(const ExchangeFacts &facts);

} // namespace sonde::models
