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

// The parts of readPastedServers(). Names of profiles may be empty or equal: it mends them.

// JSON or JSON with comments. `name` is for a server that stands alone.
Result<PastedServers> readPastedJson(const QString &text, const QString &name = {});
Result<PastedServers> readPastedCommand(const CommandLine &line);

bool isHttpUrl(QStringView text); // begins with http:// or https://
// What hosts call a transport: "sse", "streamable-http", … What is not known is Auto.
HttpTransport transportFromHost(QStringView name);
void addHeader(HttpSettings &http, const QString &name, const QString &value);
// A name out of what is started: "server-x" of `npx -y @scope/server-x@1.0 --flag`.
QString nameOfCommand(const QString &program, const QStringList &arguments);
// A note when a value waits for the host to replace something in it, like ${input:token}.
void recordPlaceholders(const Profile &profile, QStringList &notes);

} // namespace sonde::config
