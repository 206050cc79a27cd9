// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/emptymenu.h"

#include <QMenu>

namespace sonde::look {

void emptyMenu(QMenu &menu)
{
    menu.clear();
    // A submenu deletes its own.
    qDeleteAll(menu.findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly));
}

} // namespace sonde::look
