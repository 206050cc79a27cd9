// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/timeaxis/timelanes.h"
#include "models/timeaxis/timescale.h"

#include <QRectF>
#include <QSet>
#include <QSize>

#include <vector>

namespace sonde::widgets {

// Where everything of the time axis is: the lanes that are not folded as rows, one below the other,
// and their spans against the time.
class TimeAxisLayout {
public:
    using Lane = models::TimeLanes::Lane;
    using Piece = models::TimeLanes::Piece;

    static constexpr int kHandle = 6; // pixels, of a range's side

    struct Row { // of the lanes, as they are shown
        const Lane *lane = nullptr;
        int top = 0; // without scrolling
        int height = 0;
    };

    // The lanes outlive it.
    explicit TimeAxisLayout(const models::TimeLanes &lanes)
        : m_lanes(lanes)
    {
    }

    // The size of the whole view, with the names of the lanes and the ruler.
    void setSize(const QSize &size, int charWidth);
    void setScrolled(int pixels) { m_scrolled = pixels; }
    // Places the rows; returns the height of all of them.
    int placeRows();
    bool isOutdated() const; // a lane has more rows of spans, or less

    models::TimeScale &scale() { return m_scale; }
    const models::TimeScale &scale() const { return m_scale; }
    const std::vector<Row> &rows() const { return m_rows; }
    const Row *rowOf(const Lane *lane) const; // null when it is folded
    QSize size() const { return m_size; }
    int headerWidth() const { return m_headerWidth; }
    int axisWidth() const { return m_size.width() - m_headerWidth; }
    static int rulerHeight();
    static int plainHeight(); // of a row with one line

    bool isFolded(const Lane &lane) const;
    bool fold(const Lane &lane); // or unfolds it; false: nothing of it can be folded
    void unfoldAll();

    double xOf(std::int64_t ns) const { return m_headerWidth + m_scale.xOf(ns); }
    std::int64_t nsAt(double x) const { return m_scale.nsAt(x - m_headerWidth); }
    QRect placeOf(const Row &row) const;
    QRectF rectOf(const Row &row, const Piece &piece) const;
    const Row *rowAt(int y) const;
    Piece pieceAt(const QPoint &at, std::int64_t now) const;

private:
    static int heightOf(const Lane &lane);

    const models::TimeLanes &m_lanes;
    models::TimeScale m_scale;
    std::vector<Row> m_rows;
    QSet<int> m_closed; // servers
    QSet<const Lane *> m_folded; // calls
    QSize m_size;
    int m_headerWidth = 0;
    int m_scrolled = 0;
};

} // namespace sonde::widgets
