// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/settings/keyedit.h"

#include <QKeyEvent>

namespace sonde::widgets {

// Escape is no shortcut but the way out, for the keyboard.
void KeyEdit::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier) {
        Q_EMIT left();
        return;
    }
    QKeySequenceEdit::keyPressEvent(event);
    if (const QKeySequence keys = keySequence(); !keys.isEmpty()) {
        setKeySequence(QKeySequence(keys[0])); // the next key begins anew
        Q_EMIT typed(keySequence());
    }
}

// The base class starts to wait for the next key here.
void KeyEdit::keyReleaseEvent(QKeyEvent *event)
{
    event->accept();
}

// A modifier alone has emptied the field.
void KeyEdit::focusOutEvent(QFocusEvent *event)
{
    QKeySequenceEdit::focusOutEvent(event);
    if (keySequence().isEmpty())
        Q_EMIT left();
}

} // namespace sonde::widgets
