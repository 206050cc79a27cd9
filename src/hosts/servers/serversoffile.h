// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/pastedserver.h"

#include <QString>

#include <string>
#include <string_view>

namespace sonde::hosts {

// The servers in the configuration of any host, or in a part of one that somebody copied: JSON with
// or without comments, TOML or YAML; with a container that a host has (“mcpServers”, “servers”, …),
// or without one: a map or a list of servers, or one; also the registry's server.json. References
// such as ${NAME} are kept, and an entry with a tap is the server behind it. `name` is used for one
// server alone. The names are as they are written, also none. The error (Domain::Usage) says what
// the text is instead.
Result<config::PastedServers> readServersOfText(const std::string &utf8, const QString &name = {});

// The servers in a configuration file in UTF-8 or UTF-16, with unique names. A file is never taken
// for a URL or a command line. The error (Domain::Usage) says what the file is instead.
Result<config::PastedServers> readServersOfFile(std::string_view bytes);

} // namespace sonde::hosts
