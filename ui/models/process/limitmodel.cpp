// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/limitmodel.h"

#include "base/bytes.h"
#include "models/trace/tracetext.h"

namespace sonde::models {

void LimitModel::setLimits(const std::vector<platform::ProcessLimit> &limits)
{
    const auto shown = [](const std::string &text) { return lineText(Bytes::copyOf(text)); };
    std::vector<ShownLimit> rows;
    rows.reserve(limits.size());
    for (const platform::ProcessLimit &limit : limits)
        rows.push_back(
            {shown(limit.name), shown(limit.soft), shown(limit.hard), shown(limit.unit)});
    if (rows != this->rows())
        setRows(std::move(rows));
}

QVariant LimitModel::cell(const ShownLimit &row, const QModelIndex &index, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case NameColumn:
        return row.name;
    case SoftColumn:
        return row.soft;
    case HardColumn:
        return row.hard;
    default:
        return row.unit;
    }
}

QString LimitModel::title(int column) const
{
    switch (column) {
    case NameColumn:
        return tr("Limit");
    case SoftColumn:
        return tr("Soft");
    case HardColumn:
        return tr("Hard");
    default:
        return tr("Unit");
    }
}

bool LimitModel::isNumeric(int column) const
{
    return column == SoftColumn || column == HardColumn;
}

} // namespace sonde::models
