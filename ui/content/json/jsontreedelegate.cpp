// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsontreedelegate.h"

#include "content/json/jsonruns.h"
#include "content/json/jsontreemodel.h"
#include "look/controls/itempanel.h"
#include "look/controls/plaintooltip.h"
#include "look/painting/signpainting.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>

namespace sonde::content {

namespace {

constexpr int kCellPadding = 2;

void paintRun(QPainter *painter, const JsonRun &run, const QRect &place, const QString &text)
{
    painter->setPen(inkColor(look::theme(), run.ink));
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    // A frame besides the color: the problem must be visible without colors.
    if (run.ink == JsonInk::Invalid && run.text.startsWith(u'‹')) {
        painter->setPen(QPen(look::theme().error, 1, Qt::DotLine));
        painter->drawRect(place.adjusted(0, 1, -1, -2));
    }
}

// The problem after the value: the sign of its level and a sentence.
void paintMark(QPainter *painter, const QRect &rest, const QModelIndex &index)
{
    const auto sign = models::Sign(index.data(JsonTreeModel::MarkSignRole).toInt());
    const QColor color = look::theme().color(models::signColorRole(sign));
    const QString sentence = index.data(JsonTreeModel::MarkRole).toString();
    const int side = look::metrics().sign;
    const int gap = look::metrics().unit;
    if (rest.width() < side + gap)
        return;
    look::paintSign(painter, QRectF(rest.left() + gap, rest.center().y() - side / 2.0, side, side),
        sign, color);
    const QRect place = rest.adjusted(side + 2 * gap, 0, 0, 0);
    painter->setPen(color);
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(sentence, Qt::ElideRight, place.width()));
}

} // namespace

void JsonTreeDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    look::paintItemPanel(painter, option);

    painter->save();
    const QFont font = look::fixedFont();
    const QFontMetrics fontMetrics(font);
    painter->setFont(font);
    int x = option.rect.left() + kCellPadding;
    const int end = option.rect.right() - kCellPadding;
    const auto runs = index.data(JsonTreeModel::RunsRole).value<JsonRuns>();
    for (const JsonRun &run : runs) {
        const int width = fontMetrics.horizontalAdvance(run.text);
        const int left = end - x;
        if (left <= 0)
            break;
        const QRect place(x, option.rect.top(), qMin(width, left), option.rect.height());
        const bool cut = width > left;
        paintRun(painter, run, place,
            cut ? fontMetrics.elidedText(run.text, Qt::ElideRight, left) : run.text);
        x += width;
        if (cut)
            break;
    }
    if (index.data(JsonTreeModel::MarkRole).isValid())
        paintMark(painter, QRect(QPoint(x, option.rect.top()), option.rect.bottomRight()), index);
    painter->restore();

    look::paintItemFocus(painter, option);
}

QSize JsonTreeDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const QFontMetrics fontMetrics(look::fixedFont());
    const QString text = index.data(Qt::DisplayRole).toString();
    return {fontMetrics.horizontalAdvance(text) + 2 * kCellPadding, look::metrics().treeRow};
}

bool JsonTreeDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view,
    const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (!event || !view || event->type() != QEvent::ToolTip)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const bool isCut = sizeHint(option, index).width() > option.rect.width();
    look::showPlainToolTip(event, index, isCut, view);
    return true;
}

} // namespace sonde::content
