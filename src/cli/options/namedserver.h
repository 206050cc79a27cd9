// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/options.h"

namespace sonde::cli {

// Completes the options of --server NAME: with the server of that name in the file of --config, in
// any format of JSON that hosts have, or in Sonde's own servers. What the command line says of the
// server counts more than the file. Errors say which names there are.
Result<void> readNamedServer(Options &options);

} // namespace sonde::cli
