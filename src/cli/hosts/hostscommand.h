// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/hosts/hostsoptions.h"
#include "cli/output/output.h"

namespace sonde::cli {

// Runs the command, except import, which needs the event loop. The exit code: kFine, or kUsage when
// a file cannot be read or changed.
int runHosts(const HostsOptions &options, Output &out, Output &err);

} // namespace sonde::cli
