// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/output.h"
#include "cli/trace/exportcommand.h"
#include "cli/trace/traceoptions.h"

namespace sonde::cli {

// `trace report`: writes to the file of the options, or to `out`. Gives the exit code.
int reportProblem(const TraceOptions &options, OpenedSession &session, Output &out, Output &err);

} // namespace sonde::cli
