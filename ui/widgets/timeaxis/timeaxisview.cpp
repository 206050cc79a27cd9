// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/timeaxis/timeaxisview.h"

#include "look/theme/theme.h"
#include "widgets/timeaxis/scalewheel.h"
#include "widgets/timeaxis/spantext.h"
#include "widgets/timeaxis/timeaxispainter.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sonde::widgets {

using models::TimeLanes;
using Kind = TimeLanes::Kind;
using Lane = TimeLanes::Lane;
using Piece = TimeLanes::Piece;
using Row = TimeAxisLayout::Row;

namespace {

constexpr int kRunningMs = 250;
constexpr int kKeyPixels = 10;

} // namespace

TimeAxisView::TimeAxisView(models::TimeLanes &lanes, QWidget *parent, const Clock &clock)
    : QAbstractScrollArea(parent)
    , m_lanes(lanes)
    , m_layout(lanes)
    , m_phases(lanes.model())
    , m_clock(clock)
{
    setFrameShape(QFrame::StyledPanel);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Time axis"));
    setAccessibleDescription(tr("Arrow keys move between spans and lanes; plus and minus zoom."));
    viewport()->setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the axis has no end to scroll to
    m_running.setInterval(kRunningMs);
    connect(&m_running, &QTimer::timeout, this, &TimeAxisView::refresh);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this,
        [this](int value) { m_layout.setScrolled(value); });
    connect(&lanes, &TimeLanes::lanesChanged, this, [this] {
        if (m_lanes.isEmpty()) // they are others from now on
            m_layout.unfoldAll();
        const auto &all = m_lanes.lanes();
        if (m_lane && std::find(all.begin(), all.end(), m_lane) == all.end())
            makeCurrent({}, nullptr);
        layOut();
    });
    connect(&lanes, &TimeLanes::spansChanged, this, &TimeAxisView::refresh);
    connect(&m_phases, &models::ExchangePhases::changed, viewport(), qOverload<>(&QWidget::update));
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, viewport(),
        qOverload<>(&QWidget::update));
    layOut();
}

void TimeAxisView::layOut()
{
    m_layout.setSize(viewport()->size(), fontMetrics().averageCharWidth());
    const int height = m_layout.placeRows();
    const int seen = viewport()->height() - TimeAxisLayout::rulerHeight();
    verticalScrollBar()->setRange(0, std::max(0, height - seen));
    verticalScrollBar()->setPageStep(seen);
    verticalScrollBar()->setSingleStep(TimeAxisLayout::plainHeight());
    viewport()->update();
}

void TimeAxisView::refresh()
{
    if (!isVisible())
        return;
    if (m_layout.isOutdated())
        layOut();
    follow();
    viewport()->update();
}

void TimeAxisView::follow()
{
    if (!m_fitting || m_lanes.isEmpty() || m_drag != Drag::None)
        return;
    const std::int64_t end = m_running.isActive() ? std::max(m_lanes.end(), now()) : m_lanes.end();
    m_layout.scale().fit(m_lanes.begin(), end, m_layout.axisWidth());
    Q_EMIT scaleChanged();
}

void TimeAxisView::fitAll()
{
    m_fitting = true;
    follow();
    viewport()->update();
}

void TimeAxisView::fitSelection()
{
    std::int64_t begin = m_range.begin();
    std::int64_t end = m_range.end();
    if (m_range.isEmpty()) {
        const Piece piece = currentPiece();
        if (piece.number == 0)
            return;
        begin = piece.begin;
        end = piece.until();
    }
    m_layout.scale().fit(begin, end, m_layout.axisWidth());
    userScaled();
}

void TimeAxisView::userScaled()
{
    m_fitting = false;
    Q_EMIT scaleChanged();
    viewport()->update();
}

void TimeAxisView::setOrigin(std::int64_t steadyNs)
{
    m_origin = steadyNs;
    viewport()->update();
}

void TimeAxisView::clearRange()
{
    if (m_range.isEmpty())
        return;
    m_range.clear();
    viewport()->update();
    Q_EMIT rangeChanged();
}

void TimeAxisView::setCurrent(trace::Number number)
{
    const Piece piece = m_lanes.pieceOf(number, now());
    if (piece.number != m_current)
        makeCurrent(piece, m_lanes.laneOf(number));
}

void TimeAxisView::makeCurrent(const Piece &piece, const Lane *lane)
{
    m_current = piece.number;
    m_lane = m_current == 0 ? nullptr : lane;
    describeCurrent();
    viewport()->update();
    if (m_current == 0)
        return;
    if (const Row *row = m_layout.rowOf(lane))
        showRow(*row);
    models::TimeScale &scale = m_layout.scale();
    // A part of a long span is enough.
    const bool isSeen =
        scale.xOf(piece.until()) >= 0 && scale.xOf(piece.begin) <= m_layout.axisWidth();
    if (!m_fitting && !isSeen) {
        scale.moveTo(piece.begin - std::int64_t(scale.nsPerPixel() * m_layout.axisWidth() / 3));
        Q_EMIT scaleChanged();
    }
}

