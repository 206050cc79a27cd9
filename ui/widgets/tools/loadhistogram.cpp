// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/loadhistogram.h"

#include "base/formatting.h"
#include "look/theme/hairline.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "models/trace/tracetext.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace sonde::widgets {

namespace {

constexpr int kPlotRows = 5; // in rows of a list
constexpr int kGap = 1; // between bars

qreal logOf(std::int64_t ns)
{
    return std::log(qreal(std::max<std::int64_t>(ns, 1)));
}

} // namespace

LoadHistogram::LoadHistogram(QWidget *parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Distribution of response times"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        qOverload<>(&QWidget::update));
}

void LoadHistogram::setBars(std::vector<mcp::LoadRun::Bar> bars, std::vector<Mark> marks)
{
    m_bars = std::move(bars);
    m_marks = std::move(marks);
    QStringList told;
    for (const Mark &mark : m_marks)
        told += mark.word + u' ' + durationText(std::chrono::nanoseconds(mark.ns));
    setAccessibleDescription(listText(told));
    update();
}

int LoadHistogram::most() const
{
    int most = 1;
    for (const auto &bar : m_bars)
        most = std::max(most, bar.count);
    return most;
}

// Between the words of the marks and those of the axis.
QRect LoadHistogram::plot() const
{
    const int words = fontMetrics().height() + 4;
    return rect().adjusted(1, words, -1, -words);
}

QRectF LoadHistogram::barRect(std::size_t bar) const
{
    const QRect area = plot();
    const qreal width = qreal(area.width()) / qreal(m_bars.size());
    // What is there at all is seen.
    const qreal height = m_bars[bar].count == 0
        ? 0
        : std::max(2.0, qreal(area.height()) * m_bars[bar].count / most());
    return {area.left() + width * qreal(bar), area.bottom() + 1 - height,
        std::max(1.0, width - kGap), height};
}

qreal LoadHistogram::xOf(std::int64_t ns) const
{
    const QRect area = plot();
    const qreal low = logOf(m_bars.front().fromNs);
    const qreal high = logOf(m_bars.back().toNs);
    if (high <= low)
        return area.center().x();
    return area.left() + area.width() * std::clamp((logOf(ns) - low) / (high - low), 0.0, 1.0);
}

QSize LoadHistogram::sizeHint() const
{
    return {400, look::metrics().row * kPlotRows + 2 * (fontMetrics().height() + 4)};
}

QSize LoadHistogram::minimumSizeHint() const
{
    return {160, sizeHint().height()};
}

void LoadHistogram::paintEvent(QPaintEvent *)
{
    const look::Theme &t = look::theme();
    QPainter painter(this);
    painter.setFont(look::smallFont());
    const QRect area = plot();
    painter.fillRect(area, t.base);
    look::hairFrame(&painter, area, t.line);
    if (m_bars.empty()) {
        painter.setPen(t.muted);
        painter.drawText(area, Qt::AlignCenter, tr("No responses yet"));
        return;
    }
    for (std::size_t bar = 0; bar < m_bars.size(); ++bar) {
        const QRectF place = barRect(bar);
        painter.fillRect(place, t.spanCall);
        if (place.height() > 0)
            look::hairEdges(&painter, place, Qt::TopEdge, t.accent);
    }
    paintMarks(painter);
    paintAxis(painter);
}

// A line down to the axis, and its word above it; words that would touch go a little to the right.
void LoadHistogram::paintMarks(QPainter &painter) const
{
    const look::Theme &t = look::theme();
    const QRect area = plot();
    const QFontMetrics metrics(painter.font());
    int left = 0;
    for (const Mark &mark : m_marks) {
        const qreal x = xOf(mark.ns);
        painter.setPen(QPen(t.text, look::hair(&painter), Qt::DashLine));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        const int width = metrics.horizontalAdvance(mark.word);
        left = std::min(std::max(left, int(x) - width / 2), this->width() - width);
        painter.setPen(t.muted);
        painter.drawText(QRect(left, 0, width, area.top()), Qt::AlignCenter, mark.word);
        left += width + look::metrics().gap;
    }
}

void LoadHistogram::paintAxis(QPainter &painter) const
{
    painter.setPen(look::theme().muted);
    const QRect below(plot().left(), plot().bottom() + 2, plot().width(), height());
    painter.drawText(below, Qt::AlignLeft | Qt::AlignTop,
        durationText(std::chrono::nanoseconds(m_bars.front().fromNs)));
    painter.drawText(below, Qt::AlignRight | Qt::AlignTop,
        durationText(std::chrono::nanoseconds(m_bars.back().toNs)));
    painter.drawText(
        below, Qt::AlignHCenter | Qt::AlignTop, tr("at most %1 in a bar").arg(countText(most())));
}

bool LoadHistogram::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    for (std::size_t bar = 0; bar < m_bars.size(); ++bar) {
        const QRectF place = barRect(bar);
        if (help->pos().x() < place.left() || help->pos().x() > place.right())
            continue;
        QToolTip::showText(help->globalPos(),
            tr("%1 responses within %2 to %3")
                .arg(countText(m_bars[bar].count),
                    durationText(std::chrono::nanoseconds(m_bars[bar].fromNs)),
                    durationText(std::chrono::nanoseconds(m_bars[bar].toNs))),
            this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace sonde::widgets
