// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QThread;

namespace sonde::wire {

// The event loop that moves bytes with the fewest system calls that the platform allows; see
// platform/eventloop.h for where it must not be used.
//
// For a thread, before it is started.
void installWireLoop(QThread &thread);
// For the application, before it is constructed.
void installWireLoop();

} // namespace sonde::wire
