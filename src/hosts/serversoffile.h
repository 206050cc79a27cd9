// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/pastedserver.h"

#include <string_view>

namespace sonde::hosts {

// The servers in a configuration file of any host: JSON with or without comments, TOML or YAML, in
// UTF-8 or UTF-16. A file is never taken for a URL or a command line. The error (Domain::Usage)
// says what the file is instead.
Result<config::PastedServers> readServersOfFile(std::string_view bytes);

} // namespace sonde::hosts
