// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/fittedscroll.h"

#include "look/metrics.h"

#include <QEvent>
#include <QLayout>

#include <algorithm>

namespace sonde::widgets {

namespace {

constexpr int kLeastRows = 3; // of a form

}

FittedScroll::FittedScroll(QWidget *page, QWidget *parent)
    : QScrollArea(parent)
{
    setFrameStyle(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // what is in the page takes it, and is scrolled to
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Maximum);
    setWidgetResizable(true);
    setWidget(page);
    page->setAutoFillBackground(false); // the ground is that of where it stands
    viewport()->setAutoFillBackground(false);
    page->installEventFilter(this);
    setVisible(!page->isHidden());
}

QSize FittedScroll::sizeHint() const
{
    const QLayout *layout = widget()->layout();
    const int width = viewport()->width();
    const int height = layout && layout->hasHeightForWidth() ? layout->totalHeightForWidth(width)
                                                             : widget()->sizeHint().height();
    return {widget()->sizeHint().width(), height};
}

QSize FittedScroll::minimumSizeHint() const
{
    return {0, std::min(sizeHint().height(), kLeastRows * look::metrics().formRow)};
}

bool FittedScroll::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget()) {
        if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)
            updateGeometry();
        else if (event->type() == QEvent::HideToParent || event->type() == QEvent::ShowToParent)
            setVisible(!widget()->isHidden());
    }
    return QScrollArea::eventFilter(watched, event);
}

} // namespace sonde::widgets
