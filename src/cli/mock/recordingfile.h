// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "mock/mockscript.h"

#include <QString>

namespace sonde::cli {

// The server's side of a recording, a session file or a file that `trace import` reads. `server` is
// its name in the recording; empty: the one of the last connection.
Result<mock::MockScript> readRecording(const QString &path, const QString &server);

} // namespace sonde::cli
