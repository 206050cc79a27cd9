// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "setup/flowsetup.h"

#include "auth/serverauthorizer.h"

namespace sonde::setup {

namespace {

auth::Grant grantOf(config::AuthGrant grant)
{
    switch (grant) {
    case config::AuthGrant::ClientCredentials:
        return auth::Grant::ClientCredentials;
    case config::AuthGrant::EnterpriseManaged:
        return auth::Grant::EnterpriseManaged;
    case config::AuthGrant::Browser:
        break;
    }
    return auth::Grant::AuthorizationCode;
}

} // namespace

auth::FlowSetup flowSetup(const config::HttpSettings &settings)
{
    const config::AuthSettings &wanted = settings.authorization;
    auth::FlowSetup flow;
    flow.server = QUrl(settings.url, QUrl::StrictMode);
    flow.grant = grantOf(wanted.grant);
    flow.scopes = wanted.scopes;
    flow.preferredIssuer = wanted.issuer;
    flow.redirectPort = wanted.redirectPort;
    flow.identity.tokenEndpoint = QUrl(wanted.identity.tokenEndpoint, QUrl::StrictMode);
    flow.identity.clientId = wanted.identity.clientId;
    flow.identity.clientSecret = wanted.identity.clientSecret;
    flow.identity.idToken = wanted.identity.idToken;
    if (wanted.clientId.isEmpty())
        return flow;
    auth::Registration client;
    client.clientId = wanted.clientId;
    client.issuer = wanted.issuer;
    client.clientSecret = wanted.clientSecret;
    client.privateKey = wanted.privateKey;
    client.proof = auth::clientProofFromName(config::authProofName(wanted.proof))
                       .value_or(auth::ClientProof::Basic);
    flow.given = client;
    return flow;
}

std::vector<auth::Registration> givenSecrets(const config::HttpSettings &settings)
{
    const auth::FlowSetup flow = flowSetup(settings);
    std::vector<auth::Registration> secrets;
    if (flow.given && !(flow.given->clientSecret.isEmpty() && flow.given->privateKey.isEmpty())) {
        secrets.push_back(*flow.given);
        secrets.back().issuer = auth::ServerAuthorizer::keptFor(flow.server);
    }
    if (!flow.identity.clientSecret.isEmpty() || !flow.identity.idToken.isEmpty()) {
        auth::Registration identity;
        identity.issuer = auth::ServerAuthorizer::identityKeptFor(flow.server);
        identity.clientId = flow.identity.clientId;
        identity.clientSecret = flow.identity.clientSecret;
        identity.idToken = flow.identity.idToken;
        secrets.push_back(identity);
    }
    return secrets;
}

} // namespace sonde::setup
