// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/hosts/tapplacemodel.h"

#include "base/formatting.h"

namespace sonde::models {

namespace {

QString placeText(const TapPlaceRow &row, int column)
{
    switch (column) {
    case TapPlaceModel::OffsetColumn:
        return countText(row.offset);
    case TapPlaceModel::BytesColumn:
        return QStringLiteral("%1 → %2").arg(countText(row.removed), countText(row.added));
    case TapPlaceModel::BeforeColumn:
        return row.removed == 0 ? TapPlaceModel::tr("(insert)") : row.before;
    default:
        return row.added == 0 ? TapPlaceModel::tr("(removed)") : row.after;
    }
}

} // namespace

void TapPlaceModel::setPlan(const TapPlan &plan)
{
    std::vector<TapPlaceRow> places;
    for (std::size_t i = 0; i < plan.splices.size(); ++i) {
        const hosts::Splice &splice = plan.splices[i];
        places.push_back({splice.begin, splice.end - splice.begin, splice.text.size(),
            plan.shownPlaces[i].before, plan.shownPlaces[i].after});
    }
    resetRows(std::move(places));
}

QVariant TapPlaceModel::cell(const TapPlaceRow &row, const QModelIndex &index, int role) const
{
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return placeText(row, column);
    case Qt::ToolTipRole:
        return column == BeforeColumn ? row.before : column == AfterColumn ? row.after : QString();
    case SignRole:
        return static_cast<int>(Sign::None);
    case TextColorRole:
        return static_cast<int>(column == BeforeColumn && row.removed > 0 ? ColorRole::Error
                : column == AfterColumn && row.added > 0                  ? ColorRole::Ok
                : column <= BytesColumn                                   ? ColorRole::Normal
                                                                          : ColorRole::Muted);
    default:
        return {};
    }
}

QString TapPlaceModel::title(int column) const
{
    switch (column) {
    case OffsetColumn:
        return tr("Offset");
    case BytesColumn:
        return tr("Bytes");
    case BeforeColumn:
        return tr("In the file");
    default:
        return tr("After the change");
    }
}

} // namespace sonde::models
