// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/base/viewer.h"

#include <QKeyEvent>

namespace sonde::content {

// Not a shortcut, which would be ambiguous with the window's own for the filter of the panel: what
// has the keys takes it before (and hands it up to here, having no use for it).
bool Viewer::event(QEvent *event)
{
    const bool press = event->type() == QEvent::KeyPress;
    if (canFind() && (press || event->type() == QEvent::ShortcutOverride)) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_F && key->modifiers() == Qt::ControlModifier) {
            if (press)
                openFind();
            key->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

} // namespace sonde::content
