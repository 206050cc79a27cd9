// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/timeaxis/timeaxispainter.h"

#include "base/formatting.h"
#include "look/painting/spanpainter.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "widgets/kit/frame/widgettext.h"
#include "widgets/timeaxis/spantext.h"

#include <QPainter>

#include <optional>

namespace sonde::widgets {

using look::theme;
using models::TimeLanes;
using Kind = TimeLanes::Kind;
using Look = TimeLanes::Look;

namespace {

constexpr int kLabelApart = 100; // pixels from one labelled time to the next, about
constexpr int kIndent = 22; // of a lane below its server
constexpr int kFold = 15; // from the arrow of a lane to its name
constexpr int kLeastPhases = 8; // pixels that tell the phases of an exchange apart
constexpr int kMaxStepChars = 9; // of a label; a longer one would reach the next

// Of a time of day, so that two labels never say the same.
int timeDigits(const models::TimeScale &scale)
{
    const double step = scale.nsPerPixel() * kLabelApart;
    return step >= 1e9 ? 8 : step >= 1e6 ? 12 : 15;
}

} // namespace

TimeAxisPainter::TimeAxisPainter(QPainter &painter, const Scene &scene)
    : m_painter(painter)
    , m_scene(scene)
    , m_layout(scene.layout)
    , m_header(scene.layout.headerWidth())
    , m_ruler(TimeAxisLayout::rulerHeight())
{
}

void TimeAxisPainter::paint()
{
    m_goesOn = false;
    m_painter.fillRect(QRect(QPoint(), m_layout.size()), theme().base);
    paintLanes();
    paintRange();
    paintRuler();
}

void TimeAxisPainter::paintLanes()
{
    const int height = m_layout.size().height();
    m_painter.setFont(look::smallFont());
    for (const auto &tick :
        m_layout.scale().ticks(m_layout.axisWidth(), m_scene.lanes.begin(), kLabelApart)) {
        if (tick.labelled)
            m_painter.fillRect(QRectF(m_header + tick.x, m_ruler, 1, height), theme().altBase);
    }
    for (const Row &row : m_layout.rows()) {
        const QRect place = m_layout.placeOf(row);
        if (place.bottom() >= m_ruler && place.top() <= height)
            paintRow(row, place);
    }
    m_painter.setPen(theme().line);
    m_painter.drawLine(m_header - 1, 0, m_header - 1, height);
}

void TimeAxisPainter::paintRow(const Row &row, const QRect &place)
{
    if (row.lane->kind == Kind::Server)
        m_painter.fillRect(place, theme().altBase);
    else if (m_scene.lane && row.lane == m_scene.lane)
        m_painter.fillRect(place, theme().sel);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setClipRect(QRect(m_header, m_ruler, m_layout.axisWidth(), m_layout.size().height()));
    look::SpanPainter spans(m_painter);
    m_painter.setFont(look::smallFont());
    if (row.lane->kind != Kind::Server)
        paintSpans(spans, row);
    m_painter.setClipping(false);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    paintHeader(row, place);
    m_painter.setPen(theme().line);
    m_painter.drawLine(place.bottomLeft(), place.bottomRight());
}

void TimeAxisPainter::paintHeader(const Row &row, const QRect &place)
{
    const int gap = look::metrics().gap;
    QRect text = place;
    text.setRight(m_header - gap);
    text.setLeft(gap);
    const bool server = row.lane->kind == Kind::Server;
    const int indent = server ? kIndent - gap : row.lane->parent ? 2 * kIndent : kIndent;
    paintFold(row, place, server ? gap : kIndent - kFold);
    text.setLeft(text.left() + indent);
    m_painter.setFont(look::smallFont());
    const QString detail =
        server || row.lane->count() < 2 ? QString() : countText(row.lane->count());
    const int detailWidth = m_painter.fontMetrics().horizontalAdvance(detail);
    m_painter.setFont(server ? look::boldFont() : m_scene.font);
    const int room = text.width() - (detail.isEmpty() ? 0 : detailWidth + gap);
    m_painter.setPen(theme().text);
    m_painter.drawText(text, Qt::AlignVCenter | Qt::TextSingleLine,
        m_painter.fontMetrics().elidedText(row.lane->title, Qt::ElideRight, room));
    m_painter.setFont(look::smallFont());
    m_painter.setPen(theme().muted);
    m_painter.drawText(text, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, detail);
}

// The arrow of what can be folded; the line from a call to what belongs to it.
void TimeAxisPainter::paintFold(const Row &row, const QRect &place, int left)
{
    const QPointF middle(left + 5, place.center().y() + 0.5);
    if (row.lane->parent) {
        m_painter.setPen(theme().line);
        m_painter.drawLine(QPointF(middle.x(), place.top()), middle);
        m_painter.drawLine(middle, QPointF(2 * kIndent + 4, middle.y()));
        return;
    }
    if (row.lane->kind != Kind::Server && !row.lane->hasChildren)
        return;
    const bool closed = m_layout.isFolded(*row.lane);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen(theme().muted, 1.3));
    const QPointF points[] = {closed ? QPointF(-2, -4) : QPointF(-4, -2),
        closed ? QPointF(2, 0) : QPointF(0, 2), closed ? QPointF(-2, 4) : QPointF(4, -2)};
    m_painter.drawPolyline(QPolygonF({middle + points[0], middle + points[1], middle + points[2]}));
    m_painter.setRenderHint(QPainter::Antialiasing, false);
}

