// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/namedserver.h"

#include "cli/options/nearest.h"
#include "cli/options/usageerror.h"
#include "cli/output/terminaltext.h"
#include "cli/output/text.h"
#include "config/pastedserver.h"
#include "config/profilestore.h"

#include <QFile>

namespace sonde::cli {

namespace {

constexpr qsizetype kMaxNames = 20; // in a sentence

struct Servers {
    std::vector<config::Profile> profiles;
    QString place; // where they are
};

Result<Servers> readFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return usageError(Text::tr("Cannot read %1: %2.").arg(path, file.errorString()));
    const QByteArray bytes = file.read(config::kMaxPasted + 1);
    if (bytes.size() > config::kMaxPasted)
        return usageError(Text::tr("%1 is larger than 1 MiB.").arg(path));
    auto read = config::readPastedServers(QString::fromUtf8(bytes));
    if (!read)
        return usageError(Text::tr("No server can be read from %1: %2")
                              .arg(path, harmlessLine(read.error().sentence)));
    return Servers{std::move(read.value().profiles), path};
}

Result<Servers> readOwn()
{
    config::ProfileStore store;
    if (const auto done = store.load(); !done)
        return done.error();
    return Servers{store.profiles(), Text::tr("Sonde's own servers (%1)").arg(store.path())};
}

Error noSuchServer(const QString &name, const Servers &servers)
{
    QStringList names;
    for (const config::Profile &profile : servers.profiles)
        names << harmlessLine(profile.name);
    const QString near = nearest(name, names);
    const QString what = name.isEmpty()
        ? Text::tr("%1 has %2 servers. Choose one with --server NAME.")
              .arg(servers.place)
              .arg(names.size())
        : Text::tr("There is no server %1 in %2.").arg(quotedWord(name), servers.place);
    const bool isCut = names.size() > kMaxNames;
    const QString list = names.mid(0, kMaxNames).join(QStringLiteral(", "));
    return usageError(joinSentences({what,
        near.isEmpty() ? QString() : Text::tr("Did you mean %1?").arg(near),
        names.isEmpty()
            ? Text::tr("There are none.")
            : Text::tr("The servers are %1.").arg(isCut ? list + QStringLiteral(", …") : list)}));
}

Error inKeychain(const QString &what, const QString &option)
{
    return usageError(
        Text::tr("The value of %1 is in the keychain, which this command does not read for "
                 "servers. Give the value with %2.")
            .arg(quotedWord(what), option));
}

// Later ones count more, as for the launch.
Result<void> adoptProgram(const config::Profile &found, config::Profile &server)
{
    const auto given = server.environment;
    server.environment = found.environment;
    server.environment.insert(server.environment.end(), given.begin(), given.end());
    for (const QString &secret : found.secretVariables) {
        bool has = false;
        for (const auto &[name, value] : server.environment)
            has = has || (name == secret && !value.isEmpty());
        if (!has)
            return inKeychain(secret, QStringLiteral("--env %1=…").arg(harmlessLine(secret)));
    }
    server.program = found.program;
    server.arguments = found.arguments;
    if (server.workingDirectory.isEmpty())
        server.workingDirectory = found.workingDirectory;
    return {};
}

Result<void> adoptUrl(const config::Profile &found, Options &options)
{
    config::HttpSettings http = *found.http;
    for (const config::CustomHeader &header : options.extraHeaders) {
        std::erase_if(http.headers, [&](const config::CustomHeader &each) {
            return each.name.compare(header.name, Qt::CaseInsensitive) == 0;
        });
        http.headers.push_back(header);
    }
    for (const config::CustomHeader &header : http.headers) {
        if (header.secret && header.value.isEmpty())
            return inKeychain(
                header.name, QStringLiteral("--header '%1: …'").arg(harmlessLine(header.name)));
    }
    if (!options.server.environment.empty() || !options.server.workingDirectory.isEmpty()
        || options.cleanEnvironment)
        return usageError(
            Text::tr("The server %1 has a URL: --env, --cwd and --clean-env are only for a server "
                     "that Sonde starts.")
                .arg(quotedWord(found.name)));
    options.server.http = std::move(http);
    return {};
}

} // namespace

Result<void> readNamedServer(Options &options)
{
    if (options.configFile.isEmpty() && options.serverName.isEmpty())
        return {};
    const Result<Servers> servers =
        options.configFile.isEmpty() ? readOwn() : readFile(options.configFile);
    if (!servers)
        return servers.error();
    const config::Profile *found = nullptr;
    for (const config::Profile &profile : servers->profiles) {
        if (profile.name == options.serverName
            || (options.serverName.isEmpty() && servers->profiles.size() == 1))
            found = &profile;
    }
    if (!found)
        return noSuchServer(options.serverName, *servers);
    config::Profile &server = options.server;
    server.name = found->name;
    if (server.era == config::EraMode::Auto && server.revision.isEmpty()) {
        server.era = found->era;
        server.revision = found->revision;
    }
    server.handshakeTimeout = found->handshakeTimeout;
    server.idleTimeout = found->idleTimeout;
    server.totalTimeout = found->totalTimeout;
    return found->http ? adoptUrl(*found, options) : adoptProgram(*found, server);
}

} // namespace sonde::cli
