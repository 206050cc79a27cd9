// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "changes/snapshot.h"

#include <QString>

#include <optional>

namespace sonde::cli {

class Output;

// The file of --definitions: the tools, resources and prompts that a server had when it was
// accepted.

// Nothing if the file does not exist yet.
Result<std::optional<changes::Snapshot>> readDefinitions(const QString &file);

// Writes the file, or says on standard error what differs from it. Returns the exit code:
// kInvalidResult if a definition was added, removed or changed.
int reportDefinitions(const QString &file, const std::optional<changes::Snapshot> &accepted,
    const changes::Snapshot &now, Output &err);

} // namespace sonde::cli
