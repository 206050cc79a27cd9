// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a person does to the time axis.

#include "widgets/timeaxis/timeaxisview.h"

#include "base/formatting.h"
#include "models/trace/tracetext.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace sonde::widgets {

using models::TimeLanes;
using Kind = TimeLanes::Kind;
using Piece = TimeLanes::Piece;

namespace {

constexpr double kZoomStep = 1.25;
constexpr double kWheelStep = 120; // of an ordinary wheel
constexpr double kWheelPixels = 80;
constexpr int kKeyPixels = 10;

} // namespace

void TimeAxisView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
    follow();
}

void TimeAxisView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    layOut();
    refresh();
}

void TimeAxisView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        layOut();
}

void TimeAxisView::wheelEvent(QWheelEvent *event)
{
    const QPoint delta = event->angleDelta();
    const double steps = (delta.y() != 0 ? delta.y() : delta.x()) / kWheelStep;
    if (event->modifiers() & Qt::ControlModifier) {
        m_scale.zoom(std::pow(kZoomStep, steps), event->position().x() - headerWidth());
        userScaled();
    } else if (delta.x() != 0 || event->modifiers() & Qt::ShiftModifier) {
        m_scale.moveTo(m_scale.begin() - std::int64_t(steps * kWheelPixels * m_scale.nsPerPixel()));
        userScaled();
    } else {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    event->accept();
}

void TimeAxisView::mousePressEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = at;
    m_pressedBegin = m_scale.begin();
    if (at.x() >= headerWidth()) {
        if (const auto side = sideAt(at.x()); side != TimeBrush::Side::None) {
            m_range.take(side);
            m_drag = Drag::Range;
        } else if (at.y() < rulerHeight() || event->modifiers() & Qt::ShiftModifier) {
            m_range.start(nsAt(at.x()));
            m_drag = Drag::Range;
        } else if (const Piece piece = pieceAt(at); piece.number != 0) {
            choose(piece.number, rowAt(at.y())->lane);
        } else {
            m_drag = Drag::Move;
        }
    } else if (const Row *row = rowAt(at.y()); row) {
        fold(*row->lane);
    }
    viewport()->update();
}

void TimeAxisView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (m_drag == Drag::Range) {
        m_range.drag(nsAt(std::max(at.x(), headerWidth())));
        viewport()->update();
    } else if (m_drag == Drag::Move) {
        m_scale.moveTo(
            m_pressedBegin - std::int64_t(m_scale.nsPerPixel() * (at.x() - m_pressed.x())));
        userScaled();
    } else {
        const bool side = sideAt(at.x()) != TimeBrush::Side::None;
        viewport()->setCursor(side ? Qt::SizeHorCursor : Qt::ArrowCursor);
    }
}

void TimeAxisView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (std::exchange(m_drag, Drag::None) == Drag::Range)
        Q_EMIT rangeChanged();
    viewport()->update();
}

void TimeAxisView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (pieceAt(event->position().toPoint()).number != 0) {
        clearRange();
        fitSelection();
    }
}

void TimeAxisView::choose(trace::Number number, const TimeLanes::Lane *lane)
{
    if (number == 0)
        return;
    const bool same = number == m_current && lane == m_lane;
    if (!same)
        makeCurrent(m_lanes.pieceOf(number, now(), lane), lane);
    Q_EMIT numberSelected(number);
}

void TimeAxisView::stepSpan(int by)
{
    if (m_lane)
        choose(m_lanes.neighbour(*m_lane, m_current, by), m_lane);
    else
        stepLane(1);
}

// To the span of the next lane that is nearest in time.
void TimeAxisView::stepLane(int by)
{
    const std::int64_t time = m_lane ? currentPiece().begin : m_scale.begin();
    int at = by > 0 ? -1 : int(m_rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_lane && m_rows[i].lane == m_lane)
            at = int(i);
    }
    for (at += by; at >= 0 && at < int(m_rows.size()); at += by) {
        const auto &next = *m_rows[std::size_t(at)].lane;
        if (next.kind == Kind::Server)
            continue;
        choose(m_lanes.nearest(next, time), &next);
        return;
    }
}

