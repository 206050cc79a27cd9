// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "changes/snapshot.h"

#include <QString>

#include <optional>

namespace sonde::cli {

// The snapshot in a file; nothing if the file is something else, or cannot be read at all.
Result<std::optional<changes::Snapshot>> readSnapshotFile(const QString &path);

} // namespace sonde::cli
