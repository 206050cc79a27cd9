// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QWidget;

namespace sonde::app {

// Moves the focus into a part of the window: to its focus proxy, else to the first control in it
// that the Tab key reaches. Leaves it where it is when it is there already.
void focusInside(QWidget &part);

} // namespace sonde::app
