// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/namedserver.h"

#include "base/formatting.h"
#include "cli/options/bundledserver.h"
#include "cli/options/nearest.h"
#include "cli/options/usageerror.h"
#include "cli/output/terminaltext.h"
#include "cli/output/text.h"
#include "config/hostvariables.h"
#include "config/pastedserver.h"
#include "config/profilestore.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

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
    const QString list = listText(names.mid(0, kMaxNames));
    return usageError(joinSentences({what,
        near.isEmpty() ? QString() : Text::tr("Did you mean %1?").arg(near),
        names.isEmpty()
            ? Text::tr("There are none.")
            : Text::tr("The servers are %1.").arg(isCut ? list + QStringLiteral(", …") : list)}));
}

Error inKeychain(const QString &what, const QString &option)
{
    return usageError(
        Text::tr("The value of %1 is in the keychain, and --no-keychain is given. Give the value "
                 "with %2.")
            .arg(quotedWord(what), option));
}

// What the command line gives counts more. The values of secrets are still in the keychain.
Result<void> adoptProgram(const config::Profile &found, Options &options)
{
    config::Profile &server = options.server;
    const auto given = std::exchange(server.environment, found.environment);
    std::erase_if(server.environment, [&](const auto &known) {
        return std::any_of(given.begin(), given.end(),
            [&](const auto &variable) { return variable.first == known.first; });
    });
    for (const auto &[name, value] : server.environment) {
        if (options.auth.noKeychain && value.isEmpty() && found.secretVariables.contains(name))
            return inKeychain(name, QStringLiteral("--env %1=…").arg(harmlessLine(name)));
    }
    server.environment.insert(server.environment.end(), given.begin(), given.end());
    server.secretVariables = found.secretVariables;
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
        if (options.auth.noKeychain && header.secret && header.value.isEmpty())
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

// With what the host would put in; here the project of the file is the folder that it, or its
// .vscode or .cursor, is in.
config::Profile withHostVariables(config::Profile server, Options &options)
{
    config::HostVariables variables;
    variables.environment = [](const QString &name) -> std::optional<QString> {
        const QByteArray bytes = name.toLocal8Bit();
        if (!qEnvironmentVariableIsSet(bytes.constData()))
            return std::nullopt;
        return qEnvironmentVariable(bytes.constData());
    };
    variables.home = QDir::homePath();
    QDir folder = QFileInfo(options.configFile).absoluteDir();
    if (folder.dirName().startsWith(QLatin1Char('.')))
        folder.cdUp();
    variables.workspace = folder.absolutePath();
    for (const QString &reference : config::fillVariables(server, variables))
        options.notes += Text::tr("%1 in %2 has no value here, and goes to the server as it is.")
                             .arg(harmlessLine(reference), options.configFile);
    return server;
}

} // namespace

Result<void> readNamedServer(Options &options)
{
    if (!options.bundleFile.isEmpty()) {
        const Result<config::Profile> bundled = readBundledServer(options);
        if (!bundled)
            return bundled.error();
        options.server.name = bundled->name;
        return adoptProgram(*bundled, options);
    }
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
    const config::Profile known =
        options.configFile.isEmpty() ? *found : withHostVariables(*found, options);
    config::Profile &server = options.server;
    server.name = known.name;
    if (server.era == config::EraMode::Auto && server.revision.isEmpty()) {
        server.era = known.era;
        server.revision = known.revision;
    }
    server.handshakeTimeout = known.handshakeTimeout;
    server.idleTimeout = known.idleTimeout;
    server.totalTimeout = known.totalTimeout;
    return known.http ? adoptUrl(known, options) : adoptProgram(known, options);
}

} // namespace sonde::cli
