// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/eventloop.h"

namespace sonde::platform {

// Without an installed event loop Qt creates its own.
void installEventLoop(QThread &) { }

void installEventLoop() { }

} // namespace sonde::platform
