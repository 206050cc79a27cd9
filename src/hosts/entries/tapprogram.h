// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/entries/hostentry.h"

#include <QString>

namespace sonde::hosts {

// The command that takes the place of the server's.
struct TapCommand {
    QString program; // the absolute path of sonde-cli
    QString name; // of the server, in its recordings: recordedName()
    // Of the recordings, absolute, with a trailing slash: without it, a tap takes the name of a
    // folder that is gone for that of a file.
    QString folder;
};
// A server without a name has one in its recordings.
QString recordedName(const HostEntry &entry);
// The command of an entry that has a bridge.
TapCommand commandOfBridge(const HostEntry &entry);

} // namespace sonde::hosts
