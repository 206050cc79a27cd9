// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/process/processchartpainter.h"

#include "base/formatting.h"
#include "look/painting/spanpainter.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "widgets/kit/frame/widgettext.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace sonde::widgets {

using look::metrics;
using look::theme;
using models::TimeLanes;

namespace {

constexpr int kTickApart = 100; // pixels from one labelled time to the next, about
constexpr qsizetype kTickSeconds = 8; // characters of a time of day without its fraction
constexpr double kHeadroom = 1.1; // of a curve below the top of its axis
constexpr double kWholeCpu = 100; // percent
constexpr int kLabelPad = 6;
constexpr float kCpuAlpha = 0.18F;
constexpr float kBandAlpha = 0.25F; // of a call that is not the chosen one
constexpr float kMemoryAlpha = 0.8F; // lets the bands through

QString cpuText(double percent)
{
    return QString::number(percent, 'f', 1) % QStringLiteral(" %");
}

} // namespace

double ProcessChartPainter::Axis::yOf(double value) const
{
    return place.bottom() - (place.height() - 1) * value / most;
}

double ProcessChartPainter::niceStep(double most)
{
    const double half = std::max(most, 1.0) / 2;
    const double power = std::pow(10, std::floor(std::log10(half)));
    const double times = half / power;
    return power * (times >= 5 ? 5 : times >= 2 ? 2 : 1);
}

ProcessChartPainter::ProcessChartPainter(QPainter &painter, const Scene &scene)
    : m_painter(painter)
    , m_scene(scene)
    , m_layout(scene.layout)
{
    double cpu = kWholeCpu;
    double memory = 1;
    const auto [from, to] = seen();
    for (std::size_t i = from; i < to; ++i) {
        const Point &point = m_scene.history.points()[i];
        cpu = std::max(cpu, point.cpu);
        memory = std::max(memory, double(point.residentBytes));
    }
    m_cpu = axisOf(m_layout.cpu(), cpu);
    m_cpu.step = cpu <= 2 * kWholeCpu ? kWholeCpu : niceStep(cpu);
    m_memory = axisOf(m_layout.memory(), memory);
}

ProcessChartPainter::Axis ProcessChartPainter::axisOf(const QRect &place, double most) const
{
    return {place, most * kHeadroom, niceStep(most)};
}

std::pair<std::size_t, std::size_t> ProcessChartPainter::seen() const
{
    const auto &points = m_scene.history.points();
    const auto earlier = [](const Point &point, std::int64_t ns) { return point.steadyNs < ns; };
    const auto first = std::lower_bound(
        points.begin(), points.end(), m_layout.nsAt(m_layout.headerWidth()), earlier);
    const auto last =
        std::lower_bound(first, points.end(), m_layout.nsAt(m_layout.size().width()), earlier);
    const auto from = std::size_t(first - points.begin());
    const auto to = std::size_t(last - points.begin());
    return {from == 0 ? 0 : from - 1, std::min(to + 1, points.size())};
}

void ProcessChartPainter::paint()
{
    m_painter.fillRect(QRect(QPoint(), m_layout.size()), theme().base);
    const QRect axis(m_layout.headerWidth(), 0, m_layout.axisWidth(), m_layout.size().height());
    m_painter.setClipRect(axis);
    paintBands();
    paintCpu();
    paintMemory();
    paintCurrent();
    paintLanes();
    paintKept();
    m_painter.setClipping(false);
    paintHeader();
    paintRuler();
}

// Below the curves, so that these stay as they are.
void ProcessChartPainter::paintBands()
{
    const int top = m_layout.cpu().top();
    const int height = m_layout.size().height() - top;
    for (const ProcessChartLayout::Row &row : m_layout.rows()) {
        if (row.lane->kind != TimeLanes::Kind::Calls)
            continue;
        m_scene.lanes.visit(*row.lane, m_layout.nsAt(m_layout.headerWidth()),
            m_layout.nsAt(m_layout.size().width()), std::int64_t(m_layout.scale().nsPerPixel()),
            m_scene.now, [&](const Piece &piece) {
                QColor fill = look::SpanPainter::fill(piece.look);
                fill.setAlphaF(kBandAlpha);
                const QRectF span = m_layout.rectOf(row, piece);
                m_painter.fillRect(QRectF(span.left(), top, span.width(), height), fill);
            });
    }
    const ProcessChartLayout::Row *row = m_layout.rowOf(m_scene.lane);
    if (m_scene.current.number == 0 || !row)
        return;
    const QRectF span = m_layout.rectOf(*row, m_scene.current);
    m_painter.fillRect(QRectF(span.left(), row->place.top(), span.width(),
                           m_layout.size().height() - row->place.top()),
        theme().sel);
}

