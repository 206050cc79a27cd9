// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/dockfold.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>

#include <utility>

namespace sonde::app {

DockFold::DockFold(QDockWidget *dock, Qt::Orientation orientation, int firstSize, QObject *parent)
    : QObject(parent)
    , m_dock(dock)
    , m_orientation(orientation)
    , m_size(firstSize)
{
    connect(dock->toggleViewAction(), &QAction::triggered, this, [this] { m_folded = false; });
}

void DockFold::setTight(bool tight)
{
    if (std::exchange(m_tight, tight) == tight)
        return;
    if (tight && !m_dock->isHidden() && !m_dock->isFloating()) {
        m_folded = true;
        if (m_dock->isVisible())
            m_size = size();
        m_dock->hide();
    } else if (!tight && std::exchange(m_folded, false)) {
        m_dock->show();
        // Only once it is laid out again does it have a size to change.
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (auto *window = qobject_cast<QMainWindow *>(m_dock->parentWidget()))
                    window->resizeDocks({m_dock}, {m_size}, m_orientation);
            },
            Qt::QueuedConnection);
    }
}

void DockFold::startAnew()
{
    m_tight = false;
    m_folded = false;
}

int DockFold::size() const
{
    return m_orientation == Qt::Horizontal ? m_dock->width() : m_dock->height();
}

} // namespace sonde::app
