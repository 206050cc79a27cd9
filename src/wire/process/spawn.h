// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "wire/link/transport.h"
#include "wire/process/childprocess.h"
#include "wire/process/launch.h"

namespace sonde::wire {

// The most that a pipe to or from a child holds: larger than the usual 64 KiB, so that a flood
// needs fewer context switches.
inline constexpr int kPipeSize = 256 * 1024;

// A running child and Sonde's ends of its three pipes: non-blocking, closed on exec.
struct Spawned {
    ProcessHandle process;
    int input = -1; // for writing
    int output = -1;
    int diagnostics = -1;
};

// Finds and starts the program. Fills the report as far as it got, also on failure.
Result<Spawned> spawn(const Launch &launch, StartReport &report);

} // namespace sonde::wire
