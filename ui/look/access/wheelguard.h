// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QWidget;

namespace sonde::look {

// The wheel scrolls what is around a combo box or a spin box, and does not change their values on
// its way: never that of a combo box, and that of a spin box only while it has the focus. Does
// nothing for other widgets. The style calls it for each widget.
void guardFromWheel(QWidget *widget);

} // namespace sonde::look
