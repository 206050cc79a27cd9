// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/frame/pagescroll.h"

#include "look/access/focuspass.h"
#include "look/theme/metrics.h"

#include <QEvent>
#include <QLayout>

#include <algorithm>

namespace sonde::widgets {

namespace {

constexpr int kLeastRows = 3; // of a form
// Of the window's height, one part in so many.
constexpr int kLeastShare = 5;
constexpr int kWholeShare = 2;

} // namespace

PageScroll::PageScroll(QWidget *page, Height height)
    : QScrollArea(page->parentWidget())
    , m_height(height)
{
    setFrameStyle(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // the controls of the page take it, and are scrolled to
    if (fillsRoom()) {
        look::passFocus(*this, *page);
    } else {
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Maximum);
        setWidgetResizable(true);
    }
    setWidget(page);
    page->installEventFilter(this);
    if (height != Height::Available) {
        page->setAutoFillBackground(false); // the ground is that of the surrounding widget
        viewport()->setAutoFillBackground(false);
    }
    if (height == Height::Asked || height == Height::Shared)
        setSizePolicy(page->sizePolicy());
    if (fillsRoom())
        fillRoom();
    else
        setVisible(!page->isHidden());
}

QSize PageScroll::sizeHint() const
{
    if (m_height == Height::Available)
        return QScrollArea::sizeHint();
    if (m_height == Height::Asked || m_height == Height::Shared)
        return widget()->sizeHint();
    const QLayout *layout = widget()->layout();
    const int width = viewport()->width();
    const int height = layout && layout->hasHeightForWidth() ? layout->totalHeightForWidth(width)
                                                             : widget()->sizeHint().height();
    return {widget()->sizeHint().width(), height};
}

QSize PageScroll::minimumSizeHint() const
{
    if (m_height == Height::Available)
        return QScrollArea::minimumSizeHint();
    if (m_height == Height::Asked)
        return widget()->minimumSizeHint();
    if (m_height == Height::Shared) {
        const QSize least = leastPage(maximumViewportSize().width());
        const int height = window()->height();
        const bool isWhole = least.height() <= height / kWholeShare;
        return {least.width(), isWhole ? least.height() : height / kLeastShare};
    }
    return {0, std::min(sizeHint().height(), kLeastRows * look::metrics().formRow)};
}

void PageScroll::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    if (fillsRoom())
        fillRoom();
    if (m_height == Height::Shared)
        updateGeometry(); // the window may have another height
}

bool PageScroll::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget()) {
        const QEvent::Type type = event->type();
        if (fillsRoom()) {
            if (type == QEvent::LayoutRequest) {
                fillRoom();
                if (m_height != Height::Available)
                    updateGeometry();
            }
        } else if (type == QEvent::LayoutRequest || type == QEvent::Resize) {
            updateGeometry();
        } else if (type == QEvent::HideToParent || type == QEvent::ShowToParent) {
            setVisible(!widget()->isHidden());
        }
    }
    return QScrollArea::eventFilter(watched, event);
}

void PageScroll::fillRoom()
{
    const QSize room = maximumViewportSize();
    widget()->resize(room.expandedTo(leastPage(room.width())));
    const QSize left = viewport()->size();
    if (widget()->height() > left.height()) // the bar takes some of the width
        widget()->resize(left.expandedTo(leastPage(left.width())));
}

QSize PageScroll::leastPage(int width) const
{
    QSize least = widget()->minimumSizeHint();
    const QLayout *layout = widget()->layout();
    if (m_height == Height::Shared && layout && layout->hasHeightForWidth()) {
        width = std::max(width, least.width());
        least.setHeight(std::max(least.height(), layout->totalMinimumHeightForWidth(width)));
    }
    return least;
}

} // namespace sonde::widgets
