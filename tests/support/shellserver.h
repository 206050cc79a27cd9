// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace sonde::test {

// A legacy server as a script of the shell, which opens its session. `cases` are those of a `case`
// over the received line: `say` sends a response with the members of its argument. The words that
// follow the script are $0, $1, ….
inline QString shellServer(
    const QByteArray &cases, const QByteArray &capabilities = R"("tools":{})")
{
    return QString::fromUtf8(
        "while read -r line; do\n"
        "  id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
        "  say() { printf '{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\\n' \"$id\" \"$1\"; }\n"
        "  case \"$line\" in\n"
        "  *'\"initialize\"'*) say '\"result\":{\"protocolVersion\":\"2025-06-18\","
        "\"capabilities\":{"
        + capabilities + "},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}';;\n" + cases
        + "  esac\n"
          "done\n");
}

// The words of a command line that starts such a server.
inline QStringList shellWords(const QString &server, const QStringList &words)
{
    return QStringList{QStringLiteral("--"), QStringLiteral("sh"), QStringLiteral("-c"), server}
    + words;
}

} // namespace sonde::test
