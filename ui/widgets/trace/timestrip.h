// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/timeaxis/timelanes.h"
#include "models/timeaxis/timescale.h"
#include "widgets/trace/timebrush.h"

#include <QTimer>
#include <QWidget>

namespace sonde::widgets {

// The whole recording against the time, as a thin strip: calls above, what the server asks and HTTP
// exchanges below them, everything else as marks. A drag marks a range, a click chooses what is
// nearest. With the keyboard, arrows move the end of the range and Ctrl+arrows its beginning.
class TimeStrip : public QWidget {
    Q_OBJECT
public:
    explicit TimeStrip(models::TimeLanes &lanes, QWidget *parent = nullptr,
        const Clock &clock = SystemClock::instance());

    const TimeBrush &range() const { return m_range; }
    void clearRange();
    QSize sizeHint() const override;

Q_SIGNALS:
    void rangeChanged(); // see range(); when it is settled, not at each move
    void numberSelected(sonde::trace::Number number);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum Row { CallRow, OtherRow, MarkRow, RowCount };

    void tellRange();
    void fit();
    QRectF rowRect(Row row) const;
    void paintLane(QPainter &painter, const models::TimeLanes::Lane &lane);
    void paintTicks(QPainter &painter);
    void paintRange(QPainter &painter);
    trace::Number nearest(int x) const;
    std::int64_t now() const { return m_clock.now().steady; }

    models::TimeLanes &m_lanes;
    const Clock &m_clock;
    models::TimeScale m_scale;
    TimeBrush m_range;
    bool m_dragging = false;
    int m_pressed = 0;
    bool m_open = false; // something goes on
    QTimer m_running; // while it does
};

} // namespace sonde::widgets
