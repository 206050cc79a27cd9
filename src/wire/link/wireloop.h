// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QThread;

namespace sonde::wire {

// The event loop for transferring bytes with the fewest system calls that the platform allows;
// platform/eventloop.h lists where it must not be used.
//
// Sets the event loop of a thread that has not been started.
void installWireLoop(QThread &thread);
// Sets the event loop of the application, before the application object is constructed.
void installWireLoop();

} // namespace sonde::wire
