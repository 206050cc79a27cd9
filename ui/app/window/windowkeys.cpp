// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/windowkeys.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace sonde::app {

WindowKeys::WindowKeys(std::vector<QAction *> actions, QWidget *window)
    : QObject(window)
    , m_actions(std::move(actions))
    , m_window(window)
{
    QApplication::instance()->installEventFilter(this);
}

// A field that accepts a ShortcutOverride gets the key; one that never sees it leaves the key to
// the shortcut.
bool WindowKeys::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride || !watched->isWidgetType()
        || static_cast<QWidget *>(watched)->window() != m_window)
        return false;
    const QKeySequence keys(static_cast<QKeyEvent *>(event)->keyCombination());
    if (std::none_of(m_actions.begin(), m_actions.end(),
            [&](const QAction *action) { return action->shortcut() == keys; }))
        return false;
    event->ignore();
    return true;
}

} // namespace sonde::app
