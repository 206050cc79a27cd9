// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/painting/spanpainter.h"

#include "look/painting/signpainting.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace sonde::look {

namespace {
constexpr int kTextGap = 6;
constexpr qreal kErrorEdge = 2;
} // namespace

QColor SpanPainter::fill(Look look)
{
    switch (look) {
    case Look::Call:
        return theme().spanCall;
    case Look::Waiting:
        return theme().spanWaiting;
    case Look::Exchange:
        return theme().spanConnect;
    case Look::Body:
        return theme().spanBody;
    case Look::Error:
        return theme().spanError;
    case Look::Task:
        return theme().spanTask;
    case Look::Mark:
        break;
    }
    return theme().muted;
}

QColor SpanPainter::edge(Look look)
{
    switch (look) {
    case Look::Call:
        return theme().accent;
    case Look::Waiting:
        return theme().warn;
    case Look::Body:
        return theme().received;
    case Look::Error:
        return theme().error;
    case Look::Task:
        return theme().automatic;
    case Look::Exchange:
    case Look::Mark:
        break;
    }
    return theme().muted;
}

QPen SpanPainter::edgePen(Look look)
{
    switch (look) {
    case Look::Task:
        return {edge(look), 1, Qt::DashLine};
    case Look::Waiting:
        return {edge(look), 1, Qt::DotLine};
    case Look::Body:
        return {edge(look), 1, Qt::DashDotLine};
    case Look::Exchange:
        return {edge(look), 1, Qt::DashDotDotLine};
    case Look::Error:
        return {edge(look), kErrorEdge};
    case Look::Call:
    case Look::Mark:
        break;
    }
    return {edge(look), 1};
}

void SpanPainter::span(
    const QRectF &rect, const Piece &piece, const QString &text, double next, bool chosen)
{
    const QRectF body(
        rect.left(), rect.top(), std::max<double>(kLeastWidth, rect.width()), rect.height());
    m_painter.setBrush(fill(piece.look));
    m_painter.setPen(chosen ? QPen(theme().accent, 2) : edgePen(piece.look));
    if (body.width() <= kLeastWidth) // a frame would be all of it
        m_painter.fillRect(body, edge(piece.look));
    else
        m_painter.drawRoundedRect(body.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    ending(body, piece);
    if (text.isEmpty())
        return;
    const QFontMetrics font(m_painter.font());
    const int width = font.horizontalAdvance(text);
    const double sign = metrics().sign;
    if (width + 2 * kTextGap <= body.width()) {
        m_painter.setPen(theme().text);
        m_painter.drawText(
            body.adjusted(kTextGap, -kTextGap, -kTextGap, kTextGap), Qt::AlignVCenter, text);
        return;
    }
    double left = body.right() + kTextGap;
    const bool wrong = models::signColorRole(piece.sign) == models::ColorRole::Error
        || models::signColorRole(piece.sign) == models::ColorRole::Warn;
    const double room = wrong ? sign + kTextGap : 0;
    if (left + room + width > next)
        return;
    if (wrong) {
        paintSign(&m_painter, QRectF(left, body.top(), sign, body.height()), piece.sign,
            theme().color(models::signColorRole(piece.sign)));
        left += room;
    }
    m_painter.setPen(wrong ? theme().color(models::signColorRole(piece.sign)) : theme().muted);
    // A thin span is lower than its text.
    m_painter.drawText(QRectF(left, body.top() - kTextGap, width + 1, body.height() + 2 * kTextGap),
        Qt::AlignVCenter, text);
}

void SpanPainter::parts(const QRectF &rect, const std::vector<Part> &parts,
    const std::vector<double> &arrivals, bool chosen, bool goesOn)
{
    double left = rect.left();
    for (const Part &part : parts) {
        const double right = std::clamp(part.end, left, rect.right());
        if (right - left < 1)
            continue;
        const QRectF body(left, rect.top(), right - left, rect.height());
        m_painter.setBrush(fill(part.look));
        m_painter.setPen(edgePen(part.look));
        if (body.width() <= kLeastWidth)
            m_painter.fillRect(body, edge(part.look));
        else
            m_painter.drawRoundedRect(body.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        left = right;
    }
    if (goesOn && !parts.empty() && rect.width() > 2 * kLeastWidth) {
        m_painter.fillRect(QRectF(rect.right() - 1, rect.top() + 1, 2, rect.height() - 2),
            fill(parts.back().look));
    }
    for (const double x : arrivals) {
        if (x >= rect.left() && x <= rect.right())
            m_painter.fillRect(
                QRectF(x - 0.5, rect.top() - 1, 1, rect.height() + 2), edge(Look::Body));
    }
    if (chosen) {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(theme().accent, 2));
        m_painter.drawRoundedRect(rect, 2, 2);
    }
}

// A cancelled one ends in a bar; one that goes on has no right side.
void SpanPainter::ending(const QRectF &rect, const Piece &piece)
{
    if (piece.sign == models::Sign::Cancelled) {
        m_painter.setPen(QPen(theme().text, 2));
        m_painter.drawLine(
            QPointF(rect.right(), rect.top() - 2), QPointF(rect.right(), rect.bottom() + 2));
    } else if (piece.open && rect.width() > 2 * kLeastWidth) {
        m_painter.fillRect(
            QRectF(rect.right() - 1, rect.top() + 1, 2, rect.height() - 2), fill(piece.look));
    }
}

void SpanPainter::mark(const QRectF &row, double x, const Piece &piece, const QColor &color)
{
    const double sign = metrics().sign;
    const bool drawn =
        piece.count == 1 && piece.sign != models::Sign::None && piece.sign != models::Sign::Stderr;
    if (drawn) {
        paintSign(
            &m_painter, QRectF(x - sign / 2, row.top(), sign, row.height()), piece.sign, color);
        return;
    }
    const double half = row.height() / 4;
    m_painter.fillRect(QRectF(x - 0.5, row.center().y() - half, 1, 2 * half), color);
}

void SpanPainter::late(double from, double to, const QRectF &row, const QString &text)
{
    const QColor &color = theme().warn;
    const double sign = metrics().sign;
    m_painter.setPen(QPen(color, 1, Qt::DotLine));
    m_painter.drawLine(
        QPointF(from + kTextGap, row.center().y()), QPointF(to - sign / 2 - 2, row.center().y()));
    paintSign(&m_painter, QRectF(to - sign / 2, row.top(), sign, row.height()), models::Sign::Late,
        color);
    m_painter.setPen(color);
    m_painter.drawText(
        QRectF(to + sign / 2 + 4, row.top(), 200, row.height()), Qt::AlignVCenter, text);
}

} // namespace sonde::look
