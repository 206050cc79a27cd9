// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/field/pastefield.h"

#include "config/pastedserver.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>

namespace sonde::widgets {

PasteField::PasteField(QWidget *parent)
    : QLineEdit(parent)
{
    setMaxLength(int(config::kMaxPasted));
}

void PasteField::pasteClipboard()
{
    const QString text = QGuiApplication::clipboard()->text();
    if (text.trimmed().isEmpty())
        return;
    setText(text); // shown as one line; text() returns all lines
    setCursorPosition(0);
    Q_EMIT pasted(text);
}

void PasteField::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Paste)) {
        pasteClipboard();
        event->accept();
        return;
    }
    // Return must not reach the dialog's default button.
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        Q_EMIT entered();
        event->accept();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

// The context menu of QLineEdit would paste only one line.
void PasteField::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *paste = menu->addAction(tr("&Paste"), this, &PasteField::pasteClipboard);
    paste->setEnabled(!QGuiApplication::clipboard()->text().isEmpty());
    menu->addAction(tr("&Clear"), this, &QLineEdit::clear);
    menu->popup(event->globalPos());
}

} // namespace sonde::widgets
