// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/eventloop.h"

namespace sonde::platform {

// Qt makes a loop of its own where none is installed.
void installEventLoop(QThread &) { }

void installEventLoop() { }

} // namespace sonde::platform
