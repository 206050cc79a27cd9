// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/timestrip.h"

#include "base/formatting.h"
#include "look/painting/spanpainter.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "models/trace/tracetext.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <cmath>
#include <utility>

namespace sonde::widgets {

using look::SpanPainter;
using look::theme;
using models::TimeLanes;
using Kind = TimeLanes::Kind;
using Look = TimeLanes::Look;
using Piece = TimeLanes::Piece;

namespace {

constexpr int kBar = 8; // height of a row
constexpr int kLabelApart = 150;
constexpr int kRunningMs = 250;
constexpr int kHandle = 6;
constexpr int kKeyPixels = 10;

} // namespace

TimeStrip::TimeStrip(TimeLanes &lanes, QWidget *parent, const Clock &clock)
    : QWidget(parent)
    , m_lanes(lanes)
    , m_clock(clock)
{
    setAccessibleName(tr("Time strip"));
    tellRange();
    connect(this, &TimeStrip::rangeChanged, this, &TimeStrip::tellRange);
    setToolTip(tr("Drag to show only the messages in a time range"));
    setFocusPolicy(Qt::TabFocus);
    setFixedHeight(TimeStrip::sizeHint().height());
    m_running.setInterval(kRunningMs);
    connect(&m_running, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    connect(&lanes, &TimeLanes::spansChanged, this, qOverload<>(&QWidget::update));
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        qOverload<>(&QWidget::update));
}

// To a screen reader, which does not see the handles.
void TimeStrip::tellRange()
{
    const QString keys = tr("Arrow keys move the end of the marked range, Ctrl+arrow keys its "
                            "beginning; Escape clears it.");
    const auto timeOf = [this](std::int64_t ns) { return timeText(m_lanes.wallOf(ns)); };
    const QString marked = m_range.isEmpty()
        ? QString()
        : tr("Marked: %1 to %2").arg(timeOf(m_range.begin()), timeOf(m_range.end())) + u'\n';
    setAccessibleDescription(QString(marked + keys));
}

QSize TimeStrip::sizeHint() const
{
    const int text = QFontMetrics(look::smallFont()).height();
    return {400, 4 + (RowCount * (kBar + 1)) + text};
}

void TimeStrip::fit()
{
    if (m_dragging) // what is marked must not move away
        return;
    const std::int64_t end = m_open ? std::max(m_lanes.end(), now()) : m_lanes.end();
    m_scale.fit(m_lanes.begin(), end, width());
}

QRectF TimeStrip::rowRect(Row row) const
{
    return {0, 3.0 + (row * (kBar + 1)), double(width()), double(kBar)};
}

void TimeStrip::paintEvent(QPaintEvent *)
{
    fit();
    QPainter painter(this);
    painter.fillRect(rect(), theme().base);
    m_open = false;
    if (!m_lanes.isEmpty()) {
        paintTicks(painter);
        for (const TimeLanes::Lane *lane : m_lanes.lanes())
            paintLane(painter, *lane);
        paintRange(painter);
    }
    painter.setPen(theme().line);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    if (hasFocus()) {
        painter.setPen(QPen(theme().accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
    if (m_open && !m_running.isActive())
        m_running.start();
    else if (!m_open)
        m_running.stop();
}

void TimeStrip::paintTicks(QPainter &painter)
{
    painter.setFont(look::smallFont());
    const int text = painter.fontMetrics().height();
    for (const auto &tick : m_scale.ticks(width(), m_lanes.begin(), kLabelApart)) {
        if (!tick.labelled)
            continue;
        painter.fillRect(QRectF(tick.x, 1, 1, height() - 2), theme().line);
        painter.setPen(theme().muted);
        const std::int64_t since = tick.ns - m_lanes.begin();
        const QString label = since == 0
            ? timeText(m_lanes.wallOf(tick.ns)).left(8)
            : models::TimeScale::stepText(since, m_scale.step(kLabelApart));
        const QRectF place(tick.x + 3, height() - text, kLabelApart, text);
        if (place.left() + painter.fontMetrics().horizontalAdvance(label) < width() - 1)
            painter.drawText(place, Qt::AlignVCenter, label);
    }
}

void TimeStrip::paintLane(QPainter &painter, const TimeLanes::Lane &lane)
{
    if (lane.kind == Kind::Server || lane.kind == Kind::Rounds) // the calls are their rounds
        return;
    const auto grain = std::int64_t(m_scale.nsPerPixel() * SpanPainter::kLeastWidth);
    // One that is open as long as the connection would hide all calls.
    const bool listens = lane.title == u"subscriptions/listen";
    m_lanes.visit(
        lane, m_scale.begin(), m_scale.nsAt(width()), grain, now(), [&](const Piece &piece) {
            m_open = m_open || (piece.open && m_lanes.isRunning());
            const bool call = lane.kind == Kind::Calls && piece.look != Look::Waiting && !listens;
            const Row row = piece.look == Look::Mark ? MarkRow : call ? CallRow : OtherRow;
            const QRectF place = rowRect(row);
            const double x = m_scale.xOf(piece.begin);
            if (piece.look == Look::Mark) {
                painter.fillRect(QRectF(x, place.top() + 1, 1, place.height() - 2),
                    lane.kind == Kind::Stray ? theme().error : theme().received);
                return;
            }
            const double wide = std::max(m_scale.xOf(piece.end) - x, 2.0);
            const bool wrong = piece.look == Look::Error;
            painter.fillRect(QRectF(x, place.top(), wide, place.height()),
                wide > 3 ? SpanPainter::fill(piece.look) : SpanPainter::edge(piece.look));
            if (piece.held != 0) // by a breakpoint
                painter.fillRect(
                    QRectF(x, place.top(), m_scale.xOf(piece.held) - x, place.height()),
                    SpanPainter::fill(Look::Waiting));
            if (wrong) // by its shape, too
                painter.fillRect(QRectF(x, place.top(), wide, 2), theme().error);
        });
}

void TimeStrip::paintRange(QPainter &painter)
{
    if (m_range.isEmpty())
        return;
    const double left = m_scale.xOf(m_range.begin());
    const double right = m_scale.xOf(m_range.end());
    QColor tint = theme().accent;
    tint.setAlphaF(0.12F);
    painter.fillRect(QRectF(left, 1, right - left, height() - 2), tint);
    for (const double x : {left, right}) {
        painter.fillRect(QRectF(x, 1, 1, height() - 2), theme().accent);
        const QRectF handle(x - kHandle / 2.0, height() / 2.0 - 7, kHandle, 14);
        painter.fillRect(handle, theme().raised);
        painter.setPen(theme().accent);
        painter.drawRect(handle);
    }
}

trace::Number TimeStrip::nearest(int x) const
{
    const std::int64_t at = m_scale.nsAt(x);
    trace::Number found = 0;
    std::int64_t least = 0;
    for (const TimeLanes::Lane *lane : m_lanes.lanes()) {
        if (lane->kind == Kind::Server)
            continue;
        const Piece piece = m_lanes.pieceOf(m_lanes.nearest(*lane, at), now());
        const std::int64_t away = std::max({piece.begin - at, at - piece.end, std::int64_t(0)});
        if (piece.number != 0 && (found == 0 || away < least)) {
            found = piece.number;
            least = away;
        }
    }
    return found;
}

void TimeStrip::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || m_lanes.isEmpty())
        return;
    const int x = event->position().toPoint().x();
    m_pressed = x;
    m_dragging = true;
    if (!m_range.isEmpty() && std::abs(m_scale.xOf(m_range.begin()) - x) <= kHandle)
        m_range.take(TimeBrush::Side::Begin);
    else if (!m_range.isEmpty() && std::abs(m_scale.xOf(m_range.end()) - x) <= kHandle)
        m_range.take(TimeBrush::Side::End);
    else
        m_range.start(m_scale.nsAt(x));
}

void TimeStrip::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_dragging)
        return;
    m_range.drag(m_scale.nsAt(event->position().x()));
    update();
}

