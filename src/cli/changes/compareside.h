// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "changes/snapshot.h"
#include "cli/options/options.h"

namespace sonde::cli {

// Whether a side of `compare` is a file; otherwise it is a URL or the name of a server.
bool isCompareFile(const QString &side);

// The snapshot in a file, which is a snapshot or a session file. Errors name the file.
Result<changes::Snapshot> readCompareFile(const QString &path);

// The options that connect to a side that is no file. Errors are Domain::Usage.
Result<Options> serverOfSide(const Options &options, const QString &side);

} // namespace sonde::cli
