// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/servername.h"

#include "base/formatting.h"
#include "base/nearest.h"
#include "cli/options/bundledserver.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"
#include "config/hostvariables.h"
#include "config/pastedserver.h"
#include "config/profilestore.h"
#include "hosts/files/hostfile.h"
#include "hosts/servers/hostimport.h"
#include "hosts/servers/serversoffile.h"
#include "hosts/table/hostplaces.h"

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
    std::vector<QStringList> differences{}; // of each: what its host would not accept
    QStringList notes{};
    QString shape{}; // how a file was read that has no container of servers
};

Result<Servers> readFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return usageError(Text::tr("Cannot read %1: %2.").arg(path, file.errorString()));
    const QByteArray bytes = file.read(hosts::kMaxHostFile + 1);
    if (bytes.size() > hosts::kMaxHostFile)
        return usageError(
            Text::tr("%1 is larger than %2 MiB.").arg(path).arg(hosts::kMaxHostFile >> 20));
    auto read = hosts::readServersOfFile({bytes.constData(), std::size_t(bytes.size())});
    if (!read)
        return usageError(Text::tr("No server can be read from %1: %2")
                              .arg(path, harmlessLine(read.error().sentence)));
    config::PastedServers &servers = read.value();
    return Servers{std::move(servers.profiles), path, std::move(servers.differences),
        std::move(servers.notes), servers.shape};
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
    QStringList notes; // it may be one that was skipped
    for (const QString &note : servers.notes) {
        if (!name.isEmpty() && note.contains(name) && notes.size() < kMaxNames)
            notes << harmlessLine(note);
    }
    return usageError(joinSentences({what, joinSentences(notes),
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

// A header of the command line replaces those of the server with its name.
Result<void> adoptHeaders(const Options &options, std::vector<config::CustomHeader> &headers)
{
    for (const config::CustomHeader &header : options.extraHeaders) {
        std::erase_if(headers, [&](const config::CustomHeader &each) {
            return each.name.compare(header.name, Qt::CaseInsensitive) == 0;
        });
        headers.push_back(header);
    }
    for (const config::CustomHeader &header : headers) {
        if (options.auth.noKeychain && header.secret && header.value.isEmpty())
            return inKeychain(
                header.name, QStringLiteral("--header '%1: …'").arg(harmlessLine(header.name)));
    }
    return {};
}

Result<void> adoptUrl(const config::Profile &found, Options &options)
{
    config::ServerAddress address = found;
    if (config::HttpSettings *const http = address.http()) {
        if (const Result<void> adopted = adoptHeaders(options, http->headers); !adopted)
            return adopted.error();
    }
    if (!options.server.environment.empty() || !options.server.workingDirectory.isEmpty()
        || options.cleanEnvironment)
        return usageError(
            Text::tr("The server %1 has a URL: --env, --cwd and --clean-env are only for a server "
                     "that Sonde starts.")
                .arg(quotedWord(found.name)));
    options.server.reachAs(address);
    return {};
}

// What the command line replaces needs no value here.
void dropReplaced(config::Profile &server, const Options &options)
{
    std::erase_if(server.environment, [&](const auto &variable) {
        return std::any_of(options.server.environment.begin(), options.server.environment.end(),
            [&](const auto &given) { return given.first == variable.first; });
    });
    if (!options.server.workingDirectory.isEmpty())
        server.workingDirectory.clear();
    config::HttpSettings *const http = server.http();
    if (!http)
        return;
    std::erase_if(http->headers, [&](const config::CustomHeader &header) {
        return std::any_of(options.extraHeaders.begin(), options.extraHeaders.end(),
            [&](const config::CustomHeader &given) {
                return given.name.compare(header.name, Qt::CaseInsensitive) == 0;
            });
    });
}

// With what the host would put in; here the project of the file is the folder that it, or its
// .vscode or .cursor, is in.
Result<config::Profile> withHostVariables(config::Profile server, const Options &options)
{
    const QFileInfo file(options.configFile);
    QDir folder = file.absoluteDir();
    if (folder.dirName().startsWith(QLatin1Char('.')))
        folder.cdUp();
    hosts::Surroundings here = hosts::Surroundings::ofThisProcess();
    here.project = folder.absolutePath();
    const QString path = QDir::cleanPath(file.absoluteFilePath());
    dropReplaced(server, options);
    const QStringList missing = config::fillVariables(
        server, hosts::variablesOf(hosts::hostOfFile(path, here), here.project));
    // What is left of them is one of the doctor's own checks.
    if (missing.isEmpty() || options.command == Command::Doctor)
        return server;
    QStringList sentences;
    QStringList variables;
    for (const QString &reference : missing) {
        sentences += harmlessLine(config::unresolvedText(server.name, reference));
        const QString variable = harmlessLine(config::variableOf(reference));
        if (!variable.isEmpty() && !variables.contains(variable))
            variables += variable;
    }
    sentences += variables.isEmpty()
        ? Text::tr("Write the value into %1.").arg(options.configFile)
        : Text::tr("Set %1 and run the command again.").arg(listText(variables));
    return usageError(joinSentences(sentences));
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
    const std::vector<config::Profile> &all = servers->profiles;
    const auto found = std::find_if(all.begin(), all.end(), [&](const config::Profile &profile) {
        return profile.name == options.serverName
            || (options.serverName.isEmpty() && all.size() == 1);
    });
    if (found == all.end())
        return noSuchServer(options.serverName, *servers);
    const Result<config::Profile> filled = options.configFile.isEmpty()
        ? Result<config::Profile>(*found)
        : withHostVariables(*found, options);
    if (!filled)
        return filled.error();
    if (!servers->shape.isEmpty())
        options.notes += QStringLiteral("%1: %2").arg(harmlessLine(servers->place), servers->shape);
    if (const auto index = std::size_t(found - all.begin()); index < servers->differences.size()) {
        for (const QString &difference : servers->differences[index])
            options.notes += harmlessLine(difference);
    }
    const config::Profile &known = *filled;
    config::Profile &server = options.server;
    server.name = known.name;
    if (server.era == config::EraMode::Auto && server.revision.isEmpty()) {
        server.era = known.era;
        server.revision = known.revision;
    }
    server.handshakeTimeout = known.handshakeTimeout;
    server.idleTimeout = known.idleTimeout;
    server.totalTimeout = known.totalTimeout;
    return known.hasProcess() ? adoptProgram(known, options) : adoptUrl(known, options);
}

} // namespace sonde::cli
