// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "models/signs/rowtable.h"

#include <vector>

namespace sonde::models {

// The steps of a start, so that a failed one shows how far it came.
class StartStepModel : public RowTable<mcp::StartStep> {
    Q_OBJECT
public:
    enum Columns { NumberColumn, StepColumn, DetailColumn, TimeColumn, ColumnCount };
    enum Roles { FailedRole = Qt::UserRole + 1 }; // bool: this is the step that failed
    explicit StartStepModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    void setSteps(std::vector<mcp::StartStep> steps) { setRows(std::move(steps)); }
    static QString stepName(mcp::StartStep::Kind kind); // "Read the response"
    static QString runningText(mcp::StartStep::Kind kind); // "Waiting for the response"

protected:
    QVariant cell(const mcp::StartStep &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override;

private:
    struct Names {
        mcp::StartStep::Kind kind;
        const char *step; // both untranslated
        const char *running;
    };
    static const Names &namesOf(mcp::StartStep::Kind kind);
    static QString text(const mcp::StartStep &step, int row, int column);
};

} // namespace sonde::models
