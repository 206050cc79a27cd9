// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/access/listkeys.h"

#include <QAbstractItemView>
#include <QAccessible>

#include <algorithm>

namespace sonde::look {

namespace {
constexpr int kPage = 10; // rows
}

void selectRow(QAbstractItemView &list, int row)
{
    const int last = list.model()->rowCount() - 1;
    if (last < 0) // Qt divides by the number of columns, of which an empty list may have none
        return list.setCurrentIndex({});
    row = std::clamp(row, 0, last);
    list.setCurrentIndex(list.model()->index(row, 0));
    QAccessibleEvent event(&list, QAccessible::Focus);
    event.setChild(row);
    QAccessible::updateAccessibility(&event);
}

bool moveInList(QAbstractItemView &list, int key)
{
    const int row = list.currentIndex().row();
    switch (key) {
    case Qt::Key_Down:
        selectRow(list, row + 1);
        return true;
    case Qt::Key_Up:
        selectRow(list, row - 1);
        return true;
    case Qt::Key_PageDown:
        selectRow(list, row + kPage);
        return true;
    case Qt::Key_PageUp:
        selectRow(list, row - kPage);
        return true;
    default:
        return false;
    }
}

} // namespace sonde::look
