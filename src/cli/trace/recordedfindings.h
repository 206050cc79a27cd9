// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "trace/record/record.h"

#include <vector>

namespace sonde::trace {
class Recorder;
}

namespace sonde::cli {

// All that was recorded since the last call, in its final state.
std::vector<trace::Record> recordsOf(trace::Recorder &recorder);

// Whether Sonde violates something itself: it does so on purpose, and it is no fault of the server.
bool isOurs(const findings::Finding &finding);

} // namespace sonde::cli
