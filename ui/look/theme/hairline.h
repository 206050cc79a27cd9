// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QPainter>

namespace sonde::look {

// Lines of one device pixel, whatever the scale of the screen.
inline qreal hair(const QPainter *painter)
{
    return 1 / painter->device()->devicePixelRatioF();
}

// The middle of a hairline around the inside of the rectangle: for rounded frames.
inline QRectF hairRect(const QPainter *painter, const QRectF &rect)
{
    const qreal half = hair(painter) / 2;
    return rect.adjusted(half, half, -half, -half);
}

// Lines along the inside of the rectangle's edges.
inline void hairEdges(QPainter *painter, const QRectF &rect, Qt::Edges edges, const QColor &color)
{
    const qreal width = hair(painter);
    if (edges & Qt::TopEdge)
        painter->fillRect(QRectF(rect.left(), rect.top(), rect.width(), width), color);
    if (edges & Qt::BottomEdge)
        painter->fillRect(QRectF(rect.left(), rect.bottom() - width, rect.width(), width), color);
    if (edges & Qt::LeftEdge)
        painter->fillRect(QRectF(rect.left(), rect.top(), width, rect.height()), color);
    if (edges & Qt::RightEdge)
        painter->fillRect(QRectF(rect.right() - width, rect.top(), width, rect.height()), color);
}

inline void hairFrame(QPainter *painter, const QRectF &rect, const QColor &color)
{
    hairEdges(painter, rect, Qt::TopEdge | Qt::BottomEdge | Qt::LeftEdge | Qt::RightEdge, color);
}

} // namespace sonde::look
