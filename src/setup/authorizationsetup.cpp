// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "setup/authorizationsetup.h"

#include "auth/base/urlrules.h"

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

std::vector<auth::GivenCredentials> givenSecrets(const config::HttpSettings &settings)
{
    using Role = auth::GivenCredentials::Role;
    const auth::FlowSetup flow = flowSetup(settings);
    const QString server = auth::canonicalResource(flow.server);
    std::vector<auth::GivenCredentials> secrets;
    if (flow.given && !(flow.given->clientSecret.isEmpty() && flow.given->privateKey.isEmpty()))
        secrets.push_back({server, Role::Client, flow.given->clientId, flow.given->clientSecret,
            flow.given->privateKey, {}});
    if (!flow.identity.clientSecret.isEmpty() || !flow.identity.idToken.isEmpty())
        secrets.push_back({server, Role::IdentityProvider, flow.identity.clientId,
            flow.identity.clientSecret, {}, flow.identity.idToken});
    return secrets;
}

} // namespace sonde::setup
