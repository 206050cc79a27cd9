// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/fanout/fancolumn.h"

#include "cli/options/httpoptions.h"
#include "cli/options/servername.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"

#include <utility>

namespace sonde::cli {

namespace {

Result<void> adoptUrl(const QString &url, Options &options)
{
    if (!options.server.environment.empty() || !options.server.workingDirectory.isEmpty()
        || options.cleanEnvironment)
        return usageError(
            Text::tr("The server %1 has a URL: --env, --cwd and --clean-env are only for a server "
                     "that Sonde starts.")
                .arg(quotedWord(url)));
    config::HttpSettings http;
    http.url = url;
    http.headers = options.extraHeaders;
    http.authorization = options.auth.settings;
    const Result<QStringList> notes = checkHttpOptions(http);
    if (!notes)
        return notes.error();
    options.notes += *notes;
    options.server.reachByUrl(std::move(http));
    return {};
}

// With the server of that name, or at that URL.
Result<Options> optionsOf(const Options &line, const QString &server)
{
    Options options = line;
    options.notes.clear(); // those of the line are known already
    options.serverName = server;
    const bool isUrl =
        server.startsWith(QLatin1String("http://")) || server.startsWith(QLatin1String("https://"));
    if (const Result<void> done = isUrl ? adoptUrl(server, options) : readNamedServer(options);
        !done)
        return done.error();
    return options;
}

// A column for each revision. `name` is empty for the only server.
void addColumns(const Options &server, const QString &name, std::vector<FanColumn> &columns)
{
    const QStringList &revisions = server.fanOut.revisions;
    if (revisions.isEmpty()) {
        columns.push_back({name, server});
        return;
    }
    for (const QString &revision : revisions) {
        FanColumn column{name.isEmpty() ? revision : QString(name + u' ' + revision), server};
        column.options.server.revision = revision;
        // The line counts more than what a file says of the server.
        if (!server.line.has("--era"))
            column.options.server.era = config::EraMode::Auto;
        // What the server speaks without being told is not at issue.
        column.options.cache = false;
        if (revision != revisions.front())
            column.options.notes.clear();
        columns.push_back(std::move(column));
    }
}

} // namespace

Result<std::vector<FanColumn>> fanColumns(const Options &options)
{
    std::vector<FanColumn> columns;
    const QStringList &servers = options.fanOut.servers;
    if (servers.isEmpty()) {
        Options only = options;
        only.notes.clear();
        addColumns(only, {}, columns);
    }
    for (const QString &server : servers) {
        const Result<Options> known = optionsOf(options, server);
        if (!known)
            return known.error();
        addColumns(*known, servers.size() > 1 ? server : QString(), columns);
    }
    return columns;
}

} // namespace sonde::cli
