// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/commandline.h"
#include "config/pastedserver.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <QStringView>

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
Result<PastedServers> readPastedCommand(const CommandLine &line);

bool isHttpUrl(QStringView text); // begins with http:// or https://
// The transport that a host calls "sse", "streamable-http", …; Auto for unknown names.
HttpTransport transportFromHost(QStringView name);
void addHeader(HttpSettings &http, const QString &name, const QString &value);
// Derives a server name from a command: "server-x" from `npx -y @scope/server-x@1.0 --flag`.
QString nameOfCommand(const QString &program, const QStringList &arguments);
// Adds a note if a value contains a placeholder of the host, like ${input:token}.
void recordPlaceholders(const Profile &profile, QStringList &notes);

} // namespace sonde::config
