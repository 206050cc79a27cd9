// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "fanout/fanresult.h"

namespace sonde::trace {
class Recorder;
}

namespace sonde::cli {

// Adds to each column what its server violated on the connection.
void addFindings(trace::Recorder &recorder, fanout::FanResults &results);

} // namespace sonde::cli
