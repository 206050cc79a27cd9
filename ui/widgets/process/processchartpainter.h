// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processhistory.h"
#include "widgets/process/processchartlayout.h"

#include <QColor>
#include <QFont>

class QPainter;

namespace sonde::widgets {

// Paints the process chart once. Curves join the samples as they are; calls are continued through
// both of them as bands.
class ProcessChartPainter {
public:
    using Piece = models::TimeLanes::Piece;

    struct Scene {
        const models::TimeLanes &lanes;
        const ProcessChartLayout &layout;
        const models::ProcessHistory &history;
        platform::ProcessId chosen; // whose memory stands out
        QString chosenName;
        Piece current; // number 0: none
        const models::TimeLanes::Lane *lane = nullptr; // of it
        QString kept; // the memory that it kept, as a label; empty: not known
        bool isGrowth = false; // kept more than nothing
        std::int64_t now = 0;
        QFont font;
    };

    ProcessChartPainter(QPainter &painter, const Scene &scene);

    void paint();

    // Of an axis from 0 to at least that: about half of it, 1, 2 or 5 times a power of ten.
    static double niceStep(double most);

private:
    using Point = models::ProcessHistory::Point;
    struct Axis { // of a curve
        QRect place;
        double most = 1; // at its top
        double step = 1;
        double yOf(double value) const;
    };

    Axis axisOf(const QRect &place, double most) const;
    void paintGrid(const Axis &axis, const QString &first, const QString &second);
    void paintBands();
    void paintCurrent();
    void paintKept();
    void paintLanes();
    void paintCpu();
    void paintMemory();
    void paintRuler();
    void paintHeader();
    void paintHeading(
        const QRect &place, const QString &title, const QString &value, const QStringList &lines);
    void paintKey(int line, const QRect &place, const QColor &fill, const QColor &edge,
        const QString &name, const QString &value);
    // The points from one to the other, and what is needed at their sides.
    std::pair<std::size_t, std::size_t> seen() const;
    QString tickText(const models::TimeScale::Tick &tick) const;

    QPainter &m_painter;
    const Scene &m_scene;
    const ProcessChartLayout &m_layout;
    Axis m_cpu;
    Axis m_memory;
};

} // namespace sonde::widgets
