// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/findings/coverage.h"
#include "models/signs/rowtable.h"

namespace sonde::models {

// The areas of the requirements, one a row, and their sum in the last one.
class CoverageModel : public RowTable<AreaCoverage> {
    Q_OBJECT
public:
    enum Columns {
        AreaColumn,
        BarColumn,
        PassedColumn,
        ViolatedColumn,
        NotSeenColumn,
        UncheckedColumn,
        NotObservableColumn,
        ColumnCount,
    };

    explicit CoverageModel(QObject *parent = nullptr);

    void setCoverage(const Coverage &coverage);
    const AreaCoverage &at(int row) const { return this->row(row); }
    int largest() const { return m_largest; } // the requirements of the largest area

protected:
    QVariant cell(const AreaCoverage &area, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override { return column >= PassedColumn; }

private:
    static int number(const AreaCoverage &area, int column);

    int m_largest = 0;
};

} // namespace sonde::models
