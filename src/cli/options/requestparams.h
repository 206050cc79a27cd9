// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/argumentssource.h"
#include "cli/options/options.h"

namespace sonde::cli {

// The JSON that a command sends, from its words or from the file or stdin that --args names: the
// arguments for tools call, the params for every other command. JSON of the user stays byte for
// byte. Empty for a command without params. Errors are Domain::Usage.
Result<ReadyJson> requestParams(const Options &options);

} // namespace sonde::cli
