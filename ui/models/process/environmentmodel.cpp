// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/environmentmodel.h"

#include "models/signs/sign.h"

namespace sonde::models {

void EnvironmentModel::setVariables(std::vector<SampledVariable> variables)
{
    if (variables != rows())
        mergeRows(
            std::move(variables), [](const SampledVariable &variable) { return variable.name; });
}

QVariant EnvironmentModel::cell(
    const SampledVariable &row, const QModelIndex &index, int role) const
{
    if (role == TextColorRole)
        return static_cast<int>(
            row.isSecret && index.column() == ValueColumn ? ColorRole::Muted : ColorRole::Normal);
    if (role != Qt::DisplayRole)
        return {};
    return index.column() == NameColumn ? row.name : row.value;
}

QString EnvironmentModel::title(int column) const
{
    return column == NameColumn ? tr("Variable") : tr("Value");
}

} // namespace sonde::models