void TimeAxisPainter::paintSpans(look::SpanPainter &spans, const Row &row)
{
    // One behind: how much room a text has is known when the next span is.
    std::optional<Piece> before;
    const bool onlyRow = row.lane->rowCount == 1;
    const int width = m_layout.size().width();
    const auto grain = std::int64_t(m_layout.scale().nsPerPixel() * look::SpanPainter::kLeastWidth);
    m_scene.lanes.visit(*row.lane, m_layout.nsAt(m_header), m_layout.nsAt(width), grain,
        m_scene.now, [&](const Piece &piece) {
            m_goesOn = m_goesOn || (piece.open && m_scene.lanes.isRunning());
            if (before)
                paintSpan(spans, row, *before, onlyRow ? m_layout.xOf(piece.begin) : 0);
            before = piece;
        });
    if (before)
        paintSpan(spans, row, *before, width);
}

void TimeAxisPainter::paintSpan(
    look::SpanPainter &spans, const Row &row, const Piece &piece, double next)
{
    QRectF rect = m_layout.rectOf(row, piece);
    if (piece.look == Look::Mark) {
        const QColor color = row.lane->kind == Kind::Stray ? theme().error
            : row.lane->kind == Kind::Notifications
            ? theme().color(models::signColorRole(piece.sign))
            : theme().muted;
        spans.mark(rect, m_layout.xOf(piece.begin), piece, color);
        return;
    }
    const bool chosen =
        piece.number == m_scene.current && piece.count == 1 && row.lane == m_scene.lane;
    if (paintPhases(spans, rect, piece, chosen))
        return;
    if (piece.waited > piece.end)
        paintWaited(spans, row, piece);
    const double end = piece.waited == 0 ? next : m_layout.xOf(piece.end);
    const QString text = row.lane->rowCount == 1 ? SpanText::label(piece) : QString();
    if (piece.held == 0) {
        spans.span(rect, piece, text, end, chosen);
    } else {
        const Piece rest = paintHeld(spans, row, piece, chosen);
        rect = m_layout.rectOf(row, rest);
        spans.span(rect, rest, text, end, chosen);
    }
    if (piece.late != 0)
        spans.late(
            m_layout.xOf(piece.end), m_layout.xOf(piece.late), rect, Text::tr("late response"));
}

// From a response that asks for input to the request that brought it.
void TimeAxisPainter::paintWaited(look::SpanPainter &spans, const Row &row, const Piece &piece)
{
    Piece waited;
    waited.number = piece.number;
    waited.row = piece.row;
    waited.begin = piece.end;
    waited.end = piece.waited;
    waited.look = Look::Waiting;
    const QString text = row.lane->rowCount == 1
        ? Text::tr("input, %1")
              .arg(durationText(std::chrono::nanoseconds(waited.end - waited.begin)))
        : QString();
    spans.span(m_layout.rectOf(row, waited), waited, text, 0);
}

// What a breakpoint held, in front of the rest, which it returns: all of a call that is held.
TimeAxisPainter::Piece TimeAxisPainter::paintHeld(
    look::SpanPainter &spans, const Row &row, const Piece &piece, bool chosen)
{
    Piece rest = piece;
    if (piece.held == piece.end) {
        rest.look = Look::Waiting;
        return rest;
    }
    Piece held;
    held.number = piece.number;
    held.row = piece.row;
    held.begin = piece.begin;
    held.end = piece.held;
    held.look = Look::Waiting;
    const QString text = row.lane->rowCount == 1 ? SpanText::heldLabel(piece) : QString();
    const QRectF rect = m_layout.rectOf(row, held);
    spans.span(rect, held, text, rect.right(), chosen);
    rest.begin = piece.held;
    return rest;
}

bool TimeAxisPainter::paintPhases(
    look::SpanPainter &spans, const QRectF &rect, const Piece &piece, bool chosen)
{
    if (piece.look != Look::Exchange || piece.count > 1 || rect.width() < kLeastPhases)
        return false;
    const auto phases = m_scene.phases.of(piece.number);
    if (!phases || (!piece.open && phases->sent == 0 && phases->firstByte == 0))
        return false;
    std::vector<look::SpanPainter::Part> parts;
    if (phases->sent != 0)
        parts.push_back({m_layout.xOf(phases->sent), Look::Exchange});
    if (phases->firstByte != 0)
        parts.push_back({m_layout.xOf(phases->firstByte), Look::Waiting});
    parts.push_back({m_layout.xOf(piece.end), phases->firstByte == 0 ? Look::Waiting : Look::Body});
    std::vector<double> arrivals;
    for (const std::int64_t at : phases->arrivals)
        arrivals.push_back(m_layout.xOf(at));
    spans.parts(rect, parts, arrivals, chosen, piece.open);
    return true;
}