void ProcessChartPainter::paintGrid(const Axis &axis, const QString &first, const QString &second)
{
    m_painter.setFont(look::smallFont());
    const double apart = axis.yOf(axis.step) - axis.yOf(2 * axis.step);
    const int lines = apart < 2.0 * m_painter.fontMetrics().height() ? 1 : 2;
    for (int i = 1; i <= lines && i * axis.step <= axis.most; ++i) {
        const double y = std::round(axis.yOf(i * axis.step)) + 0.5;
        m_painter.setPen(QPen(theme().muted, 1, Qt::DotLine));
        m_painter.drawLine(QPointF(axis.place.left(), y), QPointF(axis.place.right(), y));
        const QString &text = i == 1 ? first : second;
        const int width = m_painter.fontMetrics().horizontalAdvance(text);
        const int height = m_painter.fontMetrics().height();
        const double top = y - height < axis.place.top() ? y : y - height;
        m_painter.setPen(theme().muted);
        m_painter.drawText(
            QRectF(axis.place.left() + kLabelPad, top, width + 1, height), Qt::AlignLeft, text);
    }
}

// Each value is the mean since the point before, so the curve has steps.
void ProcessChartPainter::paintCpu()
{
    const auto &points = m_scene.history.points();
    const auto [from, to] = seen();
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = std::max<std::size_t>(from, 1); i < to; ++i) {
        const Point &point = points[i];
        if (point.isFirst || point.cpu < 0)
            continue;
        const double left = m_layout.xOf(points[i - 1].steadyNs);
        const double right = m_layout.xOf(point.steadyNs);
        const double y = m_cpu.yOf(point.cpu);
        QColor fill = theme().muted;
        fill.setAlphaF(kCpuAlpha);
        m_painter.fillRect(QRectF(left, y, right - left, m_cpu.place.bottom() - y), fill);
        m_painter.setPen(theme().text);
        const bool isJoined = i > 1 && !points[i - 1].isFirst && points[i - 1].cpu >= 0;
        if (isJoined)
            m_painter.drawLine(QPointF(left, m_cpu.yOf(points[i - 1].cpu)), QPointF(left, y));
        m_painter.drawLine(QPointF(left, y), QPointF(right, y));
    }
    paintGrid(m_cpu, QString::number(m_cpu.step) % QStringLiteral(" %"),
        QString::number(2 * m_cpu.step) % QStringLiteral(" %"));
}

// Stacked: the other processes below, the chosen one above them.
void ProcessChartPainter::paintMemory()
{
    const auto &points = m_scene.history.points();
    const auto [from, to] = seen();
    const auto others = [this](const Point &point) {
        return double(point.residentBytes - point.residentOf(m_scene.chosen));
    };
    QColor othersFill = theme().header;
    QColor chosenFill = theme().spanWaiting;
    othersFill.setAlphaF(kMemoryAlpha);
    chosenFill.setAlphaF(kMemoryAlpha);
    for (std::size_t i = std::max<std::size_t>(from, 1); i < to; ++i) {
        const Point &a = points[i - 1];
        const Point &b = points[i];
        if (b.isFirst)
            continue;
        const double left = m_layout.xOf(a.steadyNs);
        const double right = m_layout.xOf(b.steadyNs);
        const double bottom = m_memory.place.bottom() + 1;
        const QPointF lowA(left, m_memory.yOf(others(a)));
        const QPointF lowB(right, m_memory.yOf(others(b)));
        const QPointF topA(left, m_memory.yOf(double(a.residentBytes)));
        const QPointF topB(right, m_memory.yOf(double(b.residentBytes)));
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(othersFill);
        m_painter.drawPolygon(QPolygonF({lowA, lowB, {right, bottom}, {left, bottom}}));
        m_painter.setBrush(chosenFill);
        m_painter.drawPolygon(QPolygonF({topA, topB, lowB, lowA}));
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(theme().warn, 1.5));
        m_painter.drawLine(topA, topB);
    }
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    paintGrid(m_memory, sizeText(std::uint64_t(m_memory.step)),
        sizeText(std::uint64_t(2 * m_memory.step)));
}

