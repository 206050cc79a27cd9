// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filterrun.h"
#include "trace/record/recordlist.h"

#include <unordered_map>
#include <vector>

namespace sonde::cli {

class Output;
struct TraceOptions;

// What each message of a recording violates.
using FoundRules = std::unordered_map<trace::Number, std::vector<trace::FoundRule>>;
FoundRules foundRules(const trace::Store &store, const trace::RecordSnapshot &records);

// Checks a recording against the rules of the specification. Returns the exit code.
int checkTrace(const TraceOptions &options, Output &out, Output &err);

} // namespace sonde::cli
