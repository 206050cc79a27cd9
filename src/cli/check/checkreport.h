// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "findings/accepted/baseline.h"
#include "trace/recorder/recorder.h"

namespace sonde::cli {

class Output;

// Judges what was recorded of the server, prints the report without what `baseline` accepts, and
// writes a new baseline with all findings if one is asked for. Returns the exit code. Without a
// connection, and without anything that the server has sent, there is nothing to report.
int reportCheck(const Options &options, const findings::Baseline &baseline,
    trace::Recorder &recorder, bool wasConnected, Output &out, Output &err);

} // namespace sonde::cli
