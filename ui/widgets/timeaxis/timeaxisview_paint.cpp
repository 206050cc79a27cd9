// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How the time axis looks.

#include "widgets/timeaxis/timeaxisview.h"

#include "base/formatting.h"
#include "look/metrics.h"
#include "look/spanpainter.h"
#include "look/theme.h"
#include "models/trace/tracetext.h"

#include <QPainter>
#include <QScrollBar>

#include <optional>

namespace sonde::widgets {

using look::theme;
using models::TimeLanes;
using Kind = TimeLanes::Kind;
using Lane = TimeLanes::Lane;
using Look = TimeLanes::Look;
using Piece = TimeLanes::Piece;

namespace {

constexpr int kLabelApart = 100; // pixels from one labelled time to the next, about
constexpr int kIndent = 22; // of a lane below its server
constexpr int kFold = 15; // from the arrow of a lane to its name
constexpr int kLeastPhases =
    8; // pixels; in fewer the phases of an exchange are not distinguishable

constexpr int kMaxStepChars = 9; // of a label; a longer one would reach the next

// Of a time of day, so that two labels never say the same.
int timeDigits(const models::TimeScale &scale)
{
    const double step = scale.nsPerPixel() * kLabelApart;
    return step >= 1e9 ? 8 : step >= 1e6 ? 12 : 15;
}

} // namespace

void TimeAxisView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme().base);
    m_open = false;
    paintLanes(painter);
    paintRange(painter);
    paintRuler(painter);
    if (m_open && !m_running.isActive())
        m_running.start();
    else if (!m_open)
        m_running.stop();
    if (hasFocus()) {
        painter.setPen(QPen(theme().accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
    }
}

void TimeAxisView::paintLanes(QPainter &painter)
{
    const int scrolled = verticalScrollBar()->value();
    painter.setFont(look::smallFont());
    for (const auto &tick : m_scale.ticks(axisWidth(), m_lanes.begin(), kLabelApart)) {
        if (tick.labelled) {
            painter.fillRect(QRectF(headerWidth() + tick.x, rulerHeight(), 1, viewport()->height()),
                theme().altBase);
        }
    }
    for (const Row &row : m_rows) {
        const QRect place(0, rulerHeight() + row.top - scrolled, viewport()->width(), row.height);
        if (place.bottom() < rulerHeight() || place.top() > viewport()->height())
            continue;
        if (row.lane->kind == Kind::Server)
            painter.fillRect(place, theme().altBase);
        else if (m_lane && row.lane == m_lane)
            painter.fillRect(place, theme().sel);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setClipRect(QRect(headerWidth(), rulerHeight(), axisWidth(), viewport()->height()));
        look::SpanPainter spans(painter);
        painter.setFont(look::smallFont());
        if (row.lane->kind != Kind::Server)
            paintSpans(spans, row);
        painter.setClipping(false);
        painter.setRenderHint(QPainter::Antialiasing, false);
        paintHeader(painter, row, place);
        painter.setPen(theme().line);
        painter.drawLine(place.bottomLeft(), place.bottomRight());
    }
    painter.setPen(theme().line);
    painter.drawLine(headerWidth() - 1, 0, headerWidth() - 1, viewport()->height());
}

void TimeAxisView::paintHeader(QPainter &painter, const Row &row, const QRect &place)
{
    const int gap = look::metrics().gap;
    QRect text = place;
    text.setRight(headerWidth() - gap);
    text.setLeft(gap);
    const bool server = row.lane->kind == Kind::Server;
    const int indent = server ? kIndent - gap : row.lane->parent ? 2 * kIndent : kIndent;
    paintFold(painter, row, place, server ? gap : kIndent - kFold);
    text.setLeft(text.left() + indent);
    painter.setFont(look::smallFont());
    const QString detail = headerDetail(*row.lane);
    const int detailWidth = painter.fontMetrics().horizontalAdvance(detail);
    painter.setFont(server ? look::boldFont() : font());
    const int room = text.width() - (detail.isEmpty() ? 0 : detailWidth + gap);
    painter.setPen(theme().text);
    painter.drawText(text, Qt::AlignVCenter | Qt::TextSingleLine,
        painter.fontMetrics().elidedText(row.lane->title, Qt::ElideRight, room));
    painter.setFont(look::smallFont());
    painter.setPen(theme().muted);
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, detail);
}

