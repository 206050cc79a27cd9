// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"

#include <QString>

#include <vector>

namespace sonde::models {

// A command for a terminal that shows what a process does.
struct AttachCommand {
    QString title; // what it does
    QString command;
};
// The debuggers of its language first. Sonde only offers them. `environment` is that of the
// process, as far as it is known.
std::vector<AttachCommand> attachCommands(
    const SampledProcess &process, const std::vector<SampledVariable> &environment);

} // namespace sonde::models
