// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/process/processchartlayout.h"

#include "look/theme/metrics.h"

#include <algorithm>

namespace sonde::widgets {

using Kind = models::TimeLanes::Kind;

namespace {

constexpr int kHeaderChars = 30;
constexpr int kLeastChart = 160; // pixels that the names leave to the axis
constexpr int kLeastCurve = 3; // lines of text
constexpr int kSpanInset = 4;
constexpr int kOutside = 10; // painters do not like a million pixels

// Less stands first.
int orderOf(const models::TimeLane &lane)
{
    if (lane.kind == Kind::Calls)
        return lane.title.startsWith(u"tools/call") ? 0 : 1;
    return lane.kind == Kind::Notifications ? 2 : 3;
}

} // namespace

void ProcessChartLayout::setSize(const QSize &size, int charWidth)
{
    m_size = size;
    m_header = std::clamp(size.width() - kLeastChart, 0, charWidth * kHeaderChars);
}

int ProcessChartLayout::rulerHeight() const
{
    return look::metrics().control;
}

std::vector<const models::TimeLane *> ProcessChartLayout::lanesOf(const QString &server) const
{
    std::vector<const Lane *> found;
    for (const Lane *lane : m_lanes.lanes()) {
        const bool isShown = lane->kind == Kind::Calls || lane->kind == Kind::Notifications
            || lane->kind == Kind::Stderr;
        if (isShown && !lane->parent && m_lanes.serverName(lane->server) == server)
            found.push_back(lane);
    }
    std::stable_sort(found.begin(), found.end(),
        [](const Lane *a, const Lane *b) { return orderOf(*a) < orderOf(*b); });
    return found;
}

void ProcessChartLayout::placeLanes(const QString &server, const Lane *wanted)
{
    const int each = look::metrics().row;
    const int curves = 2 * kLeastCurve * look::metrics().treeRow;
    const auto room =
        std::size_t(std::clamp((m_size.height() - rulerHeight() - curves) / each, 1, kMaxLanes));
    std::vector<const Lane *> lanes = lanesOf(server);
    const auto at = std::find(lanes.begin(), lanes.end(), wanted);
    if (at != lanes.end() && at - lanes.begin() >= std::ptrdiff_t(room))
        lanes[room - 1] = wanted;
    lanes.resize(std::min(lanes.size(), room));
    m_rows.clear();
    int top = rulerHeight();
    for (const Lane *lane : lanes) {
        m_rows.push_back({lane, {0, top, m_size.width(), each}});
        top += each;
    }
}

const ProcessChartLayout::Row *ProcessChartLayout::rowOf(const Lane *lane) const
{
    const auto found = std::find_if(
        m_rows.begin(), m_rows.end(), [lane](const Row &row) { return row.lane == lane; });
    return found == m_rows.end() ? nullptr : &*found;
}

const ProcessChartLayout::Row *ProcessChartLayout::rowAt(int y) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
        [y](const Row &row) { return row.place.top() <= y && y <= row.place.bottom(); });
    return found == m_rows.end() ? nullptr : &*found;
}

QRect ProcessChartLayout::curve(int number) const
{
    const int top = rulerHeight() + int(m_rows.size()) * look::metrics().row;
    const int rest = std::max(m_size.height() - top, 0);
    const int upper = rest * 2 / 5; // memory says more
    return number == 0 ? QRect(m_header, top, axisWidth(), upper)
                       : QRect(m_header, top + upper, axisWidth(), rest - upper);
}

QRect ProcessChartLayout::cpu() const
{
    return curve(0);
}

QRect ProcessChartLayout::memory() const
{
    return curve(1);
}

QRectF ProcessChartLayout::rectOf(const Row &row, const Piece &piece) const
{
    const double left = std::max(xOf(piece.begin), double(m_header - kOutside));
    const double right = std::min(xOf(piece.end), double(m_size.width() + kOutside));
    return {left, double(row.place.top() + kSpanInset), std::max(right - left, 1.0),
        double(row.place.height() - 2 * kSpanInset)};
}

} // namespace sonde::widgets
