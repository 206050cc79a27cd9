// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/server/authcommand.h"

namespace sonde::cli {

CommandRow authLoginCommand()
{
    return {
        .words = QLatin1String("auth login"),
        .commands = Command::AuthLogin,
        .usage = u"auth login --url URL",
        .summary =
            QT_TRANSLATE_NOOP("CommandLineProgram", "authorizes at a server that requires it"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Authorizes in a browser, and prints each step. The token is stored in the desktop's "
            "keychain; other commands use and refresh it."),
        .examples = u"sonde-cli auth login --url https://example.org/mcp\n"
                    "sonde-cli auth login --no-keychain --url https://example.org/mcp",
        .runWithServer = runTraced<AuthCommand>,
    };
}

CommandRow authStatusCommand()
{
    return {
        .words = QLatin1String("auth status"),
        .commands = Command::AuthStatus,
        .usage = u"auth status --url URL",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "shows what is stored for a server"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Shows what is stored, and a token's claims. The exit code is 3 if nothing is stored."),
        .examples = u"sonde-cli auth status --url https://example.org/mcp\n"
                    "sonde-cli auth status --server NAME --config remote.json",
        .runWithServer = runTraced<AuthCommand>,
    };
}

CommandRow authLogoutCommand()
{
    return {
        .words = QLatin1String("auth logout"),
        .commands = Command::AuthLogout,
        .usage = u"auth logout --url URL [--all]",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "revokes and deletes a token"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Revokes and deletes the token; with --all also the client and its secret."),
        .examples = u"sonde-cli auth logout --url https://example.org/mcp\n"
                    "sonde-cli auth logout --all --url https://example.org/mcp",
        .runWithServer = runTraced<AuthCommand>,
    };
}

CommandRow authTokenCommand()
{
    return {
        .words = QLatin1String("auth token"),
        .commands = Command::AuthToken,
        .usage = u"auth token --url URL",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "prints the token"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints the access token, for another program; it is refreshed if it has expired."),
        .examples = u"sonde-cli auth token --url https://example.org/mcp\n"
                    "sonde-cli auth token --server NAME --config remote.json",
        .runWithServer = runTraced<AuthCommand>,
    };
}

} // namespace sonde::cli
