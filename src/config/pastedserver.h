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

// What somebody pasted, as servers.
struct PastedServers {
    std::vector<Profile> profiles; // at least one, with names that differ
    QStringList notes; // sentences on what was left out, or is different here
};

inline constexpr qsizetype kMaxPasted = 1 << 20; // characters
inline constexpr std::size_t kMaxPastedServers = 200;

// Takes what READMEs and configuration files offer to be copied:
// - a URL;
// - a command line, also of programs that add or show a server (`claude mcp add …`,
//   `codex mcp add …`, `npx @modelcontextprotocol/inspector …`, `curl …`);
// - JSON as hosts keep it: {"mcpServers":{…}}, {"servers":{…}}, {"mcp":{…}},
// {"context_servers":{…}},
//   the map or the server alone, with comments and trailing commas.
// Nothing is executed, read or looked up, and nothing is validated: that is validate()'s. The error
// (Domain::Usage) says what it looks like and what to do.
Result<PastedServers> readPastedServers(QStringView text);

// `wanted`, or with a number behind it when that name is taken.
QString freeServerName(const QString &wanted, const QStringList &taken);

} // namespace sonde::config
