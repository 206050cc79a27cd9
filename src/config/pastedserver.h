// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/profile.h"

#include <QString>
#include <QStringList>
#include <QStringView>

#include <vector>

namespace sonde::config {

// The servers in a pasted text.
struct PastedServers {
    std::vector<Profile> profiles; // at least one; the names are unique
    QStringList notes; // sentences about skipped parts and about differences
};

inline constexpr qsizetype kMaxPasted = 1 << 20; // characters
inline constexpr std::size_t kMaxPastedServers = 200;

// Parses what people copy from READMEs and configuration files:
// - a URL;
// - a command line, also of programs that add or show a server (`claude mcp add …`,
//   `codex mcp add …`, `npx @modelcontextprotocol/inspector …`, `curl …`);
// - the JSON of hosts: {"mcpServers":{…}}, {"servers":{…}}, {"mcp":{…}}, {"context_servers":{…}},
//   the map or a single server, with comments and trailing commas;
// - the registry's server.json, and links that install a server in a host (cursor://…).
// Executes, reads and looks up nothing, and leaves validation to validate(). The error
// (Domain::Usage) says what the text looks like and what to do.
Result<PastedServers> readPastedServers(QStringView text);

// `wanted`, followed by a number if a server has that name.
QString freeServerName(const QString &wanted, const QStringList &taken);

} // namespace sonde::config
