// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/mock/mockrow.h"
#include "models/signs/rowtable.h"

#include <utility>
#include <vector>

namespace sonde::models {

// The responses of a mock in the order in which they are compared with a request: the entries of a
// list, and below them the requests of the recording.
class MockModel : public RowTable<MockRow> {
    Q_OBJECT
public:
    enum Columns {
        NumberColumn,
        MethodColumn,
        MatchColumn,
        ResponseColumn,
        DelayColumn,
        FaultColumn,
        TimesColumn,
        UsesColumn,
        ColumnCount
    };

    explicit MockModel(QObject *parent = nullptr);

    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    void show(std::vector<MockRow> rows) { resetRows(std::move(rows)); }
    void update(std::vector<MockRow> rows) { setRows(std::move(rows)); } // as many as there are
    void showRow(int row, MockRow value) { setRow(row, std::move(value)); }

Q_SIGNALS:
    void switched(int row, bool on); // by the user, in the first column

protected:
    QVariant cell(const MockRow &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override;
};

} // namespace sonde::models
