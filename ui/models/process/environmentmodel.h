// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"
#include "models/signs/rowtable.h"

namespace sonde::models {

// The environment of a process, by name. The values of secrets were redacted when it was read, so
// no cell, tool tip or copy has them.
class EnvironmentModel : public RowTable<SampledVariable> {
    Q_OBJECT
public:
    enum Columns { NameColumn, ValueColumn, ColumnCount };

    explicit EnvironmentModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    void setVariables(std::vector<SampledVariable> variables);

protected:
    QVariant cell(const SampledVariable &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
};

} // namespace sonde::models
