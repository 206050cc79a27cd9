// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authrowdelegate.h"

#include "look/controls/itempanel.h"
#include "look/painting/signpainting.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "models/auth/authstepmodel.h"

#include <QPainter>

namespace sonde::widgets {

using StepModel = models::AuthStepModel;

namespace {

using models::Sign;

constexpr int kMargin = 8;
constexpr int kGap = 6;

void line(QPainter *painter, const QRect &rect, const QString &text)
{
    painter->drawText(rect, Qt::AlignVCenter | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
}

void paintRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const look::Theme &t = look::theme();
    const bool reached = index.data(StepModel::ReachedRole).toBool();
    const auto sign = Sign(index.data(models::SignRole).toInt());
    QRect rest = option.rect.adjusted(kMargin, 3, -kMargin, -3);
    const int number = option.fontMetrics.horizontalAdvance(QStringLiteral("00"));
    painter->setFont(option.font);
    painter->setPen(t.muted);
    painter->drawText(QRect(rest.left(), rest.top(), number, rest.height()),
        Qt::AlignRight | Qt::AlignVCenter, QString::number(index.row() + 1));
    rest.setLeft(rest.left() + number + kGap);
    const int side = look::metrics().sign;
    look::paintSign(painter, QRect(rest.left(), rest.top(), side, rest.height()), sign,
        t.color(models::signColorRole(sign)), look::pendingPhase());
    rest.setLeft(rest.left() + side + kGap);
    const int half = rest.height() / 2;
    QRect first(rest.left(), rest.top(), rest.width(), half);
    const QString time = index.data(StepModel::TimeRole).toString();
    painter->drawText(first, Qt::AlignRight | Qt::AlignVCenter, time);
    first.setRight(first.right() - option.fontMetrics.horizontalAdvance(time) - kGap);
    QFont font = option.font;
    font.setBold(index.data(StepModel::FailedRole).toBool());
    painter->setFont(font);
    painter->setPen(reached ? t.text : t.muted);
    line(painter, first, index.data().toString());
    painter->setFont(look::smallFont());
    painter->setPen(t.color(models::ColorRole(index.data(models::TextColorRole).toInt())));
    line(painter, QRect(rest.left(), rest.top() + half, rest.width(), rest.height() - half),
        index.data(StepModel::DetailRole).toString());
}

} // namespace

void AuthRowDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const bool failed = index.data(StepModel::FailedRole).toBool();
    if (failed && !option.state.testFlag(QStyle::State_Selected))
        option.backgroundBrush = look::theme().errorBg;
    look::paintItemPanel(painter, option);
    painter->save();
    painter->setPen(QPen(look::theme().line, 1));
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    paintRow(painter, option, index);
    painter->restore();
    look::paintItemFocus(painter, option);
}

QSize AuthRowDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {120, look::metrics().twoLineRow};
}

} // namespace sonde::widgets
