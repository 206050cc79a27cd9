// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/hosts/tapplan.h"
#include "models/signs/rowtable.h"

namespace sonde::models {

// A row of TapPlaceModel.
struct TapPlaceRow {
    std::size_t offset = 0; // in the file, in bytes
    std::size_t removed = 0; // bytes
    std::size_t added = 0; // bytes
    QString before;
    QString after;
};

// The places in which a plan changes a file.
class TapPlaceModel : public RowTable<TapPlaceRow> {
    Q_OBJECT
public:
    enum Columns { OffsetColumn, BytesColumn, BeforeColumn, AfterColumn, ColumnCount };

    explicit TapPlaceModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    void setPlan(const TapPlan &plan);

protected:
    QVariant cell(const TapPlaceRow &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override { return column <= BytesColumn; }
};

} // namespace sonde::models