// The arrow of what can be folded; the line from a call to what belongs to it.
void TimeAxisView::paintFold(QPainter &painter, const Row &row, const QRect &place, int left)
{
    const QPointF middle(left + 5, place.center().y() + 0.5);
    if (row.lane->parent) {
        painter.setPen(theme().line);
        painter.drawLine(QPointF(middle.x(), place.top()), middle);
        painter.drawLine(middle, QPointF(2 * kIndent + 4, middle.y()));
        return;
    }
    if (row.lane->kind != Kind::Server && !row.lane->hasChildren)
        return;
    const bool closed = isFolded(*row.lane);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().muted, 1.3));
    const QPointF points[] = {closed ? QPointF(-2, -4) : QPointF(-4, -2),
        closed ? QPointF(2, 0) : QPointF(0, 2), closed ? QPointF(-2, 4) : QPointF(4, -2)};
    painter.drawPolyline(QPolygonF({middle + points[0], middle + points[1], middle + points[2]}));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

QString TimeAxisView::headerDetail(const Lane &lane) const
{
    if (lane.kind == Kind::Server)
        return {};
    if (lane.count() > 1)
        return countText(lane.count());
    return {};
}

QString TimeAxisView::spanText(const Piece &piece) const
{
    if (piece.count > 1)
        return countText(piece.count);
    const QString word = models::signWord(piece.sign);
    const QString time = piece.open
        ? elapsedText(std::chrono::nanoseconds(piece.end - piece.begin))
        : durationText(std::chrono::nanoseconds(piece.end - piece.begin));
    return piece.sign == models::Sign::Ok || word.isEmpty() ? time
                                                            : word % QStringLiteral(" · ") % time;
}

void TimeAxisView::paintSpans(look::SpanPainter &spans, const Row &row)
{
    // One behind: how much room a text has is known when the next span is.
    std::optional<Piece> before;
    const bool onlyRow = row.lane->rowCount == 1;
    const auto draw = [&](const Piece &piece, double next) {
        const QRectF rect = rectOf(row, piece);
        if (piece.look == Look::Mark) {
            const QColor color = row.lane->kind == Kind::Stray ? theme().error
                : row.lane->kind == Kind::Notifications
                ? theme().color(models::signColorRole(piece.sign))
                : theme().muted;
            spans.mark(rect, xOf(piece.begin), piece, color);
            return;
        }
        const bool chosen = piece.number == m_current && piece.count == 1 && row.lane == m_lane;
        if (paintPhases(spans, rect, piece, chosen))
            return;
        if (piece.waited > piece.end)
            paintWaited(spans, row, piece);
        const double end = piece.waited == 0 ? next : xOf(piece.end);
        spans.span(rect, piece, onlyRow ? spanText(piece) : QString(), end, chosen);
        if (piece.late != 0)
            spans.late(xOf(piece.end), xOf(piece.late), rect, tr("late response"));
    };
    const auto grain = std::int64_t(m_scale.nsPerPixel() * look::SpanPainter::kLeastWidth);
    m_lanes.visit(*row.lane, nsAt(headerWidth()), nsAt(viewport()->width()), grain, now(),
        [&](const Piece &piece) {
            m_open = m_open || (piece.open && m_lanes.isRunning());
            if (before)
                draw(*before, onlyRow ? xOf(piece.begin) : 0);
            before = piece;
        });
    if (before)
        draw(*before, viewport()->width());
}

// From an answer that asks for input to the request that brought it.
void TimeAxisView::paintWaited(look::SpanPainter &spans, const Row &row, const Piece &piece)
{
    Piece waited;
    waited.number = piece.number;
    waited.row = piece.row;
    waited.begin = piece.end;
    waited.end = piece.waited;
    waited.look = Look::Waiting;
    const QString text = row.lane->rowCount == 1
        ? tr("input, %1").arg(durationText(std::chrono::nanoseconds(waited.end - waited.begin)))
        : QString();
    spans.span(rectOf(row, waited), waited, text, 0);
}

