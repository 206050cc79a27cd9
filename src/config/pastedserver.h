// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/hostvariables.h"
#include "config/profile.h"

#include <QString>
#include <QStringList>
#include <QStringView>

#include <string>
#include <vector>

namespace sonde::config {

// The servers in a pasted text.
struct PastedServers {
    std::vector<Profile> profiles; // at least one; the names are unique
    QStringList notes; // sentences about skipped parts and about differences
    // Of each profile: what a host would refuse or read otherwise. They are among the notes, too.
    std::vector<QStringList> differences{};
    bool isOfHost = false; // JSON, in which hosts replace references such as ${NAME}
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
// Executes and reads nothing, looks up only whether a command with blanks is the path of a program,
// and leaves validation to validate(). References such as ${NAME} are kept, with a note. The error
// (Domain::Usage) says what the text looks like and what to do.
Result<PastedServers> readPastedServers(QStringView text);
// The same, with the values of the references in the JSON of hosts. The notes name those without a
// value, and say that there are values.
Result<PastedServers> readPastedServers(QStringView text, const HostVariables &variables);
// Only the JSON, of any length, without notes about references, which are kept.
Result<PastedServers> readServersJson(const std::string &utf8);

// A URL without the quotes around it; any other text as it is.
QString withoutQuotes(const QString &url);

// `wanted`, followed by a number if a server has that name.
QString freeServerName(const QString &wanted, const QStringList &taken);

} // namespace sonde::config
