// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "wire/link/transport.h"
#include "wire/process/childprocess.h"
#include "wire/process/launch.h"

namespace sonde::wire {

// A running child and our ends of its three pipes: non-blocking, closed on exec.
struct Spawned {
    ProcessHandle process;
    int input = -1; // we write
    int output = -1;
    int diagnostics = -1;
};

// Finds and starts the program. The report is filled as far as it came, also on failure.
Result<Spawned> spawn(const Launch &launch, StartReport &report);

} // namespace sonde::wire
