// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/painting/controlpainter.h"

#include "look/theme/hairline.h"
#include "look/theme/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

namespace sonde::look::controls {

namespace {

constexpr qreal kRadius = 2;

// The box of buttons: lighter at the top, the one gradient there is.
void box(QPainter *painter, const QRect &rect, const QBrush &fill, const QColor &frame)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(frame, hair(painter)));
    painter->setBrush(fill);
    painter->drawRoundedRect(hairRect(painter, rect), kRadius, kRadius);
    painter->restore();
}

QBrush buttonFill(const QRect &rect, QStyle::State state)
{
    const Theme &t = theme();
    if (state & QStyle::State_Sunken || state & QStyle::State_On)
        return t.selOff;
    QLinearGradient gradient(rect.topLeft(), rect.bottomLeft());
    const bool hover = state & QStyle::State_MouseOver && state & QStyle::State_Enabled;
    gradient.setColorAt(0, t.raised);
    gradient.setColorAt(1, hover ? t.hover : t.header);
    return gradient;
}

QColor frameColor(QStyle::State state)
{
    return state & QStyle::State_Enabled ? theme().outline : theme().line;
}

} // namespace

void chevron(QPainter *painter, const QRect &rect, Chevron direction, const QColor &color)
{
    const qreal side = qMin(9, qMin(rect.width(), rect.height()));
    const qreal a = side * 0.42;
    const qreal b = side * 0.21;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(QRectF(rect).center());
    switch (direction) {
    case Chevron::Down:
        break;
    case Chevron::Up:
        painter->rotate(180);
        break;
    case Chevron::Left:
        painter->rotate(90);
        break;
    case Chevron::Right:
        painter->rotate(-90);
        break;
    }
    painter->setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    painter->drawPolyline(QPolygonF({{-a, -b}, {0, b}, {a, -b}}));
    painter->restore();
}

void pushButton(QPainter *painter, const QStyleOptionButton &option)
{
    const Theme &t = theme();
    const bool flat = option.features.testFlag(QStyleOptionButton::Flat);
    if (flat && !(option.state & (QStyle::State_MouseOver | QStyle::State_Sunken)))
        return;
    if (option.features.testFlag(QStyleOptionButton::DefaultButton)
        && option.state & QStyle::State_Enabled) {
        const bool pressed = option.state & QStyle::State_Sunken;
        const QColor fill = pressed ? t.accentFill.darker(115) : t.accentFill;
        box(painter, option.rect, fill, fill);
        return;
    }
    box(painter, option.rect, buttonFill(option.rect, option.state), frameColor(option.state));
}

void toolButton(QPainter *painter, const QStyleOption &option)
{
    const bool raised = option.state & QStyle::State_Raised;
    const bool on = option.state & (QStyle::State_On | QStyle::State_Sunken);
    const bool hover =
        option.state & QStyle::State_MouseOver && option.state & QStyle::State_Enabled;
    if (!(option.state & QStyle::State_AutoRaise)) {
        box(painter, option.rect, buttonFill(option.rect, option.state), frameColor(option.state));
        return;
    }
    if (on)
        box(painter, option.rect, theme().selOff, theme().line);
    else if (hover || (raised && hover))
        box(painter, option.rect, theme().hover, theme().line);
}

void field(QPainter *painter, const QRect &rect, bool enabled, bool readOnly)
{
    const Theme &t = theme();
    box(painter, rect, enabled && !readOnly ? t.base : t.altBase, enabled ? t.outline : t.line);
}

void comboBox(QPainter *painter, const QStyleOptionComboBox &option, const QRect &arrow)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    if (option.frame) {
        if (option.editable)
            field(painter, option.rect, enabled, false);
        else
            box(painter, option.rect, buttonFill(option.rect, option.state),
                frameColor(option.state));
    }
    chevron(painter, arrow, Chevron::Down, enabled ? theme().text : theme().off);
}

QStyleOptionComboBox elided(const QStyleOptionComboBox &option, int room)
{
    constexpr int kEdges = 2; // around the text
    constexpr int kAfterIcon = 4;
    const int icon = option.currentIcon.isNull() ? 0 : option.iconSize.width() + kAfterIcon;
    QStyleOptionComboBox fits = option;
    fits.currentText =
        option.fontMetrics.elidedText(option.currentText, Qt::ElideRight, room - icon - kEdges);
    return fits;
}

