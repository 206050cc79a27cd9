// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/openedwindow.h"

namespace sonde::tests {

// A server of the shell with one tool: its definition, as JSON text. It writes `noise` before its
// first message, if there is any.
inline config::Profile toolServer(
    const QString &name, const QString &definition, const QString &noise = {})
{
    static constexpr char kScript[] =
        "test -z \"$2\" || echo \"$2\"\n"
        "while read -r line; do\n"
        "  id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
        "  say() { printf '{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\\n' \"$id\" \"$1\"; }\n"
        "  case \"$line\" in\n"
        "  *'\"initialize\"'*) say '\"result\":{\"protocolVersion\":\"2025-11-25\","
        "\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}';;\n"
        "  *tools/list*) say '\"result\":{\"tools\":['\"$1\"']}';;\n"
        "  *'\"id\"'*) say '\"error\":{\"code\":-32601,\"message\":\"unknown\"}';;\n"
        "  esac\n"
        "done\n";
    config::Profile server = profile(name, QStringLiteral("sh"),
        {QStringLiteral("-c"), QString::fromLatin1(kScript), QStringLiteral("sh"), definition,
            noise});
    server.era = config::EraMode::Legacy;
    return server;
}

} // namespace sonde::tests
