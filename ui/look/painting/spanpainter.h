// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/timeaxis/timelanes.h"

#include <QColor>
#include <QPen>
#include <QRectF>

#include <vector>

class QPainter;

namespace sonde::look {

// Draws the spans and marks of a time axis.
class SpanPainter {
public:
    using Piece = models::TimeLanes::Piece;
    using Look = models::TimeLanes::Look;

    explicit SpanPainter(QPainter &painter)
        : m_painter(painter)
    {
    }

    static constexpr int kLeastWidth = 3; // of a span that took no time to speak of

    static QColor fill(Look look);
    static QColor edge(Look look);
    // The edge, with a line of its own for kinds whose colors some people cannot tell apart.
    static QPen edgePen(Look look);

    // `rect` is where it lies; a text that does not fit inside stands right of it, as long as it
    // is not in the way of `next`, the left side of what follows.
    void span(const QRectF &rect, const Piece &piece, const QString &text, double next,
        bool chosen = false);
    // The parts of a span, one after the other: each ends at its place, the last one without a
    // right side when it goes on. What arrived is a line.
    struct Part {
        double end = 0;
        Look look = Look::Call;
    };
    void parts(const QRectF &rect, const std::vector<Part> &parts,
        const std::vector<double> &arrivals, bool chosen = false, bool goesOn = false);
    void mark(const QRectF &row, double x, const Piece &piece, const QColor &color);
    // A response that came after its call was given up, and the way there.
    void late(double from, double to, const QRectF &row, const QString &text);

private:
    void ending(const QRectF &rect, const Piece &piece);

    QPainter &m_painter;
};

} // namespace sonde::look
