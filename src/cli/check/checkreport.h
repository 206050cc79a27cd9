// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "trace/recorder/recorder.h"

namespace sonde::cli {

class Output;

// Judges what was recorded of the server, prints the report, and writes the baseline. Returns the
// exit code.
int reportCheck(const Options &options, trace::Recorder &recorder, Output &out, Output &err);

} // namespace sonde::cli
