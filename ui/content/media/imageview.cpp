// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/media/imageview.h"

#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace sonde::content {
namespace {

constexpr double kStep = 1.25;
constexpr int kWheelStep = 120;

} // namespace

ImageView::ImageView(QWidget *parent)
    : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Image"));
}

void ImageView::setImage(const QImage &image, const QSize &size)
{
    m_image = image;
    m_size = size;
    fit();
}

double ImageView::scale() const
{
    if (m_scale > 0)
        return m_scale;
    if (m_size.isEmpty())
        return 1;
    const QSize room = maximumViewportSize();
    const double fitted =
        std::min(double(room.width()) / m_size.width(), double(room.height()) / m_size.height());
    return std::clamp(fitted, kLeast, 1.0);
}

void ImageView::setScale(double scale)
{
    m_scale = std::clamp(scale, kLeast, kMost);
    updateScrollBars();
}

void ImageView::fit()
{
    m_scale = 0;
    updateScrollBars();
}

void ImageView::zoom(int steps)
{
    setScale(scale() * std::pow(kStep, steps));
}

QSize ImageView::shownSize() const
{
    const double by = scale();
    return {std::max(1, int(std::lround(m_size.width() * by))),
        std::max(1, int(std::lround(m_size.height() * by)))};
}

void ImageView::updateScrollBars()
{
    const QSize shown = isFitted() ? QSize(0, 0) : shownSize();
    const QSize room = viewport()->size();
    horizontalScrollBar()->setRange(0, std::max(0, shown.width() - room.width()));
    verticalScrollBar()->setRange(0, std::max(0, shown.height() - room.height()));
    horizontalScrollBar()->setPageStep(room.width());
    verticalScrollBar()->setPageStep(room.height());
    horizontalScrollBar()->setSingleStep(look::metrics().row);
    verticalScrollBar()->setSingleStep(look::metrics().row);
    viewport()->update();
    Q_EMIT scaleChanged();
}

void ImageView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), look::theme().base);
    if (m_image.isNull())
        return;
    const QRect place(
        QPoint(-horizontalScrollBar()->value(), -verticalScrollBar()->value()), shownSize());
    if (m_image.hasAlphaChannel()) {
        painter.save();
        painter.setClipRect(place);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QBrush(look::theme().line, Qt::Dense6Pattern));
        painter.drawRect(place.intersected(viewport()->rect()));
        painter.restore();
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, scale() < 2);
    painter.drawImage(place, m_image);
    if (hasFocus()) {
        painter.setPen(look::theme().accent);
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
}

void ImageView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
}

void ImageView::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier)) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    zoom(event->angleDelta().y() / kWheelStep);
    event->accept();
}

void ImageView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(1);
        break;
    case Qt::Key_Minus:
        zoom(-1);
        break;
    case Qt::Key_0:
        fit();
        break;
    case Qt::Key_1:
        setScale(1);
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void ImageView::mousePressEvent(QMouseEvent *event)
{
    m_grabbed = event->pos();
}

void ImageView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint by = event->pos() - m_grabbed;
    m_grabbed = event->pos();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
}

} // namespace sonde::content
