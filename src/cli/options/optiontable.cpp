// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/optiontable.h"

#include "cli/options/answeroptions.h"
#include "cli/options/authoptions.h"
#include "cli/options/httpoptions.h"

#include <algorithm>

namespace sonde::cli {

namespace {

constexpr Option kOptions[]{{QLatin1String("--all"), {}}, {QLatin1String("--all-pages"), {}},
    {QLatin1String("--all-revisions"), {}},
    {QLatin1String("--args"), QLatin1String("'{\"city\":\"Paris\"}'")},
    {QLatin1String("--baseline"), QLatin1String("FILE")},
    {QLatin1String("--browser"), QLatin1String("firefox")},
    {QLatin1String("--ca"), QLatin1String("FILE")},
    {QLatin1String("--call"), QLatin1String("NAME")}, {QLatin1String("--call-read-only"), {}},
    {QLatin1String("--cert"), QLatin1String("FILE")}, {QLatin1String("--clean-env"), {}},
    {QLatin1String("--client-document"), QLatin1String("https://example.org/client.json")},
    {QLatin1String("--client-id"), QLatin1String("ID")},
    {QLatin1String("--client-key"), QLatin1String("FILE")},
    {QLatin1String("--client-proof"), QLatin1String("private_key_jwt")},
    {QLatin1String("--config"), QLatin1String("FILE")},
    {QLatin1String("--cursor"), QLatin1String("CURSOR")},
    {QLatin1String("--cwd"), QLatin1String("DIR")}, {QLatin1String("--dry-run"), {}},
    {QLatin1String("--elicitation"), QLatin1String("ask|@FILE|PROGRAM")},
    {QLatin1String("--env"), QLatin1String("NAME=VALUE")},
    {QLatin1String("--era"), QLatin1String("auto|legacy|modern")},
    {QLatin1String("--fail-on"), QLatin1String("error|warning|info|never")},
    {QLatin1String("--follow-same-origin"), {}},
    {QLatin1String("--format"), QLatin1String("text|json|junit|sarif|markdown")},
    {QLatin1String("--grant"), QLatin1String("client-credentials")},
    {QLatin1String("--header"), QLatin1String("'Name: value'")}, {QLatin1String("--help"), {}},
    {QLatin1String("--idp-client-id"), QLatin1String("ID")},
    {QLatin1String("--idp-token-endpoint"), QLatin1String("https://login.example.org/token")},
    {QLatin1String("--insecure-pin"), QLatin1String("SHA256")},
    {QLatin1String("--issuer"), QLatin1String("https://auth.example.org")},
    {QLatin1String("--json"), {}}, {QLatin1String("--keep-going"), {}},
    {QLatin1String("--key"), QLatin1String("FILE")}, {QLatin1String("--no-browser"), {}},
    {QLatin1String("--level"), QLatin1String("error|warning|info")},
    {QLatin1String("--no-cache"), {}}, {QLatin1String("--no-header"), {}},
    {QLatin1String("--no-keychain"), {}}, {QLatin1String("--one-page"), {}},
    {QLatin1String("--output"), QLatin1String("FILE")},
    {QLatin1String("--output-format"), QLatin1String("table|name|json|jsonl|csv")},
    {QLatin1String("--override"), QLatin1String("RULE")}, {QLatin1String("--probe"), {}},
    {QLatin1String("--proxy"), QLatin1String("http://proxy.example.org:8080")},
    {QLatin1String("--quiet"), {}}, {QLatin1String("--record"), QLatin1String("FILE")},
    {QLatin1String("--redirect-port"), QLatin1String("8765")}, {QLatin1String("--result"), {}},
    {QLatin1String("--revision"), QLatin1String("2025-11-25")},
    {QLatin1String("--roots"), QLatin1String("FOLDER|ask|@FILE|PROGRAM")},
    {QLatin1String("--sampling"), QLatin1String("ask|@FILE|PROGRAM")},
    {QLatin1String("--scope"), QLatin1String("'read write'")},
    {QLatin1String("--server"), QLatin1String("NAME")}, {QLatin1String("--task"), {}},
    {QLatin1String("--timeout"), QLatin1String("2s")}, {QLatin1String("--trace"), {}},
    {QLatin1String("--tool"), QLatin1String("NAME")},
    {QLatin1String("--transport"), QLatin1String("auto|streamable|sse")},
    {QLatin1String("--typed"), {}}, {QLatin1String("--unix-socket"), QLatin1String("PATH")},
    {QLatin1String("--url"), QLatin1String("https://example.org/mcp")},
    {QLatin1String("--version"), {}}, {QLatin1String("--write-baseline"), QLatin1String("FILE")}};

} // namespace

const Option *findOption(const QString &name)
{
    const auto *const found = std::find_if(std::begin(kOptions), std::end(kOptions),
        [&](const Option &option) { return option.name == name; });
    return found == std::end(kOptions) ? nullptr : found;
}

QStringList optionNames()
{
    QStringList names;
    for (const Option &option : kOptions)
        names += option.name;
    return names;
}

bool mayRepeat(const QString &name)
{
    return name == u"--call" || name == u"--env" || name == u"--header" || name == u"--override"
        || name == u"--roots";
}

bool isServerOption(const QString &name)
{
    static const QStringList names{QStringLiteral("--clean-env"), QStringLiteral("--config"),
        QStringLiteral("--cwd"), QStringLiteral("--env"), QStringLiteral("--era"),
        QStringLiteral("--keep-going"), QStringLiteral("--no-cache"), QStringLiteral("--probe"),
        QStringLiteral("--record"), QStringLiteral("--revision"), QStringLiteral("--server"),
        QStringLiteral("--trace"), QStringLiteral("--url")};
    return names.contains(name) || isHttpOption(name) || isAuthOption(name) || isAnswerOption(name);
}

} // namespace sonde::cli
