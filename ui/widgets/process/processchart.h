// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "models/exchange/exchangephases.h"
#include "models/process/processhistory.h"
#include "widgets/process/processchartlayout.h"

#include <QWidget>

namespace sonde::widgets {

// Calls of a server above its processor time and memory, on one clock. It follows the newest
// samples until a person zooms or moves it. Left and right go from call to call, up and down from
// lane to lane, + and - zoom, Home follows again, Enter shows the message in the trace.
class ProcessChart final : public QWidget {
    Q_OBJECT
public:
    static constexpr std::int64_t kShownNs = 300'000'000'000; // while it follows, at most
    static constexpr std::int64_t kLeastShownNs = 10'000'000'000;

    // Both outlive it; the clock is that of the recording.
    explicit ProcessChart(models::TimeLanes &lanes, QWidget *parent = nullptr,
        const Clock &clock = SystemClock::instance());

    // The history outlives the next call; null: there is none.
    void setHistory(const QString &server, const models::ProcessHistory *history);
    void setChosen(platform::ProcessId process, const QString &name);
    void setRunning(bool isRunning); // what is shown ends now, else with the last sample
    void setCurrent(trace::Number number); // 0: none
    trace::Number current() const { return m_current; }
    // What is chosen, with its memory, as a sentence; empty: nothing is.
    QString description() const;
    const models::TimeScale &scale() const { return m_layout.scale(); }
    const std::vector<ProcessChartLayout::Row> &rows() const { return m_layout.rows(); }
    QRect placeOf(trace::Number number) const; // of its span; null when it is not shown
    QString toolTip(const QPoint &at);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void refresh(); // there are new samples or calls

Q_SIGNALS:
    void currentChanged();
    void messageRequested(sonde::trace::Number number);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    using Lane = models::TimeLanes::Lane;
    using Piece = models::TimeLanes::Piece;

    void layOut();
    void follow();
    void userScaled();
    void zoom(double factor);
    void move(double pixels);
    void choose(trace::Number number, const Lane *lane);
    void stepSpan(int by);
    void stepLane(int by);
    void describe();
    Piece pieceAt(const QPoint &at) const;
    Piece currentPiece() const;
    std::optional<std::int64_t> keptOf(const Piece &piece) const;
    std::int64_t now() const;

    models::TimeLanes &m_lanes;
    const Clock &m_clock;
    models::ExchangePhases m_phases;
    ProcessChartLayout m_layout;
    models::ProcessHistory m_none;
    const models::ProcessHistory *m_history;
    QString m_server;
    platform::ProcessId m_chosen;
    QString m_chosenName;
    trace::Number m_current = 0;
    const Lane *m_lane = nullptr; // of it
    bool m_isRunning = false;
    bool m_isFollowing = true;
    QPoint m_pressed;
};

} // namespace sonde::widgets
