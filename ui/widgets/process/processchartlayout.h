// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/timeaxis/timelanes.h"
#include "models/timeaxis/timescale.h"

#include <QRect>
#include <QSize>
#include <QString>

#include <vector>

namespace sonde::widgets {

// Where everything of the process chart is: a ruler, lanes of calls, and below them the curves of
// processor time and memory, all against one time.
class ProcessChartLayout {
public:
    using Lane = models::TimeLanes::Lane;
    using Piece = models::TimeLanes::Piece;

    static constexpr int kMaxLanes = 8; // the time axis has all of them

    struct Row {
        const Lane *lane = nullptr;
        QRect place; // of the whole width
    };

    // The lanes outlive it.
    explicit ProcessChartLayout(const models::TimeLanes &lanes)
        : m_lanes(lanes)
    {
    }

    void setSize(const QSize &size, int charWidth);
    // The lanes of that server, as many as have room: calls of tools before other calls. `wanted`
    // is shown in any case; it may be null.
    void placeLanes(const QString &server, const Lane *wanted);

    models::TimeScale &scale() { return m_scale; }
    const models::TimeScale &scale() const { return m_scale; }
    const std::vector<Row> &rows() const { return m_rows; }
    const Row *rowOf(const Lane *lane) const; // null: it is not shown
    const Row *rowAt(int y) const;
    QSize size() const { return m_size; }
    int headerWidth() const { return m_header; }
    int axisWidth() const { return m_size.width() - m_header; }
    int rulerHeight() const;
    QRect cpu() const; // of the curve, without the header
    QRect memory() const;

    double xOf(std::int64_t ns) const { return m_header + m_scale.xOf(ns); }
    std::int64_t nsAt(double x) const { return m_scale.nsAt(x - m_header); }
    QRectF rectOf(const Row &row, const Piece &piece) const;

    // All that could be shown, in their order.
    std::vector<const Lane *> lanesOf(const QString &server) const;

private:
    QRect curve(int number) const;

    const models::TimeLanes &m_lanes;
    models::TimeScale m_scale;
    std::vector<Row> m_rows;
    QSize m_size;
    int m_header = 0;
};

} // namespace sonde::widgets
