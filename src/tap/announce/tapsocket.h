// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "tap/relay/inlet.h"

#include <QString>

namespace sonde::tap {

// Unix sockets between programs of one user. A descriptor of these functions is closed on exec and
// does not block.

// Listens at `path`, which is replaced. The file appears under that name once connections are
// accepted, with mode 0600.
Result<Inlet> listenAt(const QString &path);

// The next connection from a program of this user; a closed one if there is none. Others are
// refused, whatever the modes of the folder and the file allow.
Inlet acceptOwn(int listening);

// Connects to a socket that a program of this user listens at. Error::code is the errno:
// ECONNREFUSED says that it does not listen any more.
Result<Inlet> connectToOwn(const QString &path);

} // namespace sonde::tap
