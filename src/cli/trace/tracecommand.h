// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"
#include "cli/output/output.h"

namespace sonde::cli {

// The commands of trace. The exit code, or what is wrong with the line. `tail` needs the event
// loop.
Result<int> runTrace(const Line &line, Output &out, Output &err);

} // namespace sonde::cli
