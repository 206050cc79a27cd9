// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/table/checkdelegate.h"

#include "look/controls/itempanel.h"
#include "look/theme/theme.h"

#include <QPainter>
#include <QStyle>

namespace sonde::widgets {

void CheckDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    look::paintItemPanel(painter, option);
    const QStyle *const style = option.widget->style();
    const bool hasBox = option.features.testFlag(QStyleOptionViewItem::HasCheckIndicator);
    option.features |= QStyleOptionViewItem::HasCheckIndicator; // all texts begin below each other
    if (hasBox) {
        QStyleOptionViewItem box = option;
        // Where QStyledItemDelegate expects the click.
        box.rect =
            style->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, option.widget);
        box.state &= ~QStyle::State_HasFocus;
        box.state |= option.checkState == Qt::Checked ? QStyle::State_On : QStyle::State_Off;
        style->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, painter, option.widget);
    }
    painter->save();
    painter->setFont(option.font);
    painter->setPen(
        look::theme().color(models::ColorRole(index.data(models::TextColorRole).toInt())));
    painter->drawText(style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget),
        Qt::AlignVCenter | Qt::TextSingleLine, option.text);
    painter->restore();
    look::paintItemFocus(painter, option);
}

} // namespace sonde::widgets
