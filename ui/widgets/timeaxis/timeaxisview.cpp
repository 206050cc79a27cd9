// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/timeaxis/timeaxisview.h"

#include "look/metrics.h"
#include "look/theme.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace sonde::widgets {

using look::metrics;
using models::TimeLanes;
using Kind = TimeLanes::Kind;
using Lane = TimeLanes::Lane;
using Piece = TimeLanes::Piece;

namespace {

constexpr int kHeaderChars = 42;
constexpr int kLeastAxis = 200; // pixels that the lanes' names leave to the axis
constexpr int kRunningMs = 250;
constexpr int kNear = 3; // pixels beside a span that are its own as well

} // namespace

TimeAxisView::TimeAxisView(models::TimeLanes &lanes, QWidget *parent, const Clock &clock)
    : QAbstractScrollArea(parent)
    , m_lanes(lanes)
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
    connect(&lanes, &TimeLanes::lanesChanged, this, [this] {
        if (m_lanes.isEmpty()) // they are others from now on
            m_folded.clear();
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

int TimeAxisView::headerWidth() const
{
    const int wanted = fontMetrics().averageCharWidth() * kHeaderChars;
    return std::clamp(viewport()->width() - kLeastAxis, 0, wanted);
}

int TimeAxisView::rulerHeight() const
{
    return metrics().control + 2;
}

void TimeAxisView::layOut()
{
    const int plain = metrics().row + 5;
    m_rows.clear();
    int top = 0;
    for (const Lane *lane : m_lanes.lanes()) {
        if (lane->kind != Kind::Server && m_closed.contains(lane->server))
            continue;
        if (lane->parent && m_folded.contains(lane->parent))
            continue;
        const int height = std::max(plain, 8 + (lane->rowCount * (plain - 10)));
        m_rows.push_back({lane, top, lane->kind == Kind::Server ? plain : height});
        top += m_rows.back().height;
    }
    const int seen = viewport()->height() - rulerHeight();
    verticalScrollBar()->setRange(0, std::max(0, top - seen));
    verticalScrollBar()->setPageStep(seen);
    verticalScrollBar()->setSingleStep(plain);
    viewport()->update();
}

void TimeAxisView::refresh()
{
    if (!isVisible())
        return;
    const int plain = metrics().row + 5;
    const bool grown = std::any_of(m_rows.begin(), m_rows.end(), [&](const Row &row) {
        return row.lane->kind != Kind::Server
            && row.height != std::max(plain, 8 + (row.lane->rowCount * (plain - 10)));
    });
    if (grown)
        layOut();
    follow();
    viewport()->update();
}

void TimeAxisView::follow()
{
    if (!m_fitting || m_lanes.isEmpty() || m_drag != Drag::None)
        return;
    const std::int64_t end = m_running.isActive() ? std::max(m_lanes.end(), now()) : m_lanes.end();
    m_scale.fit(m_lanes.begin(), end, axisWidth());
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
    m_scale.fit(begin, end, axisWidth());
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
    for (const Row &row : m_rows) {
        if (row.lane == lane)
            showRow(row);
    }
    const double x = m_scale.xOf(piece.begin);
    if (!m_fitting && (x < 0 || x > axisWidth())) {
        m_scale.moveTo(piece.begin - std::int64_t(m_scale.nsPerPixel() * axisWidth() / 3));
        Q_EMIT scaleChanged();
    }
}

Piece TimeAxisView::currentPiece() const
{
    return m_lanes.pieceOf(m_current, now(), m_lane);
}

bool TimeAxisView::isFolded(const Lane &lane) const
{
    return lane.kind == Kind::Server ? m_closed.contains(lane.server) : m_folded.contains(&lane);
}

void TimeAxisView::fold(const Lane &lane)
{
    if (lane.kind == Kind::Server) {
        if (!m_closed.remove(lane.server))
            m_closed.insert(lane.server);
    } else if (lane.hasChildren && !m_folded.remove(&lane)) {
        m_folded.insert(&lane);
    }
    layOut();
}

void TimeAxisView::showRow(const Row &row)
{
    QScrollBar *bar = verticalScrollBar();
    const int seen = viewport()->height() - rulerHeight();
    if (row.top < bar->value())
        bar->setValue(row.top);
    else if (row.top + row.height > bar->value() + seen)
        bar->setValue(row.top + row.height - seen);
}

const TimeAxisView::Row *TimeAxisView::rowAt(int y) const
{
    const int at = y - rulerHeight() + verticalScrollBar()->value();
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
        [at](const Row &row) { return at >= row.top && at < row.top + row.height; });
    return y < rulerHeight() || found == m_rows.end() ? nullptr : &*found;
}

QRectF TimeAxisView::rectOf(const Row &row, const Piece &piece) const
{
    const double top = rulerHeight() + row.top - verticalScrollBar()->value();
    const double each = (row.height - 8.0) / row.lane->rowCount;
    const double gap = row.lane->rowCount == 1 ? 1 : 0.5;
    // What lies outside is cut: painters do not like a million pixels.
    const double left = std::max(xOf(piece.begin), -10.0 + headerWidth());
    const double right = std::min(xOf(piece.end), viewport()->width() + 10.0);
    const QRectF rect(
        left, top + 4 + piece.row * each + gap, std::max(right - left, 0.0), each - 2 * gap);
    if (row.lane->rowCount == 1 && row.lane->kind == Kind::Exchanges)
        return rect.adjusted(0, 3, 0, -3);
    if (row.lane->rowCount == 1 && row.lane->parent) // a text still fits inside
        return rect.adjusted(0, 1, 0, -1);
    return rect;
}

Piece TimeAxisView::pieceAt(const QPoint &at) const
{
    const Row *row = rowAt(at.y());
    if (!row || row->lane->kind == Kind::Server || at.x() < headerWidth())
        return {};
    Piece found;
    double nearest = kNear + 1;
    const auto grain = std::int64_t(m_scale.nsPerPixel());
    m_lanes.visit(*row->lane, nsAt(at.x() - 2 * kNear), nsAt(at.x() + 2 * kNear), grain, now(),
        [&](const Piece &piece) {
            const QRectF rect = rectOf(*row, piece);
            const double right = std::max(rect.right(), xOf(piece.waited));
            const double beside = std::max({rect.left() - at.x(), at.x() - right, 0.0});
            const double above = row->lane->rowCount == 1
                ? 0
                : std::max({rect.top() - at.y(), at.y() - rect.bottom(), 0.0});
            if (beside + above < nearest) {
                nearest = beside + above;
                found = piece;
            }
        });
    return found;
}

QRect TimeAxisView::placeOf(trace::Number number, const Lane *lane) const
{
    const Piece piece = m_lanes.pieceOf(number, now(), lane);
    if (!lane)
        lane = m_lanes.laneOf(number);
    for (const Row &row : m_rows) {
        if (piece.number != 0 && row.lane == lane)
            return rectOf(row, piece).toAlignedRect();
    }
    return {};
}

TimeBrush::Side TimeAxisView::sideAt(int x) const
{
    if (m_range.isEmpty())
        return TimeBrush::Side::None;
    if (std::abs(x - xOf(m_range.begin())) <= kHandle)
        return TimeBrush::Side::Begin;
    if (std::abs(x - xOf(m_range.end())) <= kHandle)
        return TimeBrush::Side::End;
    return TimeBrush::Side::None;
}

} // namespace sonde::widgets
