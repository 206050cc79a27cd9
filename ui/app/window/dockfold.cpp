// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/dockfold.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>

#include <utility>

namespace sonde::app {

DockFold::DockFold(QDockWidget *dock, Qt::Orientation orientation, int size, QObject *parent)
    : QObject(parent)
    , m_dock(dock)
    , m_orientation(orientation)
    , m_size(size)
{
    connect(dock->toggleViewAction(), &QAction::triggered, this, [this] { m_folded = false; });
}

void DockFold::setTight(bool tight)
{
    if (std::exchange(m_tight, tight) == tight)
        return;
    if (tight && !m_dock->isHidden() && !m_dock->isFloating()) {
        m_folded = true;
        m_dock->hide();
    } else if (!tight && std::exchange(m_folded, false)) {
        m_dock->show();
        // Only once it is laid out again does it have a size to change.
        QMetaObject::invokeMethod(this, &DockFold::restoreSize, Qt::QueuedConnection);
    }
}

void DockFold::restoreSize()
{
    auto *window = qobject_cast<QMainWindow *>(m_dock->parentWidget());
    if (window && !m_dock->isHidden() && !m_dock->isFloating())
        window->resizeDocks({m_dock}, {m_size}, m_orientation);
}

int DockFold::shownSize() const
{
    return m_orientation == Qt::Horizontal ? m_dock->width() : m_dock->height();
}

void DockFold::beginMove()
{
    m_sizeBefore = shownSize();
}

void DockFold::endMove()
{
    if (m_dock->isVisible() && !m_dock->isFloating() && shownSize() != m_sizeBefore)
        m_size = shownSize();
}

void DockFold::startAnew()
{
    m_tight = false;
    m_folded = false;
}

} // namespace sonde::app
