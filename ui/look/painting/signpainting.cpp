// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/painting/signpainting.h"

#include "look/theme/hairline.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFontMetrics>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>

namespace sonde::look {

namespace {

using models::Sign;

// All shapes are drawn in a square of 14 units.
constexpr qreal kSide = 14;
constexpr qreal kLine = 1.3;

QPen linePen(const QColor &color, qreal width = kLine)
{
    return QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
}

enum class Head { Full, Hollow, Open };
enum class Shaft { Solid, Dotted, Gap };

// An arrow to the right; the caller mirrors it for the other way.
void arrow(QPainter *p, const QColor &color, Head head, Shaft shaft)
{
    p->setPen(linePen(color, 1.5));
    const qreal y = 7;
    const qreal tip = 13.2;
    // A hollow head is larger, so that a reader sees that it is one.
    const bool isHollow = head == Head::Hollow;
    const qreal neck = head == Head::Open ? 9.4 : isHollow ? 6.4 : 7.8;
    const qreal half = isHollow ? 4.4 : 3.6;
    if (shaft == Shaft::Solid) {
        p->drawLine(QPointF(0.8, y), QPointF(neck, y));
    } else if (shaft == Shaft::Gap) {
        p->drawLine(QPointF(0.8, y), QPointF(2.4, y));
        p->drawLine(QPointF(4.8, y), QPointF(neck, y));
    } else {
        p->setPen(Qt::NoPen);
        p->setBrush(color);
        for (const qreal x : {1.2, 4.4, 7.6})
            p->drawRect(QRectF(x, y - 0.8, 1.6, 1.6));
        p->setBrush(Qt::NoBrush);
    }
    if (head == Head::Open) {
        p->setPen(linePen(color, 1.5));
        p->drawPolyline(QPolygonF({{9.6, y - 3.4}, {tip, y}, {9.6, y + 3.4}}));
        return;
    }
    const QPolygonF triangle({{neck, y - half}, {tip, y}, {neck, y + half}});
    p->setPen(linePen(color, isHollow ? kLine : 1.0));
    p->setBrush(isHollow ? QBrush(Qt::NoBrush) : QBrush(color));
    p->drawPolygon(triangle);
    p->setBrush(Qt::NoBrush);
}

void octagon(QPainter *p, const QColor &color, bool cross)
{
    const qreal a = 4.3;
    const qreal b = 9.7;
    const qreal lo = 0.6;
    const qreal hi = 13.4;
    const QPolygonF shape({{a, lo}, {b, lo}, {hi, a}, {hi, b}, {b, hi}, {a, hi}, {lo, b}, {lo, a}});
    if (!cross) {
        p->setPen(linePen(color));
        p->drawPolygon(shape);
        p->drawLine(QPointF(4.6, 7), QPointF(9.4, 7));
        return;
    }
    p->setPen(Qt::NoPen);
    p->setBrush(color);
    p->drawPolygon(shape);
    p->setBrush(Qt::NoBrush);
    p->setPen(linePen(theme().base, 1.7));
    p->drawLine(QPointF(4.8, 4.8), QPointF(9.2, 9.2));
    p->drawLine(QPointF(9.2, 4.8), QPointF(4.8, 9.2));
}

// Two opposed arrows, one above the other.
void exchange(QPainter *p, const QColor &color)
{
    p->setPen(linePen(color));
    p->drawLine(QPointF(0.8, 4.2), QPointF(13, 4.2));
    p->drawPolyline(QPolygonF({{10, 1.2}, {13, 4.2}, {10, 7.2}}));
    p->drawLine(QPointF(1, 9.8), QPointF(13.2, 9.8));
    p->drawPolyline(QPolygonF({{4, 6.8}, {1, 9.8}, {4, 12.8}}));
}

void pending(QPainter *p, const QColor &color, int phase)
{
    const QRectF ring(1.6, 1.6, 10.8, 10.8);
    QColor faint = color;
    faint.setAlphaF(0.35F);
    p->setPen(QPen(faint, 1.5));
    p->drawEllipse(ring);
    p->setPen(QPen(color, 1.9, Qt::SolidLine, Qt::FlatCap));
    constexpr int kSixteenths = 16;
    p->drawArc(ring, (90 - 90 * (phase % 4)) * kSixteenths, -90 * kSixteenths);
}

void triangleMark(QPainter *p, const QColor &color)
{
    p->setPen(linePen(color));
    p->drawPolygon(QPolygonF({{7, 1.2}, {13.2, 12.6}, {0.8, 12.6}}));
    p->drawLine(QPointF(7, 5.2), QPointF(7, 8.4));
    p->setPen(linePen(color, 1.6));
    p->drawPoint(QPointF(7, 10.6));
}

void hourglass(QPainter *p, const QColor &color)
{
    p->setPen(linePen(color));
    p->drawLine(QPointF(2.6, 1.2), QPointF(11.4, 1.2));
    p->drawLine(QPointF(2.6, 12.8), QPointF(11.4, 12.8));
    p->drawPolygon(QPolygonF({{3.6, 1.2}, {10.4, 1.2}, {7, 7}}));
    QPainterPath lower;
    lower.addPolygon(QPolygonF({{3.6, 12.8}, {7, 7}, {10.4, 12.8}, {3.6, 12.8}}));
    p->fillPath(lower, color);
    p->drawPath(lower);
}

void flag(QPainter *p, const QColor &color)
{
    const QPolygonF cloth({{2.8, 1.6}, {12.2, 1.6}, {9.8, 4.7}, {12.2, 7.8}, {2.8, 7.8}});
    QColor tint = color;
    tint.setAlphaF(0.18F);
    p->setPen(linePen(color));
    p->setBrush(tint);
    p->drawPolygon(cloth);
    p->setBrush(Qt::NoBrush);
    p->drawLine(QPointF(2.8, 1.2), QPointF(2.8, 13.2));
}

// Of an error: a solid square.
void squareFlag(QPainter *p, const QColor &color)
{
    p->setPen(linePen(color));
    p->setBrush(color);
    p->drawRect(QRectF(2.8, 1.6, 9.4, 6.2));
    p->setBrush(Qt::NoBrush);
    p->drawLine(QPointF(2.8, 1.2), QPointF(2.8, 13.2));
}

// Of a note: an outline that tapers.
void pennant(QPainter *p, const QColor &color)
{
    p->setPen(linePen(color));
    p->drawPolyline(QPolygonF({{2.8, 1.6}, {12.2, 4.9}, {2.8, 8.2}}));
    p->drawLine(QPointF(2.8, 1.2), QPointF(2.8, 13.2));
}

void prompt(QPainter *p, const QColor &color)
{
    p->setPen(linePen(color));
    p->drawPolyline(QPolygonF({{0.9, 3.4}, {4.7, 6.4}, {0.9, 9.4}}));
    p->drawLine(QPointF(6.4, 10.6), QPointF(12.8, 10.6));
}

void bolt(QPainter *p, const QColor &color)
{
    p->setPen(linePen(color));
    p->drawRoundedRect(QRectF(1, 1, 12, 12), 2.5, 2.5);
    QPainterPath path;
    path.addPolygon(QPolygonF(
        {{7.8, 2.8}, {4.2, 7.8}, {6.6, 7.8}, {6.2, 11.2}, {9.8, 6.2}, {7.4, 6.2}, {7.8, 2.8}}));
    p->fillPath(path, color);
}

void paintState(QPainter *p, Sign sign, const QColor &color, int phase)
{
    switch (sign) {
    case Sign::Pending:
        return pending(p, color, phase);
    case Sign::Ok:
        p->setPen(linePen(color, 1.5));
        p->drawPolyline(QPolygonF({{1.8, 7.6}, {5.2, 11}, {12.2, 3.4}}));
        return;
    case Sign::ToolError:
        return triangleMark(p, color);
    case Sign::ProtocolError:
        return octagon(p, color, true);
    case Sign::NoResponse:
        return octagon(p, color, false);
    case Sign::Late:
        return hourglass(p, color);
    case Sign::Cancelled:
        p->setPen(linePen(color));
        p->drawEllipse(QRectF(1.4, 1.4, 11.2, 11.2));
        p->drawLine(QPointF(3.1, 10.9), QPointF(10.9, 3.1));
        return;
    case Sign::Auto:
        return bolt(p, color);
    case Sign::NotReached: {
        QPen dashed(color, kLine, Qt::CustomDashLine, Qt::FlatCap);
        dashed.setDashPattern({2.1, 1.95});
        p->setPen(dashed);
        p->drawEllipse(QRectF(1.4, 1.4, 11.2, 11.2));
        return;
    }
    default:
        return;
    }
}

void paintKind(QPainter *p, Sign sign, const QColor &color, int phase)
{
    switch (sign) {
    case Sign::SentRequest:
    case Sign::ReceivedRequest:
        return arrow(p, color, Head::Full, Shaft::Solid);
    case Sign::SentResponse:
    case Sign::ReceivedResponse:
        return arrow(p, color, Head::Hollow, Shaft::Solid);
    case Sign::SentNotification:
    case Sign::ReceivedNotification:
        return arrow(p, color, Head::Open, Shaft::Dotted);
    case Sign::NotAMessage:
        return arrow(p, color, Head::Hollow, Shaft::Gap);
    case Sign::Stderr:
        return prompt(p, color);
    case Sign::Lifecycle:
        p->setPen(linePen(color));
        p->drawPolygon(QPolygonF({{7, 1}, {13, 7}, {7, 13}, {1, 7}}));
        return;
    case Sign::Exchange:
        return exchange(p, color);
    case Sign::Finding:
        return flag(p, color);
    case Sign::FindingError:
        return squareFlag(p, color);
    case Sign::FindingNote:
        return pennant(p, color);
    case Sign::Server:
        p->setPen(Qt::NoPen);
        p->setBrush(color);
        p->drawRoundedRect(QRectF(3, 3, 8, 8), 2, 2);
        return;
    case Sign::Mark: // a ribbon
        p->setPen(linePen(color));
        p->setBrush(color);
        p->drawPolygon(QPolygonF({{3.5, 1.2}, {10.5, 1.2}, {10.5, 12.6}, {7, 9.8}, {3.5, 12.6}}));
        return;
    case Sign::Note: // a sheet with lines
        p->setPen(linePen(color));
        p->drawRect(QRectF(2.2, 1.4, 9.6, 11.2));
        for (const qreal y : {4.6, 7.0, 9.4})
            p->drawLine(QPointF(4.4, y), QPointF(9.6, y));
        return;
    case Sign::Changed: // a pencil
        p->setPen(linePen(color));
        p->drawPolygon(QPolygonF({{1.4, 12.6}, {2.1, 9.6}, {9.2, 2.4}, {11.6, 4.8}, {4.4, 11.9}}));
        p->drawLine(QPointF(7.5, 4.1), QPointF(9.9, 6.5));
        return;
    default:
        return paintState(p, sign, color, phase);
    }
}

bool pointsLeft(Sign sign)
{
    return sign == Sign::ReceivedRequest || sign == Sign::ReceivedResponse
        || sign == Sign::ReceivedNotification || sign == Sign::NotAMessage;
}

constexpr int kTagPadding = 6;

} // namespace

void paintSign(QPainter *painter, const QRectF &rect, Sign sign, const QColor &color, int phase)
{
    if (sign == Sign::None)
        return;
    const qreal side = qMin(rect.width(), rect.height());
    // Below the usual size the shape is scaled down; above it keeps 14/16 of the square.
    const qreal scale = side >= 16 ? side / 16 : side / kSide;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    // On whole device pixels, so that straight lines stay sharp.
    const qreal ratio = painter->device()->devicePixelRatioF();
    const auto snap = [ratio](qreal v) { return qRound(v * ratio) / ratio; };
    painter->translate(
        snap(rect.center().x() - scale * kSide / 2), snap(rect.center().y() - scale * kSide / 2));
    painter->scale(scale, scale);
    if (pointsLeft(sign)) {
        painter->translate(kSide, 0);
        painter->scale(-1, 1);
    }
    paintKind(painter, sign, color, phase);
    painter->restore();
}

int pendingPhase()
{
    static QElapsedTimer clock = [] {
        QElapsedTimer started;
        started.start();
        return started;
    }();
    if (QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0)
        return 0;
    constexpr int kStepMs = 250;
    return int(clock.elapsed() / kStepMs % 4);
}

int tagHeight()
{
    return QFontMetrics(smallFont()).height() + 1;
}

int tagWidth(const Tag &tag)
{
    const int words = QFontMetrics(smallFont()).horizontalAdvance(tag.word) + 2 * kTagPadding;
    return tag.warning ? words + tagHeight() : words;
}

int paintTag(QPainter *painter, const QRect &rect, const Tag &tag)
{
    const int width = tagWidth(tag);
    const int height = tagHeight();
    const QRect frame(rect.left(), rect.center().y() - (height - 1) / 2, width, height);
    const QColor color = tag.warning ? theme().warn : tag.isNew ? theme().accent : theme().muted;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QColor edge = tag.warning || tag.isNew ? color : theme().line;
    painter->setPen(QPen(edge, hair(painter)));
    painter->drawRoundedRect(hairRect(painter, frame), 2, 2);
    QRect words = frame.adjusted(kTagPadding, 0, -kTagPadding, 0);
    if (tag.warning) {
        const QRect square(words.left() - 1, frame.top(), height, height);
        paintSign(painter, square.adjusted(1, 1, -1, -1), Sign::ToolError, color);
        words.setLeft(words.left() + height);
    }
    painter->setFont(smallFont());
    painter->setPen(color);
    painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, tag.word);
    painter->restore();
    return width;
}

int badgeWidth(int count)
{
    const QFontMetrics metrics(smallFont());
    return qMax(metrics.height() + 1, metrics.horizontalAdvance(QLocale().toString(count)) + 10);
}

void paintBadge(QPainter *painter, const QRect &rect, int count, bool awaited)
{
    const int height = QFontMetrics(smallFont()).height() + 1;
    const QRect pill(rect.left(), rect.center().y() - (height - 1) / 2, badgeWidth(count), height);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(awaited ? theme().accentFill : theme().selOff);
    painter->drawRoundedRect(pill, height / 2.0, height / 2.0);
    painter->setFont(smallFont());
    painter->setPen(awaited ? theme().onAccent : theme().text);
    painter->drawText(pill, Qt::AlignCenter | Qt::TextSingleLine, QLocale().toString(count));
    painter->restore();
}

} // namespace sonde::look
