// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/commandline.h"
#include "config/pastedserver.h"

#include <QString>
#include <QStringList>
#include <QStringView>

namespace sonde::config {

// The parts of readPastedServers(), which also gives unique names to profiles without one.

// JSON, or JSON with comments. `name` is the name of a single server.
Result<PastedServers> readPastedJson(const QString &text, const QString &name = {});
Result<PastedServers> readPastedCommand(const CommandLine &line);

bool isHttpUrl(QStringView text); // begins with http:// or https://
// The transport of a host's name for it: "sse", "streamable-http", …; Auto for unknown names.
HttpTransport transportFromHost(QStringView name);
void addHeader(HttpSettings &http, const QString &name, const QString &value);
// A server name from a command: "server-x" of `npx -y @scope/server-x@1.0 --flag`.
QString nameOfCommand(const QString &program, const QStringList &arguments);
// Adds a note when a value contains a placeholder of the host, like ${input:token}.
void recordPlaceholders(const Profile &profile, QStringList &notes);

} // namespace sonde::config
