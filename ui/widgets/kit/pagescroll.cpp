// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/pagescroll.h"

#include <QEvent>

namespace sonde::widgets {

PageScroll::PageScroll(QWidget *page)
    : QScrollArea(page->parentWidget())
{
    setFrameStyle(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // what is in the page takes it, and is scrolled to
    setFocusProxy(page);
    setWidget(page);
    page->installEventFilter(this);
    fit();
}

void PageScroll::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

bool PageScroll::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        fit();
    return QScrollArea::eventFilter(watched, event);
}

void PageScroll::fit()
{
    widget()->resize(maximumViewportSize().expandedTo(widget()->minimumSizeHint()));
    if (widget()->height() > viewport()->height()) // the bar takes some of the width
        widget()->resize(viewport()->size().expandedTo(widget()->minimumSizeHint()));
}

} // namespace sonde::widgets