void ProcessChartPainter::paintCurrent()
{
    const ProcessChartLayout::Row *row = m_layout.rowOf(m_scene.lane);
    if (m_scene.current.number == 0 || !row)
        return;
    const QRectF band = m_layout.rectOf(*row, m_scene.current);
    m_painter.setPen(QPen(theme().accent, 1));
    for (const double x : {std::floor(band.left()) + 0.5, std::ceil(band.right()) - 0.5})
        m_painter.drawLine(
            QPointF(x, m_layout.rulerHeight()), QPointF(x, m_layout.size().height()));
}

// Beside the band, where there is room for it.
void ProcessChartPainter::paintKept()
{
    const ProcessChartLayout::Row *row = m_layout.rowOf(m_scene.lane);
    if (m_scene.current.number == 0 || !row || m_scene.kept.isEmpty())
        return;
    const QRectF span = m_layout.rectOf(*row, m_scene.current);
    m_painter.setFont(look::smallFont());
    const int width = m_painter.fontMetrics().horizontalAdvance(m_scene.kept) + 2 * kLabelPad;
    const int height = m_painter.fontMetrics().height() + 2;
    const bool isLeft = span.left() - width - kLabelPad > m_layout.headerWidth();
    const double x = isLeft ? span.left() - width - kLabelPad : span.right() + kLabelPad;
    const QRectF label(std::round(x) + 0.5, m_memory.place.top() + 3.5, width, height);
    m_painter.setBrush(m_scene.isGrowth ? theme().warnBg : theme().base);
    m_painter.setPen(m_scene.isGrowth ? theme().warn : theme().muted);
    m_painter.drawRect(label);
    m_painter.drawText(label, Qt::AlignCenter, m_scene.kept);
    m_painter.setBrush(Qt::NoBrush);
}

void ProcessChartPainter::paintLanes()
{
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setFont(look::smallFont());
    look::SpanPainter spans(m_painter);
    const auto grain = std::int64_t(m_layout.scale().nsPerPixel() * look::SpanPainter::kLeastWidth);
    for (const ProcessChartLayout::Row &row : m_layout.rows()) {
        m_scene.lanes.visit(*row.lane, m_layout.nsAt(m_layout.headerWidth()),
            m_layout.nsAt(m_layout.size().width()), grain, m_scene.now, [&](const Piece &piece) {
                const QRectF rect = m_layout.rectOf(row, piece);
                if (piece.look == TimeLanes::Look::Mark) {
                    const bool isNote = row.lane->kind == TimeLanes::Kind::Notifications;
                    spans.mark(rect, m_layout.xOf(piece.begin), piece,
                        isNote ? theme().color(models::signColorRole(piece.sign)) : theme().muted);
                    return;
                }
                const bool isCurrent = row.lane == m_scene.lane && piece.count == 1
                    && piece.number == m_scene.current.number;
                spans.span(rect, piece, {}, 0, isCurrent);
            });
    }
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setBrush(Qt::NoBrush);
}

void ProcessChartPainter::paintRuler()
{
    const QRect ruler(0, 0, m_layout.size().width(), m_layout.rulerHeight());
    m_painter.fillRect(ruler, theme().header);
    m_painter.setPen(theme().line);
    m_painter.drawLine(ruler.bottomLeft(), ruler.bottomRight());
    m_painter.setFont(m_scene.font);
    m_painter.setPen(theme().text);
    m_painter.drawText(ruler.adjusted(metrics().gap, 0, 0, 0), Qt::AlignVCenter, Text::tr("Lanes"));
    m_painter.setClipRect(ruler.adjusted(m_layout.headerWidth(), 0, 0, 0));
    m_painter.setFont(look::smallFont());
    for (const auto &tick :
        m_layout.scale().ticks(m_layout.axisWidth(), m_scene.lanes.begin(), kTickApart)) {
        const double x = m_layout.headerWidth() + tick.x;
        const int height = tick.labelled ? ruler.height() / 2 : ruler.height() / 5;
        m_painter.fillRect(QRectF(x, ruler.bottom() - height, 1, height), theme().muted);
        if (tick.labelled)
            m_painter.drawText(
                QRectF(x + 4, 0, 2 * kTickApart, ruler.height()), Qt::AlignVCenter, tickText(tick));
    }
    m_painter.setClipping(false);
}