void TimeStrip::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !std::exchange(m_dragging, false))
        return;
    const int x = event->position().toPoint().x();
    if (std::abs(x - m_pressed) < QApplication::startDragDistance() && m_range.isEmpty()) {
        if (const trace::Number number = nearest(x))
            Q_EMIT numberSelected(number);
    }
    update();
    Q_EMIT rangeChanged();
}

void TimeStrip::clearRange()
{
    if (m_range.isEmpty())
        return;
    m_range.clear();
    update();
    Q_EMIT rangeChanged();
}

void TimeStrip::keyPressEvent(QKeyEvent *event)
{
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (event->key() == Qt::Key_Escape && !m_range.isEmpty())
        return clearRange();
    if (by == 0 || m_lanes.isEmpty())
        return QWidget::keyPressEvent(event);
    const bool first = event->modifiers() & Qt::ControlModifier;
    if (m_range.isEmpty())
        m_range.set(m_lanes.begin(), m_lanes.end());
    const std::int64_t from = first ? m_range.begin() : m_range.end();
    m_range.take(first ? TimeBrush::Side::Begin : TimeBrush::Side::End);
    m_range.drag(from + std::int64_t(by * kKeyPixels * m_scale.nsPerPixel()));
    update();
    Q_EMIT rangeChanged();
}

} // namespace sonde::widgets
