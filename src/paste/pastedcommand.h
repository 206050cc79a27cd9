// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/commandline.h"
#include "config/pastedserver.h"

namespace sonde::paste {

// The server that a command line starts, or that it adds to a host or shows (`claude mcp add …`,
// `npx @modelcontextprotocol/inspector …`, `curl …`).
Result<config::PastedServers> readPastedCommand(const config::CommandLine &line);

} // namespace sonde::paste
