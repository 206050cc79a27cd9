// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/difference.h"
#include "models/signs/rowtable.h"
#include "models/signs/sign.h"

namespace sonde::models {

// The places at which a response differs from the recorded one.
class DifferenceModel : public RowTable<changes::Difference> {
    Q_OBJECT
public:
    enum Columns { PlaceColumn, RecordedColumn, NowColumn, ChangeColumn, ColumnCount };
    static constexpr qsizetype kMaxShown = 200; // characters of a value

    explicit DifferenceModel(QObject *parent = nullptr);

    void setDifferences(std::vector<changes::Difference> all) { resetRows(std::move(all)); }
    const changes::Difference &difference(int row) const { return this->row(row); }
    // Cut if it is long; "–" if it is not there.
    static QString valueText(const Bytes &value);
    static ColorRole changeColor(changes::ChangeKind kind);

protected:
    QVariant cell(
        const changes::Difference &difference, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
};

} // namespace sonde::models
