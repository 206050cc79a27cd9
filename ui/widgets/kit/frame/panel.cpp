// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/frame/panel.h"

#include "look/painting/iconengine.h"

#include <QAction>

namespace sonde::widgets {

void Panel::addToMenu(Menu menu, QAction *action)
{
    m_menuActions.push_back({menu, action});
}

QAction *Panel::addToMenu(Menu menu, const QString &name, const QString &text, const char *icon,
    const QKeySequence &shortcut)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    if (icon)
        action->setIcon(look::icon(icon));
    action->setShortcut(shortcut);
    addToMenu(menu, action);
    return action;
}

} // namespace sonde::widgets
