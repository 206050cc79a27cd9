// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "cli/options/options.h"
#include "cli/output/output.h"

namespace sonde::cli {

// Whether the files and folders of the options can be used, which only the file system knows.
Result<void> checkPlaces(const Options &options);

// Runs a command with a server, with what --record, --trace and --verbose ask for. Needs the event
// loop. Returns the exit code.
int runWithServer(const Options &options, const Bytes &json, Output &out, Output &err);

} // namespace sonde::cli
