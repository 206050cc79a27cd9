// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/step.h"
#include "models/signs/rowtable.h"

#include <vector>

namespace sonde::models {

// The places that a step of an authorization has tried, with what each answered and why it was
// taken or not.
class AuthAttemptModel : public RowTable<auth::Attempt> {
    Q_OBJECT
public:
    enum Columns { NumberColumn, PlaceColumn, StatusColumn, DecisionColumn, ColumnCount };
    explicit AuthAttemptModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    void setAttempts(std::vector<auth::Attempt> attempts) { setRows(std::move(attempts)); }
    const auth::Attempt *attempt(int row) const;

protected:
    QVariant cell(const auth::Attempt &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override;

private:
    static QString text(const auth::Attempt &attempt, int row, int column);
};

} // namespace sonde::models
