// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "models/signs/rowtable.h"

#include <vector>

namespace sonde::models {

// The findings about a message and the other half of its pair, one a row.
class MessageFindings : public RowTable<findings::Finding> {
    Q_OBJECT
public:
    enum Columns { LevelColumn, NumberColumn, SentenceColumn, ColumnCount };

    explicit MessageFindings(QObject *parent = nullptr);

    // The highest level first. Keeps rows that are the same.
    void setFindings(std::vector<findings::Finding> findings);
    const findings::Finding &at(int row) const { return this->row(row); }

protected:
    QVariant cell(
        const findings::Finding &finding, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override { return column == NumberColumn; }
};

} // namespace sonde::models
