// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/timeaxis/spanlegend.h"

#include "look/painting/signpainting.h"
#include "look/painting/spanpainter.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QPainter>

namespace sonde::widgets {

using look::SpanPainter;
using look::theme;
using Look = models::TimeLanes::Look;
using models::Sign;

SpanLegend::SpanLegend(QWidget *parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Legend of the spans"));
    setFont(look::smallFont());
}

QSize SpanLegend::sizeHint() const
{
    return {paint(nullptr), look::metrics().control};
}

QSize SpanLegend::minimumSizeHint() const
{
    return {0, look::metrics().control};
}

void SpanLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paint(&painter);
}

int SpanLegend::paint(QPainter *painter) const
{
    const int sign = look::metrics().sign;
    const int gap = look::metrics().gap;
    int x = 0;
    // The picture, then the word; `draw` paints the picture into the square.
    const auto entry = [&](const QString &word, const auto &draw) {
        const int width = sign + 4 + fontMetrics().horizontalAdvance(word);
        if (painter && x + width <= this->width()) {
            draw(QRectF(x, (height() - sign) / 2.0, sign, sign));
            painter->setPen(theme().muted);
            painter->drawText(QRect(x + sign + 4, 0, width, height()), Qt::AlignVCenter, word);
        }
        x += width + 2 * gap;
    };
    const auto span = [&](const QString &word, Look look) {
        entry(word, [&](const QRectF &rect) {
            painter->setBrush(SpanPainter::fill(look));
            painter->setPen(SpanPainter::edgePen(look));
            painter->drawRoundedRect(rect.adjusted(0.5, 2.5, -0.5, -2.5), 2, 2);
        });
    };
    const auto mark = [&](const QString &word, Sign which) {
        entry(word, [&](const QRectF &rect) {
            look::paintSign(painter, rect, which, theme().color(models::signColorRole(which)));
        });
    };
    span(tr("call"), Look::Call);
    span(tr("task"), Look::Task);
    span(tr("waiting, held"), Look::Waiting);
    span(tr("HTTP, connect"), Look::Exchange);
    span(tr("body arriving"), Look::Body);
    span(tr("error"), Look::Error);
    mark(tr("notification"), Sign::ReceivedNotification);
    mark(tr("lifecycle"), Sign::Lifecycle);
    mark(tr("late response"), Sign::Late);
    return x;
}

} // namespace sonde::widgets
