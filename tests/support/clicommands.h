// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/program/commands.h"

namespace sonde::test {

// For a test that reads command lines: the commands are known before it begins.
inline const bool kHasCommands = (cli::useAllCommands(), true);

} // namespace sonde::test
