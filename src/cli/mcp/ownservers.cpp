// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mcp/ownservers.h"

#include "base/formatting.h"
#include "cli/output/usageerror.h"
#include "cli/server/commandkeychain.h"
#include "cli/server/serveraccess.h"
#include "config/profilestore.h"
#include "setup/profilesecrets.h"

#include <QStringList>

namespace sonde::cli {

namespace {

constexpr qsizetype kMaxNames = 20; // in a sentence

// Its sentences are read by a model, in English as the tools are.
Result<config::Profile> savedServer(const QString &name)
{
    config::ProfileStore store;
    if (const auto done = store.load(); !done)
        return done.error();
    if (const config::Profile *found = store.find(name))
        return *found;
    QStringList names;
    for (const config::Profile &each : store.profiles())
        names << each.name;
    if (names.isEmpty())
        return usageError(QStringLiteral("No servers are saved in Sonde."));
    return usageError(
        QStringLiteral("No server with this name is saved in Sonde. The servers are %1.")
            .arg(listText(names.mid(0, kMaxNames))));
}

// What obtains the tokens of a connection, with all that it needs.
struct Access {
    Access(Options given, rpc::TrafficSink *traffic)
        : options(std::move(given))
        , access(options, traffic, false)
    {
    }

    const Options options;
    ServerAccess access;
};

std::shared_ptr<wire::Authorizer> authorizerOf(
    const config::Profile &server, rpc::TrafficSink *traffic)
{
    Options options;
    options.server = server;
    if (!ServerAccess::isRequested(options))
        return nullptr;
    const auto access = std::make_shared<Access>(std::move(options), traffic);
    return {access, &access->access.authorizer()};
}

} // namespace

agent::AgentSurroundings OwnServers::surroundings()
{
    return {savedServer,
        [this](const config::Profile &server, QObject *context,
            agent::AgentSurroundings::Filled done) {
            fillSecrets(server, context, std::move(done));
        },
        [this](const config::Profile &server) { return authorizerOf(server, m_traffic); }};
}

void OwnServers::fillSecrets(
    const config::Profile &server, QObject *context, agent::AgentSurroundings::Filled done)
{
    if (!m_keychain)
        m_keychain = makeCommandKeychain();
    auto *const secrets = new setup::ProfileSecrets(*m_keychain, context);
    secrets->fill(server, context, std::move(done));
}

} // namespace sonde::cli
