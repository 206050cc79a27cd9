// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/changes/startbars.h"

#include "base/formatting.h"
#include "look/controls/plaintooltip.h"
#include "look/theme/hairline.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

using models::StartFigure;

namespace {

constexpr int kBarGap = 2;
constexpr int kLineBelow = 2; // of the start that is compared with
constexpr qreal kWidestBar = 16;
constexpr qreal kCross = 6; // side

void paintCross(QPainter &painter, const QRectF &bar)
{
    const QPointF middle(bar.center().x(), bar.bottom() - kCross / 2 - 1);
    const QPointF down(kCross / 2, kCross / 2);
    const QPointF up(kCross / 2, -kCross / 2);
    painter.setPen(QPen(look::theme().error, 1.5));
    painter.drawLine(middle - down, middle + down);
    painter.drawLine(middle - up, middle + up);
}

} // namespace

StartBars::StartBars(const QString &name, QWidget *parent)
    : QWidget(parent)
{
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        qOverload<>(&QWidget::update));
}

void StartBars::setFigures(models::StartFigures figures)
{
    m_figures = std::move(figures);
    QStringList told;
    for (const StartFigure &figure : m_figures)
        told << figure.text;
    setAccessibleDescription(listText(told));
    update();
}

QSize StartBars::sizeHint() const
{
    return {int(kWidestBar) * 8, look::metrics().row + kLineBelow};
}

QSize StartBars::minimumSizeHint() const
{
    return {look::metrics().row * 2, sizeHint().height()};
}

QRectF StartBars::place(std::size_t figure) const
{
    const qreal width = std::min(kWidestBar, qreal(this->width()) / qreal(models::kMaxFigures));
    return {qreal(figure) * width, 1, width - kBarGap, qreal(height()) - 2};
}

void StartBars::paintEvent(QPaintEvent *)
{
    const look::Theme &t = look::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_figures.size(); ++i) {
        const StartFigure &figure = m_figures[i];
        QRectF bar = place(i).adjusted(0, 0, 0, -kLineBelow);
        if (figure.isOther)
            painter.fillRect(QRectF(bar.left(), bar.bottom(), bar.width(), kLineBelow), t.accent);
        if (figure.kind == StartFigure::Kind::Failed) {
            paintCross(painter, bar);
            continue;
        }
        // What is there at all is seen; what is not known is a line.
        bar.setTop(bar.bottom() - std::max(1.0, figure.share * (bar.height() - 1)));
        painter.fillRect(bar, figure.isCurrent ? t.accentFill : t.spanCall);
        look::hairEdges(&painter, bar, Qt::TopEdge, t.accent);
    }
}

bool StartBars::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    for (std::size_t i = 0; i < m_figures.size(); ++i) {
        if (!place(i).adjusted(0, 0, kBarGap, 0).contains(help->pos()))
            continue;
        QToolTip::showText(help->globalPos(), look::plainToolTip(m_figures[i].text), this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace sonde::widgets
