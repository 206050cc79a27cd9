// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/outcomechange.h"
#include "models/signs/rowtable.h"
#include "models/signs/sign.h"

#include <vector>

namespace sonde::models {

// The checks of the connection doctor, in the order of a start.
class CheckModel : public RowTable<doctor::CheckResult> {
    Q_OBJECT
public:
    enum Columns { NumberColumn, CheckColumn, EvidenceColumn, TimeColumn, ColumnCount };

    explicit CheckModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    // `before` are those of the run before, empty without one: a check that has another outcome now
    // has a tag.
    void setResults(const std::vector<doctor::CheckResult> &results,
        const std::vector<doctor::CheckResult> &before = {});
    const doctor::CheckResult *result(int row) const; // nullptr: there is no such row

    static Sign signOf(doctor::Outcome outcome);

protected:
    QVariant cell(
        const doctor::CheckResult &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override;

private:
    QString changeTag(doctor::Check check) const;
    QString spokenOutcome(const doctor::CheckResult &result) const;

    std::vector<doctor::OutcomeChange> m_changes;
};

} // namespace sonde::models
