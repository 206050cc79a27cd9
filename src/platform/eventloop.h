// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QThread;

namespace sonde::platform {

// The event loop for a thread that moves bytes: the wire thread, and the command line. On Linux it
// makes fewer system calls than Qt's own (linux/epolldispatcher.h); elsewhere it is Qt's own.
//
// Not for a thread with windows, nor where GLib's event loop is needed (the keychain).

// For a thread, before it is started.
void installEventLoop(QThread &thread);
// For the application, before it is constructed.
void installEventLoop();

} // namespace sonde::platform
