// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"
#include "cli/options/options.h"

namespace sonde::cli {

// Reads what `fan-out` sends, and where to: Options::fanOut, and the arguments of the request,
// which are those of its own command. Errors are Domain::Usage.
Result<void> readFanOut(const Line &line, Options &options);

// Reads what `load` sends: calls of the tool that it names, or a request as for `fan-out`. What it
// is stands in Options::fanOut, too.
Result<void> readLoad(const Line &line, Options &options);

} // namespace sonde::cli
