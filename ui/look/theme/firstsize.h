// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSize>

class QWidget;

namespace sonde::look {

// Gives a new window the size `wanted`, or the largest that its screen has room for with the title
// bar and the frame. On a scaled screen that can be half of what it looks like. When it is shown
// first, it is over the middle of its parent, or of the screen, and wholly on the screen.
void setFirstSize(QWidget *window, QSize wanted);

} // namespace sonde::look