Piece TimeAxisView::currentPiece() const
{
    return m_lanes.pieceOf(m_current, now(), m_lane);
}

void TimeAxisView::fold(const Lane &lane)
{
    m_layout.fold(lane);
    layOut();
}

void TimeAxisView::showRow(const Row &row)
{
    QScrollBar *bar = verticalScrollBar();
    const int seen = viewport()->height() - TimeAxisLayout::rulerHeight();
    if (row.top < bar->value())
        bar->setValue(row.top);
    else if (row.top + row.height > bar->value() + seen)
        bar->setValue(row.top + row.height - seen);
}

QRect TimeAxisView::placeOf(trace::Number number, const Lane *lane) const
{
    const Piece piece = m_lanes.pieceOf(number, now(), lane);
    const Row *row = m_layout.rowOf(lane ? lane : m_lanes.laneOf(number));
    return piece.number != 0 && row ? m_layout.rectOf(*row, piece).toAlignedRect() : QRect();
}

TimeBrush::Side TimeAxisView::sideAt(int x) const
{
    if (m_range.isEmpty())
        return TimeBrush::Side::None;
    if (std::abs(x - m_layout.xOf(m_range.begin())) <= TimeAxisLayout::kHandle)
        return TimeBrush::Side::Begin;
    if (std::abs(x - m_layout.xOf(m_range.end())) <= TimeAxisLayout::kHandle)
        return TimeBrush::Side::End;
    return TimeBrush::Side::None;
}

void TimeAxisView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const TimeAxisPainter::Scene scene{
        m_lanes, m_layout, m_phases, m_range, m_current, m_lane, m_origin, now(), font()};
    TimeAxisPainter axis(painter, scene);
    axis.paint();
    if (axis.goesOn() && !m_running.isActive())
        m_running.start();
    else if (!axis.goesOn())
        m_running.stop();
    if (hasFocus()) {
        painter.setPen(QPen(look::theme().accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
    }
}

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
    if (!turnScale(m_layout.scale(), *event, m_layout.headerWidth()))
        return QAbstractScrollArea::wheelEvent(event);
    userScaled();
    event->accept();
}

void TimeAxisView::mousePressEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = at;
    m_pressedBegin = m_layout.scale().begin();
    if (at.x() >= m_layout.headerWidth()) {
        if (const auto side = sideAt(at.x()); side != TimeBrush::Side::None) {
            m_range.take(side);
            m_drag = Drag::Range;
        } else if (at.y() < TimeAxisLayout::rulerHeight()
            || event->modifiers() & Qt::ShiftModifier) {
            m_range.start(m_layout.nsAt(at.x()));
            m_drag = Drag::Range;
        } else if (const Piece piece = m_layout.pieceAt(at, now()); piece.number != 0) {
            choose(piece.number, m_layout.rowAt(at.y())->lane);
        } else {
            m_drag = Drag::Move;
        }
    } else if (const Row *row = m_layout.rowAt(at.y()); row) {
        fold(*row->lane);
    }
    viewport()->update();
}

void TimeAxisView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (m_drag == Drag::Range) {
        m_range.drag(m_layout.nsAt(std::max(at.x(), m_layout.headerWidth())));
        viewport()->update();
    } else if (m_drag == Drag::Move) {
        m_layout.scale().moveTo(m_pressedBegin
            - std::int64_t(m_layout.scale().nsPerPixel() * (at.x() - m_pressed.x())));
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
    if (m_layout.pieceAt(event->position().toPoint(), now()).number != 0) {
        clearRange();
        fitSelection();
    }
}

void TimeAxisView::choose(trace::Number number, const Lane *lane)
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
    const std::int64_t time = m_lane ? currentPiece().begin : m_layout.scale().begin();
    const std::vector<Row> &rows = m_layout.rows();
    int at = by > 0 ? -1 : int(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (m_lane && rows[i].lane == m_lane)
            at = int(i);
    }
    for (at += by; at >= 0 && at < int(rows.size()); at += by) {
        const auto &next = *rows[std::size_t(at)].lane;
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
    const Lane *calls = m_lane->parent ? m_lane->parent : m_lane;
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
    setAccessibleDescription(chosen
            ? SpanText::describe(m_lanes, m_phases, *m_lane, piece) % QLatin1Char('\n') % keys
            : keys);
}

void TimeAxisView::moveSide(TimeBrush::Side side, int by)
{
    if (m_range.isEmpty()) {
        const Piece piece = currentPiece();
        if (piece.number == 0)
            return;
        m_range.set(piece.begin, piece.end);
    }
    const auto ns = std::int64_t(by * kKeyPixels * m_layout.scale().nsPerPixel());
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
        m_layout.scale().zoom(factor, m_layout.axisWidth() / 2.0);
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
    const Row *row = m_layout.rowAt(at.y());
    if (!row)
        return {};
    if (at.x() < m_layout.headerWidth())
        return row->lane->title;
    const Piece piece = m_layout.pieceAt(at, now());
    return piece.number == 0 ? QString() : SpanText::describe(m_lanes, m_phases, *row->lane, piece);
}

} // namespace sonde::widgets
