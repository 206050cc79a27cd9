// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/exchange/exchangephases.h"
#include "models/timeaxis/timelanes.h"
#include "widgets/timeaxis/timeaxislayout.h"
#include "widgets/trace/timebrush.h"

#include <QAbstractScrollArea>
#include <QTimer>

namespace sonde::widgets {

// The time axis: a lane for each kind of call, its spans against the time. The wheel moves it, with
// Ctrl it zooms; a drag along the ruler marks a range. Arrow keys go from span to span and from
// lane to lane, + and - zoom, Shift with an arrow moves the end of the range, Ctrl+Shift its
// beginning. Space folds what belongs to the calls of the chosen lane, Ctrl+Space its server.
class TimeAxisView : public QAbstractScrollArea {
    Q_OBJECT
public:
    // The clock says how far what goes on has come.
    explicit TimeAxisView(models::TimeLanes &lanes, QWidget *parent = nullptr,
        const Clock &clock = SystemClock::instance());

    const models::TimeScale &scale() const { return m_layout.scale(); }
    const TimeBrush &range() const { return m_range; }
    trace::Number current() const { return m_current; }

    void setCurrent(trace::Number number); // shows it, 0: none
    void fitAll(); // and goes on doing so while messages come, until a person zooms or moves
    void fitSelection(); // the range, or else the chosen span
    void clearRange();
    // The labels of the ruler count from there.
    void setOrigin(std::int64_t steadyNs);
    // Of its span in the viewport; null when it is not shown. `lane` as of TimeLanes::pieceOf().
    QRect placeOf(trace::Number number, const models::TimeLanes::Lane *lane = nullptr) const;
    QString toolTip(const QPoint &at); // of what stands there

Q_SIGNALS:
    void numberSelected(sonde::trace::Number number);
    void rangeChanged(); // see range(); when it is settled, not at each move
    void scaleChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    enum class Drag { None, Range, Move };

    void layOut();
    void refresh();
    void follow();
    std::int64_t now() const { return m_clock.now().steady; }
    TimeBrush::Side sideAt(int x) const;
    void choose(trace::Number number, const models::TimeLanes::Lane *lane);
    void makeCurrent(const models::TimeLanes::Piece &piece, const models::TimeLanes::Lane *lane);
    models::TimeLanes::Piece currentPiece() const;
    void fold(const models::TimeLanes::Lane &lane);
    void foldCurrent(bool server);
    void describeCurrent();
    void showRow(const TimeAxisLayout::Row &row);
    void stepSpan(int by);
    void stepLane(int by);
    void moveSide(TimeBrush::Side side, int by);
    void userScaled();

    models::TimeLanes &m_lanes;
    TimeAxisLayout m_layout;
    models::ExchangePhases m_phases;
    const Clock &m_clock;
    TimeBrush m_range;
    trace::Number m_current = 0;
    const models::TimeLanes::Lane *m_lane = nullptr; // in which it is chosen
    std::int64_t m_origin = 0; // 0: the first message
    bool m_fitting = true;
    Drag m_drag = Drag::None;
    QPoint m_pressed;
    std::int64_t m_pressedBegin = 0;
    QTimer m_running; // while something that is seen goes on
};

} // namespace sonde::widgets
