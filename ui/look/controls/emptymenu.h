// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QMenu;

namespace sonde::look {

// For a menu that is filled anew each time it opens. QMenu::clear() leaves its submenus, which
// would add up.
void emptyMenu(QMenu &menu);

} // namespace sonde::look