void TimeAxisPainter::paintRange()
{
    const TimeBrush &range = m_scene.range;
    if (range.isEmpty())
        return;
    const int height = m_layout.size().height();
    const double left = std::max(m_layout.xOf(range.begin()), double(m_header));
    const double right = std::min(m_layout.xOf(range.end()), double(m_layout.size().width()));
    if (right < left)
        return;
    const QRectF body(left, m_ruler, right - left, height - m_ruler);
    QColor tint = theme().accent;
    tint.setAlphaF(0.12F);
    m_painter.fillRect(body, tint);
    m_painter.setPen(theme().accent);
    m_painter.drawLine(QPointF(left, 0), QPointF(left, height));
    m_painter.drawLine(QPointF(right, 0), QPointF(right, height));
}

void TimeAxisPainter::paintRuler()
{
    const QRect ruler(0, 0, m_layout.size().width(), m_ruler);
    m_painter.fillRect(ruler, theme().header);
    m_painter.setPen(theme().line);
    m_painter.drawLine(ruler.bottomLeft(), ruler.bottomRight());
    m_painter.setFont(m_scene.font);
    m_painter.setPen(theme().text);
    m_painter.drawText(
        ruler.adjusted(look::metrics().gap, 0, 0, 0), Qt::AlignVCenter, Text::tr("Lanes"));
    m_painter.drawLine(m_header - 1, 0, m_header - 1, m_ruler);
    m_painter.setFont(look::smallFont());
    m_painter.setClipRect(ruler.adjusted(m_header, 0, 0, 0));
    paintTicks(ruler);
    if (!m_scene.range.isEmpty())
        paintRangeChip(ruler);
    m_painter.setClipping(false);
}

void TimeAxisPainter::paintTicks(const QRect &ruler)
{
    const std::int64_t origin = m_scene.origin == 0 ? m_scene.lanes.begin() : m_scene.origin;
    const models::TimeScale &scale = m_layout.scale();
    // Long after the origin the labels would reach each other: then all are fractions of a second.
    const std::int64_t last = scale.nsAt(m_layout.axisWidth());
    const bool isFar = m_scene.origin == 0
        && models::TimeScale::stepText(last - origin, scale.step(kLabelApart)).size()
            > kMaxStepChars;
    for (const auto &tick : m_layout.scale().ticks(m_layout.axisWidth(), origin, kLabelApart)) {
        const double x = m_header + tick.x;
        const int height = tick.labelled ? ruler.height() / 2 : ruler.height() / 5;
        m_painter.fillRect(QRectF(x, ruler.bottom() - height, 1, height), theme().muted);
        if (!tick.labelled || m_scene.lanes.isEmpty())
            continue;
        const QString label = tickText(tick, origin, isFar);
        if (x + 4 + m_painter.fontMetrics().horizontalAdvance(label) < ruler.right())
            m_painter.drawText(
                QRectF(x + 4, 0, 2 * kLabelApart, ruler.height()), Qt::AlignVCenter, label);
    }
}

QString TimeAxisPainter::tickText(
    const models::TimeScale::Tick &tick, std::int64_t origin, bool isFar) const
{
    const models::TimeScale &scale = m_layout.scale();
    const std::int64_t wall = m_scene.lanes.wallOf(tick.ns);
    if (tick.absolute && m_scene.origin == 0)
        return timeText(wall).left(timeDigits(scale));
    return isFar ? scale.fractionText(wall, kLabelApart)
                 : models::TimeScale::stepText(tick.ns - origin, scale.step(kLabelApart));
}

void TimeAxisPainter::paintRangeChip(const QRect &ruler)
{
    const TimeBrush &range = m_scene.range;
    const double begin = m_layout.xOf(range.begin());
    const QRectF chip(begin, 1, m_layout.xOf(range.end()) - begin, ruler.height() - 2);
    m_painter.fillRect(chip, theme().sel);
    m_painter.setPen(theme().text);
    constexpr int kHandle = TimeAxisLayout::kHandle;
    const QString text = durationText(std::chrono::nanoseconds(range.end() - range.begin()));
    if (m_painter.fontMetrics().horizontalAdvance(text) + 2 * kHandle < chip.width())
        m_painter.drawText(chip, Qt::AlignCenter, text);
    for (const double x : {chip.left(), chip.right()}) {
        const QRectF handle(x - kHandle / 2.0, 4, kHandle, ruler.height() - 9);
        m_painter.fillRect(handle, theme().raised);
        m_painter.setPen(theme().accent);
        m_painter.drawRect(handle);
    }
}

} // namespace sonde::widgets
