// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"
#include "models/signs/rowtable.h"

namespace sonde::models {

struct ShownLimit {
    QString name;
    QString soft;
    QString hard;
    QString unit;
    bool operator==(const ShownLimit &) const = default;
};

// What the system lets a process use, in the system's own words and order.
class LimitModel : public RowTable<ShownLimit> {
    Q_OBJECT
public:
    enum Columns { NameColumn, SoftColumn, HardColumn, UnitColumn, ColumnCount };

    explicit LimitModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    void setLimits(const std::vector<platform::ProcessLimit> &limits);

protected:
    QVariant cell(const ShownLimit &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override;
};

} // namespace sonde::models
