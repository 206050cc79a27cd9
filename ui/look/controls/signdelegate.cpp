// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/signdelegate.h"

#include "look/controls/itempanel.h"
#include "look/controls/plaintooltip.h"
#include "look/painting/signpainting.h"
#include "look/theme/hairline.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "models/signs/tint.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>

namespace sonde::look {

namespace {

constexpr int kCellPadding = 6;

models::Sign signOf(const QModelIndex &index)
{
    const QVariant value = index.data(models::SignRole);
    return value.isValid() ? models::Sign(value.toInt()) : models::Sign::None;
}

QColor textColor(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (!option.state.testFlag(QStyle::State_Enabled))
        return theme().off;
    const QVariant tone = index.data(models::TextColorRole);
    return tone.isValid() ? theme().color(models::ColorRole(tone.toInt())) : theme().text;
}

QColor signColor(const QStyleOptionViewItem &option, const QModelIndex &index, models::Sign sign)
{
    if (!option.state.testFlag(QStyle::State_Enabled))
        return theme().off;
    const QVariant tone = index.data(models::SignColorRole);
    return theme().color(
        tone.isValid() ? models::ColorRole(tone.toInt()) : models::signColorRole(sign));
}

// The background of a row with that color role.
QColor tintOf(models::ColorRole tone)
{
    switch (tone) {
    case models::ColorRole::Error:
        return theme().errorBg;
    case models::ColorRole::Warn:
        return theme().warnBg;
    case models::ColorRole::Accent:
        return theme().infoBg;
    case models::ColorRole::Auto:
        return theme().autoBg;
    case models::ColorRole::Ok:
        return theme().okBg;
    default:
        return theme().base;
    }
}

} // namespace

SignDelegate::SignDelegate(QObject *parent)
    : QStyledItemDelegate(parent)
{
}

void SignDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.row() == m_pairRow && !option->state.testFlag(QStyle::State_Selected))
        option->backgroundBrush = theme().selOff;
}

void SignDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QVariant tint = index.data(models::TintRole);
    const auto tone = static_cast<models::ColorRole>(tint.toInt());
    if (tint.isValid() && !option.state.testFlag(QStyle::State_Selected))
        option.backgroundBrush = tintOf(tone);
    paintItemPanel(painter, option);

    painter->save();
    painter->setClipRect(option.rect);
    if (tint.isValid() && index.column() == m_edge)
        painter->fillRect(
            QRect(option.rect.topLeft(), QSize(3, option.rect.height())), theme().color(tone));
    if (index.column() == m_edge && index.row() == m_pairRow)
        painter->fillRect(
            QRect(option.rect.topLeft(), QSize(2, option.rect.height())), theme().accent);
    const QColor color = textColor(option, index);
    QRect words = option.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    if (const int depth = index.data(models::DepthRole).toInt(); depth > 0) {
        paintDepth(painter, words, index);
        words.setLeft(words.left() + depth * indent());
    }
    const models::Sign sign = signOf(index);
    if (sign != models::Sign::None) {
        const int side = metrics().sign;
        const QRect square(words.left(), words.center().y() - (side - 1) / 2, side, side);
        paintSign(painter, square, sign, signColor(option, index, sign), pendingPhase());
        words.setLeft(words.left() + side + kAfterSign);
    }
    if (const QString word = index.data(models::TagRole).toString(); !word.isEmpty()) {
        const Tag tag{word, false, true};
        const int width = tagWidth(tag);
        paintTag(painter, QRect(words.right() - width, words.top(), width, words.height()), tag);
        words.setRight(words.right() - width - kCellPadding);
    }
    painter->setFont(option.font);
    painter->setPen(color);
    QString whole = option.text;
    if (const QVariant brief = index.data(models::ShortTextRole);
        brief.isValid() && option.fontMetrics.horizontalAdvance(whole) > words.width())
        whole = brief.toString();
    const QString text = option.fontMetrics.elidedText(whole, m_elide, words.width());
    painter->drawText(
        words, int(option.displayAlignment | Qt::AlignVCenter) | Qt::TextSingleLine, text);
    painter->restore();

    paintItemFocus(painter, option);
}

int SignDelegate::indent()
{
    return metrics().sign - kAfterSign;
}

// A thin line from the row above to the one below, under the middle of the sign it belongs to.
void SignDelegate::paintDepth(QPainter *painter, const QRect &rect, const QModelIndex &index) const
{
    const bool marked = m_group != 0 && index.data(models::GroupRole).toUInt() == m_group;
    painter->setPen(QPen(marked ? theme().accent : theme().line, marked ? 2 : hair(painter)));
    const qreal x = rect.left() + metrics().sign / 4.0 + (marked ? 0 : hair(painter) / 2);
    painter->drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom() + 1));
}

QSize SignDelegate::sizeHint(const QStyleOptionViewItem &given, const QModelIndex &index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    int width = option.fontMetrics.horizontalAdvance(option.text) + 2 * kCellPadding;
    if (signOf(index) != models::Sign::None)
        width += metrics().sign + kAfterSign;
    width += index.data(models::DepthRole).toInt() * indent();
    return {width, metrics().row};
}

bool SignDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view,
    const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (!event || !view || event->type() != QEvent::ToolTip)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const bool isCut = sizeHint(option, index).width() > option.rect.width();
    showPlainToolTip(event, index, isCut, view);
    return true;
}

} // namespace sonde::look
