// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/options.h"

namespace sonde::cli {

// Completes the options of --server NAME: with the server of that name in the file of --config, in
// any format that hosts have and with the values of its references, or in Sonde's own servers; and
// those of a bundle, with its server. A reference without a value is an error, but for the doctor;
// what the host of the file would refuse is a note. What the command line says of the server counts
// more than the file. Secret values that the keychain stores stay empty, and are an error with
// --no-keychain. Errors say which names there are.
Result<void> readNamedServer(Options &options);

} // namespace sonde::cli
