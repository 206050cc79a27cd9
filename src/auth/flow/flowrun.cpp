// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/flowrun.h"

namespace sonde::auth {

namespace {

void addOnce(QStringList &to, const QStringList &from)
{
    for (const QString &each : from) {
        if (!to.contains(each))
            to << each;
    }
}

} // namespace

QStringList scopesToRequest(const FlowRun &run)
{
    const DiscoveredServer &server = run.server;
    QStringList scopes;
    if (run.goal.tokens && run.goal.tokens->issuer == server.issuer
        && run.goal.tokens->resource == server.resource)
        addOnce(scopes, run.goal.tokens->requestedScopes);
    if (!server.challengedScopes.isEmpty())
        addOnce(scopes, server.challengedScopes);
    else if (server.resourceScopes)
        addOnce(scopes, *server.resourceScopes);
    addOnce(scopes, run.setup.scopes);
    const QString offline = QStringLiteral("offline_access");
    if (run.setup.offlineAccess && run.setup.grant == Grant::AuthorizationCode && !scopes.isEmpty()
        && server.metadata.scopes && server.metadata.scopes->contains(offline))
        addOnce(scopes, {offline});
    return scopes;
}

} // namespace sonde::auth
