// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"
#include "mcp/client/loadrun.h"

namespace sonde::cli {

// How many calls, at which rate, for how long. Errors are Domain::Usage.
Result<mcp::LoadRun::Plan> loadPlan(const Line &line);

} // namespace sonde::cli
