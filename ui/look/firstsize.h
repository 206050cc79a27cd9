// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSize>

class QWidget;

namespace sonde::look {

// Gives a new window the size `wanted`, or the largest that its screen has room for with the title
// bar and the frame. On a scaled screen that can be half of what it looks like.
void setFirstSize(QWidget *window, QSize wanted);

} // namespace sonde::look
