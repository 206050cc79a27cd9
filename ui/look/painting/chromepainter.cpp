// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/painting/chromepainter.h"

#include "look/painting/controlpainter.h"
#include "look/theme/hairline.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QPainter>
#include <QStyleOption>

namespace sonde::look::chrome {

void frame(QPainter *painter, const QStyleOption &option)
{
    const bool focus =
        option.state & QStyle::State_HasFocus && option.state & QStyle::State_Enabled;
    hairFrame(painter, option.rect, focus ? theme().accent : theme().line);
}

void tab(QPainter *painter, const QStyleOptionTab &option)
{
    const Theme &t = theme();
    const bool selected = option.state & QStyle::State_Selected;
    const bool hover = option.state & QStyle::State_MouseOver;
    // A gap of two pixels after each tab; one that is not chosen is two pixels lower.
    QRect rect = option.rect.adjusted(0, selected ? 0 : 2, -2, 0);
    painter->fillRect(rect, selected ? t.base : hover ? t.hover : t.header);
    hairEdges(painter, rect, Qt::LeftEdge | Qt::RightEdge, t.line);
    if (selected) {
        painter->fillRect(QRect(rect.left(), rect.top(), rect.width(), 2), t.accent);
    } else {
        hairEdges(painter, rect, Qt::TopEdge, t.line);
        hairEdges(painter, option.rect, Qt::BottomEdge, t.line);
    }
}

void header(QPainter *painter, const QRect &rect, bool pressed)
{
    const Theme &t = theme();
    QLinearGradient gradient(rect.topLeft(), rect.bottomLeft());
    gradient.setColorAt(0, pressed ? t.header : t.raised);
    gradient.setColorAt(1, t.header);
    painter->fillRect(rect, gradient);
    hairEdges(painter, rect, Qt::BottomEdge | Qt::RightEdge, t.line);
}

void sortArrow(QPainter *painter, const QStyleOptionHeader &option)
{
    const bool up = option.sortIndicator == QStyleOptionHeader::SortUp;
    controls::chevron(
        painter, option.rect, up ? controls::Chevron::Up : controls::Chevron::Down, theme().muted);
}

void dockTitle(QPainter *painter, const QStyleOptionDockWidget &option, const QRect &words)
{
    const Theme &t = theme();
    painter->fillRect(option.rect, t.title);
    hairFrame(painter, option.rect, t.line);
    painter->save();
    const QFont font = boldFont();
    painter->setFont(font);
    painter->setPen(option.state & QStyle::State_Enabled ? t.text : t.off);
    const QRect place = words.adjusted(metrics().margin, 0, 0, 0);
    const QString title =
        QFontMetrics(font).elidedText(option.title, Qt::ElideRight, place.width());
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, title);
    painter->restore();
}

void splitterHandle(QPainter *painter, const QRect &rect)
{
    constexpr int kDots = 5;
    constexpr int kPitch = 4;
    constexpr int kDot = 2;
    const bool upright = rect.height() > rect.width();
    const int length = (kDots - 1) * kPitch + kDot;
    const int x = rect.left() + (rect.width() - (upright ? kDot : length)) / 2;
    const int y = rect.top() + (rect.height() - (upright ? length : kDot)) / 2;
    for (int i = 0; i < kDots; ++i) {
        const QPoint at = upright ? QPoint(x, y + i * kPitch) : QPoint(x + i * kPitch, y);
        painter->fillRect(QRect(at, QSize(kDot, kDot)), theme().outline);
    }
}

void branch(QPainter *painter, const QStyleOption &option)
{
    if (!(option.state & QStyle::State_Children))
        return;
    const bool open = option.state & QStyle::State_Open;
    const bool enabled = option.state & QStyle::State_Enabled;
    const auto closed =
        option.direction == Qt::RightToLeft ? controls::Chevron::Left : controls::Chevron::Right;
    controls::chevron(painter, option.rect, open ? controls::Chevron::Down : closed,
        enabled ? theme().muted : theme().off);
}

void itemBackground(QPainter *painter, const QStyleOptionViewItem &option)
{
    const Theme &t = theme();
    if (option.backgroundBrush.style() != Qt::NoBrush)
        painter->fillRect(option.rect, option.backgroundBrush);
    const bool active = option.state & QStyle::State_Active && option.state & QStyle::State_Enabled;
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, active ? t.sel : t.selOff);
    else if (option.state & QStyle::State_MouseOver && option.state & QStyle::State_Enabled
        && option.backgroundBrush.style() == Qt::NoBrush)
        painter->fillRect(option.rect, t.hover);
}

void toolBar(QPainter *painter, const QRect &rect)
{
    QLinearGradient gradient(rect.topLeft(), rect.bottomLeft());
    gradient.setColorAt(0, theme().raised);
    gradient.setColorAt(1, theme().window);
    painter->fillRect(rect, gradient);
    hairEdges(painter, rect, Qt::BottomEdge, theme().line);
}

void toolBarSeparator(QPainter *painter, const QRect &rect)
{
    const QRect middle(rect.center().x(), rect.top() + 5, 1, rect.height() - 10);
    hairEdges(painter, middle, Qt::LeftEdge, theme().line);
}

void menuBarItem(QPainter *painter, const QStyleOption &option)
{
    const bool chosen = option.state & QStyle::State_Selected;
    painter->fillRect(option.rect, chosen ? theme().sel : theme().window);
}

void menuSeparator(QPainter *painter, const QRect &rect)
{
    const QRect middle(rect.left() + 6, rect.center().y(), rect.width() - 12, 1);
    hairEdges(painter, middle, Qt::TopEdge, theme().line);
}

} // namespace sonde::look::chrome
