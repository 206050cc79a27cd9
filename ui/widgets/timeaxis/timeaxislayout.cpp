// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/timeaxis/timeaxislayout.h"

#include "look/theme/metrics.h"

#include <algorithm>

namespace sonde::widgets {

using look::metrics;
using Kind = models::TimeLanes::Kind;
using Piece = models::TimeLanes::Piece;

namespace {

constexpr int kHeaderChars = 42;
constexpr int kLeastAxis = 200; // pixels that the lanes' names leave to the axis
constexpr int kNear = 3; // pixels beside a span that are its own as well

} // namespace

void TimeAxisLayout::setSize(const QSize &size, int charWidth)
{
    m_size = size;
    m_headerWidth = std::clamp(size.width() - kLeastAxis, 0, charWidth * kHeaderChars);
}

int TimeAxisLayout::rulerHeight()
{
    return metrics().control + 2;
}

int TimeAxisLayout::plainHeight()
{
    return metrics().row + 5;
}

int TimeAxisLayout::heightOf(const Lane &lane)
{
    const int plain = plainHeight();
    return lane.kind == Kind::Server ? plain : std::max(plain, 8 + (lane.rowCount * (plain - 10)));
}

int TimeAxisLayout::placeRows()
{
    m_rows.clear();
    int top = 0;
    for (const Lane *lane : m_lanes.lanes()) {
        if (lane->kind != Kind::Server && m_closed.contains(lane->server))
            continue;
        if (lane->parent && m_folded.contains(lane->parent))
            continue;
        m_rows.push_back({lane, top, heightOf(*lane)});
        top += m_rows.back().height;
    }
    return top;
}

bool TimeAxisLayout::isOutdated() const
{
    return std::any_of(m_rows.begin(), m_rows.end(),
        [](const Row &row) { return row.height != heightOf(*row.lane); });
}

const TimeAxisLayout::Row *TimeAxisLayout::rowOf(const Lane *lane) const
{
    const auto found = std::find_if(
        m_rows.begin(), m_rows.end(), [lane](const Row &row) { return row.lane == lane; });
    return found == m_rows.end() ? nullptr : &*found;
}

bool TimeAxisLayout::isFolded(const Lane &lane) const
{
    return lane.kind == Kind::Server ? m_closed.contains(lane.server) : m_folded.contains(&lane);
}

bool TimeAxisLayout::fold(const Lane &lane)
{
    if (lane.kind == Kind::Server) {
        if (!m_closed.remove(lane.server))
            m_closed.insert(lane.server);
        return true;
    }
    if (!lane.hasChildren)
        return false;
    if (!m_folded.remove(&lane))
        m_folded.insert(&lane);
    return true;
}

void TimeAxisLayout::unfoldAll()
{
    m_folded.clear();
}

QRect TimeAxisLayout::placeOf(const Row &row) const
{
    return {0, rulerHeight() + row.top - m_scrolled, m_size.width(), row.height};
}

QRectF TimeAxisLayout::rectOf(const Row &row, const Piece &piece) const
{
    const double top = placeOf(row).top();
    const double each = (row.height - 8.0) / row.lane->rowCount;
    const double gap = row.lane->rowCount == 1 ? 1 : 0.5;
    // What lies outside is cut: painters do not like a million pixels.
    const double left = std::max(xOf(piece.begin), -10.0 + m_headerWidth);
    const double right = std::min(xOf(piece.end), m_size.width() + 10.0);
    const QRectF rect(
        left, top + 4 + piece.row * each + gap, std::max(right - left, 0.0), each - 2 * gap);
    if (row.lane->rowCount == 1 && row.lane->kind == Kind::Exchanges)
        return rect.adjusted(0, 3, 0, -3);
    if (row.lane->rowCount == 1 && row.lane->parent) // a text still fits inside
        return rect.adjusted(0, 1, 0, -1);
    return rect;
}

const TimeAxisLayout::Row *TimeAxisLayout::rowAt(int y) const
{
    const int at = y - rulerHeight() + m_scrolled;
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
        [at](const Row &row) { return at >= row.top && at < row.top + row.height; });
    return y < rulerHeight() || found == m_rows.end() ? nullptr : &*found;
}

Piece TimeAxisLayout::pieceAt(const QPoint &at, std::int64_t now) const
{
    const Row *row = rowAt(at.y());
    if (!row || row->lane->kind == Kind::Server || at.x() < m_headerWidth)
        return {};
    Piece found;
    double nearest = kNear + 1;
    const auto grain = std::int64_t(m_scale.nsPerPixel());
    m_lanes.visit(*row->lane, nsAt(at.x() - 2 * kNear), nsAt(at.x() + 2 * kNear), grain, now,
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

} // namespace sonde::widgets
