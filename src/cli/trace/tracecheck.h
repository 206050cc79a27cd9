// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::cli {

class Output;
struct TraceOptions;

// Checks a recording against the rules of the specification. Returns the exit code.
int checkTrace(const TraceOptions &options, Output &out, Output &err);

} // namespace sonde::cli
