// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/restart.h"
#include "models/signs/rowtable.h"

#include <deque>
#include <optional>

namespace sonde::models {

// The runs of a saved call before this start: their median, and how many of them.
struct UsualTime {
    static constexpr std::size_t kMostRuns = 10;

    std::chrono::nanoseconds median{0};
    std::size_t runs = 0;
};
// Of the starts before the one with that number; nothing if there are none.
std::optional<UsualTime> usualTime(
    const std::deque<Restart> &restarts, int number, const changes::CallRun &run);

struct ResultRow {
    changes::RunChange change;
    std::optional<UsualTime> usual;
};

// What came of the saved calls after a start, beside what came of them before.
class ResultModel : public RowTable<ResultRow> {
    Q_OBJECT
public:
    enum Columns { ResultColumn, CallColumn, ToolColumn, TimeColumn, SizeColumn, ColumnCount };

    explicit ResultModel(QObject *parent = nullptr);

    // Rows of the same calls keep the selection.
    void setResults(std::vector<ResultRow> results) { setRows(std::move(results)); }
    const changes::RunChange &change(int row) const { return this->row(row).change; }
    // The first one that is different, or worse, or was not run; -1: there is none.
    int firstOfInterest() const;
    // "2 same, 1 different": how many of each kind.
    QString summary() const;
    // "different", "same": what a row says.
    static QString word(const changes::RunChange &change);

protected:
    QVariant cell(const ResultRow &result, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override { return column >= TimeColumn; }
};

// "+16 %", "same" or nothing; within kSameBand it is the same.
QString changeText(std::chrono::nanoseconds before, std::chrono::nanoseconds after);

} // namespace sonde::models
