// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/wireloop.h"

#include "platform/eventloop.h"

namespace sonde::wire {

void installWireLoop(QThread &thread)
{
    platform::installEventLoop(thread);
}

void installWireLoop()
{
    platform::installEventLoop();
}

} // namespace sonde::wire
