// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QThread;

namespace sonde::platform {

// The event loop for a thread that transfers bytes: the wire thread, and the command line. On Linux
// it makes fewer system calls than Qt's event loop (linux/epolldispatcher.h); elsewhere it is Qt's
// event loop.
//
// Do not use it on a thread with windows, or where GLib's event loop is needed (the keychain).

// Sets the event loop of a thread that has not been started.
void installEventLoop(QThread &thread);
// Sets the event loop of the application, before the application object is constructed.
void installEventLoop();

} // namespace sonde::platform
