// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/rowtable.h"
#include "replay/replayreport.h"

namespace sonde::models {

// The requests of a recording, and its notifications by method: what came of each then and now.
class ReplayModel : public RowTable<replay::ReportRow> {
    Q_OBJECT
public:
    enum Columns {
        NumberColumn,
        MethodColumn,
        TargetColumn,
        RecordedColumn,
        NowColumn,
        VerdictColumn,
        WhyColumn,
        ColumnCount
    };

    explicit ReplayModel(QObject *parent = nullptr);

    // The same rows keep the selection.
    void setReport(const replay::ReplayReport &report);
    const replay::ReportRow &reportRow(int row) const { return this->row(row); }
    // The next row after this one, or before it, that is not the same; -1: there is none.
    int nextOfInterest(int row, bool backwards) const;
    // "17 same, 2 different, 1 new error".
    QString summary() const;
    // Of all rows, the one that needs the most attention.
    replay::Verdict worst() const;

    static QString word(replay::Verdict verdict);
    // Why it has this verdict: "4 places differ".
    static QString why(const replay::ReportRow &row);

protected:
    QVariant cell(const replay::ReportRow &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override;
};

} // namespace sonde::models
