// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/exchange/exchangephases.h"
#include "widgets/timeaxis/timeaxislayout.h"
#include "widgets/trace/timebrush.h"

#include <QFont>

class QPainter;

namespace sonde::look {
class SpanPainter;
}

namespace sonde::widgets {

// Paints the time axis once: the lanes with their names and spans, the range and the ruler.
class TimeAxisPainter {
public:
    using Lane = models::TimeLanes::Lane;
    using Piece = models::TimeLanes::Piece;

    struct Scene {
        const models::TimeLanes &lanes;
        const TimeAxisLayout &layout;
        models::ExchangePhases &phases;
        const TimeBrush &range;
        trace::Number current = 0;
        const Lane *lane = nullptr; // in which that is chosen
        std::int64_t origin = 0; // from which the labels count; 0: the first message
        std::int64_t now = 0;
        QFont font;
    };

    TimeAxisPainter(QPainter &painter, const Scene &scene);

    void paint();
    bool goesOn() const { return m_goesOn; } // something that was painted

private:
    using Row = TimeAxisLayout::Row;

    void paintLanes();
    void paintRow(const Row &row, const QRect &place);
    void paintHeader(const Row &row, const QRect &place);
    void paintFold(const Row &row, const QRect &place, int left);
    void paintSpans(look::SpanPainter &spans, const Row &row);
    void paintSpan(look::SpanPainter &spans, const Row &row, const Piece &piece, double next);
    // False when it is too short to show them, or they are not known.
    bool paintPhases(look::SpanPainter &spans, const QRectF &rect, const Piece &piece, bool chosen);
    void paintWaited(look::SpanPainter &spans, const Row &row, const Piece &piece);
    Piece paintHeld(look::SpanPainter &spans, const Row &row, const Piece &piece, bool chosen);
    void paintRange();
    void paintRuler();
    void paintTicks(const QRect &ruler);
    void paintRangeChip(const QRect &ruler);
    QString tickText(const models::TimeScale::Tick &tick, std::int64_t origin, bool isFar) const;

    QPainter &m_painter;
    const Scene &m_scene;
    const TimeAxisLayout &m_layout;
    const int m_header;
    const int m_ruler;
    bool m_goesOn = false;
};

} // namespace sonde::widgets
