// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"
#include "cli/output/output.h"

namespace sonde::cli {

// The commands of hosts: the exit code (kFine, or kUsage when a file cannot be read or changed), or
// what is wrong with the line. Needs an application, which knows the path of this program.
Result<int> runHosts(const Line &line, Output &out, Output &err);

} // namespace sonde::cli
