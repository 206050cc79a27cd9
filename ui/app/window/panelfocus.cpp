// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/panelfocus.h"

#include <QWidget>

namespace sonde::app {

namespace {

bool hasFocusInside(const QWidget &part)
{
    const QWidget *focused = part.window()->focusWidget();
    return focused && (focused == &part || part.isAncestorOf(focused)) && focused->isVisible();
}

} // namespace

void focusInside(QWidget &part)
{
    if (hasFocusInside(part))
        return;
    part.setFocus(Qt::TabFocusReason);
    if (hasFocusInside(part))
        return;
    for (QWidget *child : part.findChildren<QWidget *>()) {
        if (child->focusPolicy() & Qt::TabFocus && child->isVisible() && child->isEnabled()) {
            child->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

} // namespace sonde::app