void spinBox(
    QPainter *painter, const QStyleOptionSpinBox &option, const QRect &up, const QRect &down)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    if (option.frame)
        field(painter, option.rect, enabled, false);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const auto colorOf = [&](QAbstractSpinBox::StepEnabledFlag step, QStyle::SubControl part) {
        if (!enabled || !option.stepEnabled.testFlag(step))
            return theme().off;
        return option.activeSubControls & part ? theme().text : theme().muted;
    };
    const QMargins inset(2, 2, 2, 2);
    chevron(painter, up.marginsRemoved(inset), Chevron::Up,
        colorOf(QAbstractSpinBox::StepUpEnabled, QStyle::SC_SpinBoxUp));
    chevron(painter, down.marginsRemoved(inset), Chevron::Down,
        colorOf(QAbstractSpinBox::StepDownEnabled, QStyle::SC_SpinBoxDown));
}

void checkMark(QPainter *painter, const QStyleOption &option)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    field(painter, option.rect, enabled, false);
    const QColor color = enabled ? theme().text : theme().off;
    const QRectF r = option.rect;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&r](qreal x, qreal y) {
        return QPointF(r.left() + x * r.width(), r.top() + y * r.height());
    };
    if (option.state & QStyle::State_On)
        painter->drawPolyline(QPolygonF({at(0.24, 0.53), at(0.43, 0.72), at(0.76, 0.3)}));
    else if (option.state & QStyle::State_NoChange)
        painter->drawLine(at(0.28, 0.5), at(0.72, 0.5));
    painter->restore();
}

void radioMark(QPainter *painter, const QStyleOption &option)
{
    const Theme &t = theme();
    const bool enabled = option.state & QStyle::State_Enabled;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(enabled ? t.outline : t.line, hair(painter)));
    painter->setBrush(t.base);
    painter->drawEllipse(hairRect(painter, option.rect));
    if (option.state & QStyle::State_On) {
        const qreal inset = option.rect.width() * 0.3;
        painter->setPen(Qt::NoPen);
        painter->setBrush(enabled ? t.text : t.off);
        painter->drawEllipse(QRectF(option.rect).adjusted(inset, inset, -inset, -inset));
    }
    painter->restore();
}

void scrollBar(QPainter *painter, const QStyleOptionSlider &option, const QRect &slider)
{
    const Theme &t = theme();
    const bool horizontal = option.orientation == Qt::Horizontal;
    painter->fillRect(option.rect, t.window);
    hairEdges(painter, option.rect, horizontal ? Qt::TopEdge : Qt::LeftEdge, t.line);
    if (option.minimum == option.maximum)
        return;
    const bool active = option.activeSubControls & QStyle::SC_ScrollBarSlider
        && option.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    QColor fill = t.outline;
    fill.setAlphaF(active ? 0.85F : 0.5F);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(fill);
    const QRectF knob =
        horizontal ? QRectF(slider).adjusted(2, 3, -2, -2) : QRectF(slider).adjusted(3, 2, -2, -2);
    const qreal radius = qMin(knob.width(), knob.height()) / 2;
    painter->drawRoundedRect(knob, radius, radius);
    painter->restore();
}

void progress(QPainter *painter, const QStyleOptionProgressBar &option)
{
    const Theme &t = theme();
    box(painter, option.rect, t.base, t.outline);
    const QRect inside = option.rect.adjusted(1, 1, -1, -1);
    const qint64 range = qint64(option.maximum) - option.minimum;
    if (range <= 0) {
        // Indeterminate progress is a static piece, because nothing moves in this style.
        const int width = inside.width() / 4;
        painter->fillRect(
            QRect(inside.center().x() - width / 2, inside.top(), width, inside.height()),
            t.accentFill);
        return;
    }
    const qint64 done = qBound<qint64>(0, qint64(option.progress) - option.minimum, range);
    const int width = int(inside.width() * done / range);
    const int left =
        option.direction == Qt::RightToLeft ? inside.right() + 1 - width : inside.left();
    painter->fillRect(QRect(left, inside.top(), width, inside.height()), t.accentFill);
}

void focusRing(QPainter *painter, const QRect &rect)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(theme().accent, 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), kRadius + 2, kRadius + 2);
    painter->restore();
}

} // namespace sonde::look::controls
