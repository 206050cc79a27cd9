// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/commandline.h"
#include "config/pastedserver.h"
#include "json/value.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <QStringView>

#include <optional>
#include <string>

namespace sonde::config {

// Parts of readPastedServers(), which then names unnamed profiles uniquely.

struct PastedText {
    Q_DECLARE_TR_FUNCTIONS(PastedServer)
};

// What was pasted cannot be used.
inline Error pasteError(const QString &sentence)
{
    return {Domain::Usage, 0, sentence, {}, {}};
}

// JSON, optionally with comments. `name` is used for a server without a name.
Result<PastedServers> readPastedJson(const QString &text, const QString &name = {});
Result<PastedServers> readJsonText(std::string utf8, const QString &name);
Result<PastedServers> readPastedCommand(const CommandLine &line);
// A link with which a page installs a server in a host (vscode:mcp/install?…, cursor://…); nothing
// when it is another text.
std::optional<Result<PastedServers>> readPastedLink(const QString &text);
// Whether it is a server.json of the registry, or one in a response of the registry's API.
bool isRegistryServer(const json::Value &root);
// One server for each of its packages and remotes.
PastedServers readRegistryServer(const json::Value &root);

bool isHttpUrl(QStringView text); // begins with http:// or https://
// The transport that a host calls "sse", "streamable-http", …; Auto for unknown names.
HttpTransport transportFromHost(QStringView name);
void addHeader(HttpSettings &http, const QString &name, const QString &value);
// Derives a server name from a command: "server-x" from `npx -y @scope/server-x@1.0 --flag`.
QString nameOfCommand(const QString &program, const QStringList &arguments);
// The server's own name, or one that is derived from its command or URL; it can be saved.
QString nameOf(const Profile &profile);
// Adds a note if a value contains a placeholder of the host, like ${input:token}.
void recordPlaceholders(const Profile &profile, QStringList &notes);

} // namespace sonde::config