void TimeAxisView::foldCurrent(bool server)
{
    if (!m_lane)
        return;
    const TimeLanes::Lane *calls = m_lane->parent ? m_lane->parent : m_lane;
    if (!server) {
        if (m_lane != calls) // it is about to vanish
            makeCurrent(
                m_lanes.pieceOf(m_lanes.nearest(*calls, currentPiece().begin), now()), calls);
        return fold(*calls);
    }
    const auto &all = m_lanes.lanes();
    const auto heading = std::find_if(all.begin(), all.end(), [&](const auto *lane) {
        return lane->kind == Kind::Server && lane->server == calls->server;
    });
    if (heading != all.end())
        fold(**heading);
}

void TimeAxisView::describeCurrent()
{
    const QString keys = tr("Arrow keys move between spans and lanes; plus and minus zoom; Space "
                            "folds the lanes below a call.");
    const Piece piece = currentPiece();
    const bool chosen = m_lane && piece.number != 0;
    setAccessibleDescription(chosen ? describe(*m_lane, piece) % QLatin1Char('\n') % keys : keys);
}

void TimeAxisView::moveSide(TimeBrush::Side side, int by)
{
    if (m_range.isEmpty()) {
        const Piece piece = currentPiece();
        if (piece.number == 0)
            return;
        m_range.set(piece.begin, piece.end);
    }
    const auto ns = std::int64_t(by * kKeyPixels * m_scale.nsPerPixel());
    const std::int64_t from = side == TimeBrush::Side::Begin ? m_range.begin() : m_range.end();
    m_range.take(side);
    m_range.drag(from + ns);
    viewport()->update();
    Q_EMIT rangeChanged();
}

void TimeAxisView::keyPressEvent(QKeyEvent *event)
{
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const bool control = event->modifiers() & Qt::ControlModifier;
    const auto zoom = [this](double factor) {
        m_scale.zoom(factor, axisWidth() / 2.0);
        userScaled();
    };
    const auto sideways = [&](int by) {
        if (shift)
            moveSide(control ? TimeBrush::Side::Begin : TimeBrush::Side::End, by);
        else
            stepSpan(by);
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return sideways(-1);
    case Qt::Key_Right:
        return sideways(1);
    case Qt::Key_Up:
        return stepLane(-1);
    case Qt::Key_Down:
        return stepLane(1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(kZoomStep);
    case Qt::Key_Minus:
        return zoom(1 / kZoomStep);
    case Qt::Key_Home:
        return fitAll();
    case Qt::Key_Return:
        return fitSelection();
    case Qt::Key_Escape:
        return clearRange();
    case Qt::Key_Space:
        return foldCurrent(control);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

bool TimeAxisView::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    // Names come from servers: no markup.
    QToolTip::showText(help->globalPos(), toolTip(help->pos()).toHtmlEscaped(), viewport());
    return true;
}

QString TimeAxisView::toolTip(const QPoint &at)
{
    const Row *row = rowAt(at.y());
    if (!row)
        return {};
    if (at.x() < headerWidth())
        return row->lane->title;
    const Piece piece = pieceAt(at);
    return piece.number == 0 ? QString() : describe(*row->lane, piece);
}

QString TimeAxisView::describe(const TimeLanes::Lane &lane, const Piece &piece)
{
    if (piece.count > 1)
        return tr("%1 messages in %2")
            .arg(countText(piece.count),
                durationText(std::chrono::nanoseconds(piece.end - piece.begin)));
    const QString time = timeText(m_lanes.wallOf(piece.begin));
    const QString word = models::signWord(piece.sign);
    const QString number = QLatin1Char('#') % QString::number(piece.number);
    const QString separator = QStringLiteral(" · ");
    if (piece.look == TimeLanes::Look::Mark)
        return QStringList({number, time, word}).join(separator);
    QStringList parts{
        number, time, durationText(std::chrono::nanoseconds(piece.end - piece.begin)), word};
    if (const QString role = m_lanes.roleOf(lane, piece.number); !role.isEmpty())
        parts.prepend(role);
    if (piece.waited != 0)
        parts << tr("waited %1 for input")
                     .arg(durationText(std::chrono::nanoseconds(piece.waited - piece.end)));
    QString text = parts.join(separator);
    const auto phases =
        piece.look == TimeLanes::Look::Exchange ? m_phases.of(piece.number) : std::nullopt;
    if (!phases || phases->sent == 0 || phases->firstByte == 0)
        return text;
    return tr("%1\nsent after %2 · first byte after %3 · %4 chunks received")
        .arg(text, durationText(std::chrono::nanoseconds(phases->sent - piece.begin)),
            durationText(std::chrono::nanoseconds(phases->firstByte - piece.begin)),
            countText(phases->arrivals.size()));
}

} // namespace sonde::widgets
