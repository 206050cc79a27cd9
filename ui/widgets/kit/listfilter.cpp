// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/listfilter.h"

#include "look/searchfield.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QKeyEvent>

namespace sonde::widgets {

ListFilter::ListFilter(const QString &what, QAbstractItemView &list, QWidget *parent)
    : QLineEdit(parent)
    , m_list(list)
{
    setPlaceholderText(what);
    setAccessibleName(what);
    look::dressSearchField(*this, look::SearchField::Filter);
}

void ListFilter::focusAll()
{
    setFocus(Qt::ShortcutFocusReason);
    selectAll();
}

void ListFilter::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up)
        QCoreApplication::sendEvent(&m_list, event);
    else if (event->key() == Qt::Key_Return)
        Q_EMIT taken();
    else
        QLineEdit::keyPressEvent(event);
}

} // namespace sonde::widgets
