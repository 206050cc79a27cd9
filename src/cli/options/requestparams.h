// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/arguments.h"
#include "cli/options/options.h"

namespace sonde::cli {

// What a command sends, made of its words and of the file or stdin that --args names: for tools
// call the arguments, for everything else the params, ready as JSON text. What the person wrote as
// JSON stays byte for byte. Empty for a command that has no use for it. Errors are Domain::Usage.
Result<JsonText> requestParams(const Options &options);

} // namespace sonde::cli
