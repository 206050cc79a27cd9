// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/frame/secondarywindow.h"

#include <QAction>
#include <QKeyEvent>

namespace sonde::widgets {

SecondaryWindow::SecondaryWindow(QWidget *parent)
    : QWidget(parent, Qt::Window)
{
    auto *close = new QAction(tr("Close"), this);
    close->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_W));
    connect(close, &QAction::triggered, this, &QWidget::close);
    addAction(close);
}

// Not a shortcut: that would take the key from an open editor or popup of the window.
void SecondaryWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace sonde::widgets
