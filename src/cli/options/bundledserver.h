// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/options.h"

namespace sonde::cli {

// The server in the bundle of Options::bundleFile, which is unpacked into the user's data folder
// unless it is there already, with the values of --setting. Relative paths of settings are those of
// the folder of this program. Errors say which settings need another value.
// Needs an application, which knows where the module with libarchive is.
Result<config::Profile> readBundledServer(Options &options);

} // namespace sonde::cli