QString ProcessChartPainter::tickText(const models::TimeScale::Tick &tick) const
{
    if (tick.absolute)
        return timeText(m_scene.lanes.wallOf(tick.ns)).left(kTickSeconds);
    return models::TimeScale::stepText(
        tick.ns - m_scene.lanes.begin(), m_layout.scale().step(kTickApart));
}

void ProcessChartPainter::paintHeader()
{
    const int width = m_layout.headerWidth();
    const int height = m_layout.size().height();
    m_painter.setFont(m_scene.font);
    for (const ProcessChartLayout::Row &row : m_layout.rows()) {
        const QRect text(
            metrics().gap, row.place.top(), width - 2 * metrics().gap, row.place.height());
        if (m_scene.lane && row.lane == m_scene.lane)
            m_painter.fillRect(QRect(0, row.place.top(), width, row.place.height()), theme().sel);
        m_painter.setPen(theme().text);
        m_painter.drawText(text, Qt::AlignVCenter | Qt::TextSingleLine,
            m_painter.fontMetrics().elidedText(row.lane->title, Qt::ElideRight, text.width()));
        m_painter.setPen(theme().line);
        m_painter.drawLine(row.place.bottomLeft(), row.place.bottomRight());
    }
    const auto &points = m_scene.history.points();
    const Point last = points.empty() ? Point() : points.back();
    QStringList cpu{Text::tr("of one processor")};
    if (m_scene.history.meanCpu())
        cpu << Text::tr("mean %1, peak %2")
                   .arg(cpuText(*m_scene.history.meanCpu()), cpuText(*m_scene.history.peakCpu()));
    paintHeading(
        m_layout.cpu(), Text::tr("CPU"), last.cpu < 0 ? QString() : cpuText(last.cpu), cpu);
    const std::uint64_t its = last.residentOf(m_scene.chosen);
    paintHeading(m_layout.memory(), Text::tr("Memory"),
        points.empty() ? QString() : sizeText(last.residentBytes), {Text::tr("resident")});
    if (its > 0) {
        paintKey(2, m_layout.memory(), theme().spanWaiting, theme().warn, m_scene.chosenName,
            sizeText(its));
        paintKey(3, m_layout.memory(), theme().header, theme().muted, Text::tr("others"),
            sizeText(last.residentBytes - its));
    }
    m_painter.setPen(theme().line);
    m_painter.drawLine(
        0, m_layout.memory().top(), m_layout.size().width(), m_layout.memory().top());
    m_painter.drawLine(width - 1, 0, width - 1, height);
}

void ProcessChartPainter::paintHeading(
    const QRect &place, const QString &title, const QString &value, const QStringList &lines)
{
    const int gap = metrics().gap;
    const int each = metrics().bytesRow;
    QRect line(gap, place.top() + 2, m_layout.headerWidth() - 2 * gap, each);
    m_painter.setFont(m_scene.font);
    m_painter.setPen(theme().text);
    m_painter.drawText(line, Qt::AlignVCenter, title);
    m_painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, value);
    m_painter.setFont(look::smallFont());
    m_painter.setPen(theme().muted);
    for (const QString &text : lines) {
        line.translate(0, each);
        if (line.bottom() > place.bottom())
            return;
        m_painter.drawText(line, Qt::AlignVCenter | Qt::TextSingleLine,
            m_painter.fontMetrics().elidedText(text, Qt::ElideRight, line.width()));
    }
}

void ProcessChartPainter::paintKey(int line, const QRect &place, const QColor &fill,
    const QColor &edge, const QString &name, const QString &value)
{
    constexpr int kBox = 9;
    const int gap = metrics().gap;
    const int each = metrics().bytesRow;
    const QRect row(gap, place.top() + 2 + line * each, m_layout.headerWidth() - 2 * gap, each);
    if (row.bottom() > place.bottom())
        return;
    m_painter.setPen(edge);
    m_painter.setBrush(fill);
    m_painter.drawRect(QRect(row.left(), row.center().y() - kBox / 2, kBox, kBox));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setFont(look::smallFont());
    m_painter.setPen(theme().text);
    const int width = m_painter.fontMetrics().horizontalAdvance(value);
    const QRect text = row.adjusted(kBox + gap, 0, -width - gap, 0);
    m_painter.drawText(text, Qt::AlignVCenter | Qt::TextSingleLine,
        m_painter.fontMetrics().elidedText(name, Qt::ElideRight, text.width()));
    m_painter.drawText(row, Qt::AlignVCenter | Qt::AlignRight, value);
}

} // namespace sonde::widgets
