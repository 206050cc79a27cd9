// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"
#include "cli/output/output.h"

namespace sonde::cli {

// Everything after `sonde-cli help`: no argument prints the list of topics, one argument prints the
// page of that topic; a command, "options" and "all" print what --help prints of them. Returns the
// exit code.
Result<int> runHelp(const Line &line, Output &out, Output &err);

} // namespace sonde::cli