bool TimeAxisView::paintPhases(
    look::SpanPainter &spans, const QRectF &rect, const Piece &piece, bool chosen)
{
    if (piece.look != Look::Exchange || piece.count > 1 || rect.width() < kLeastPhases)
        return false;
    const auto phases = m_phases.of(piece.number);
    if (!phases || (!piece.open && phases->sent == 0 && phases->firstByte == 0))
        return false;
    std::vector<look::SpanPainter::Part> parts;
    if (phases->sent != 0)
        parts.push_back({xOf(phases->sent), Look::Exchange});
    if (phases->firstByte != 0)
        parts.push_back({xOf(phases->firstByte), Look::Waiting});
    parts.push_back({xOf(piece.end), phases->firstByte == 0 ? Look::Waiting : Look::Body});
    std::vector<double> arrivals;
    for (const std::int64_t at : phases->arrivals)
        arrivals.push_back(xOf(at));
    spans.parts(rect, parts, arrivals, chosen, piece.open);
    return true;
}

void TimeAxisView::paintRange(QPainter &painter)
{
    if (m_range.isEmpty())
        return;
    const double left = std::max(xOf(m_range.begin()), double(headerWidth()));
    const double right = std::min(xOf(m_range.end()), double(viewport()->width()));
    if (right < left)
        return;
    const QRectF body(left, rulerHeight(), right - left, viewport()->height() - rulerHeight());
    QColor tint = theme().accent;
    tint.setAlphaF(0.12F);
    painter.fillRect(body, tint);
    painter.setPen(theme().accent);
    painter.drawLine(QPointF(left, 0), QPointF(left, viewport()->height()));
    painter.drawLine(QPointF(right, 0), QPointF(right, viewport()->height()));
}

void TimeAxisView::paintRuler(QPainter &painter)
{
    const QRect ruler(0, 0, viewport()->width(), rulerHeight());
    painter.fillRect(ruler, theme().header);
    painter.setPen(theme().line);
    painter.drawLine(ruler.bottomLeft(), ruler.bottomRight());
    painter.setFont(font());
    painter.setPen(theme().text);
    painter.drawText(ruler.adjusted(look::metrics().gap, 0, 0, 0), Qt::AlignVCenter, tr("Lanes"));
    painter.drawLine(headerWidth() - 1, 0, headerWidth() - 1, rulerHeight());
    painter.setFont(look::smallFont());
    painter.setClipRect(ruler.adjusted(headerWidth(), 0, 0, 0));
    const std::int64_t origin = m_origin == 0 ? m_lanes.begin() : m_origin;
    for (const auto &tick : m_scale.ticks(axisWidth(), origin, kLabelApart)) {
        const double x = headerWidth() + tick.x;
        const int height = tick.labelled ? ruler.height() / 2 : ruler.height() / 5;
        painter.fillRect(QRectF(x, ruler.bottom() - height, 1, height), theme().muted);
        if (!tick.labelled || m_lanes.isEmpty())
            continue;
        const std::int64_t wall = m_lanes.wallOf(tick.ns);
        QString text = models::TimeScale::stepText(tick.ns - origin);
        if (tick.absolute && m_origin == 0)
            text = timeText(wall).left(timeDigits(m_scale));
        else if (text.size() > kMaxStepChars && m_origin == 0)
            text = m_scale.fractionText(wall, kLabelApart);
        painter.drawText(QRectF(x + 4, 0, 2 * kLabelApart, ruler.height()), Qt::AlignVCenter, text);
    }
    if (!m_range.isEmpty()) {
        const QRectF chip(
            xOf(m_range.begin()), 1, xOf(m_range.end()) - xOf(m_range.begin()), ruler.height() - 2);
        painter.fillRect(chip, theme().sel);
        painter.setPen(theme().text);
        const QString text =
            durationText(std::chrono::nanoseconds(m_range.end() - m_range.begin()));
        if (painter.fontMetrics().horizontalAdvance(text) + 2 * kHandle < chip.width())
            painter.drawText(chip, Qt::AlignCenter, text);
        for (const double x : {chip.left(), chip.right()}) {
            const QRectF handle(x - kHandle / 2.0, 4, kHandle, ruler.height() - 9);
            painter.fillRect(handle, theme().raised);
            painter.setPen(theme().accent);
            painter.drawRect(handle);
        }
    }
    painter.setClipping(false);
}

} // namespace sonde::widgets
