// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/authrule.h"
#include "auth/base/credentials.h"
#include "wire/link/challenge.h"

#include <QUrl>

#include <chrono>
#include <optional>
#include <vector>

namespace sonde::auth {

enum class Grant : std::uint8_t {
    AuthorizationCode, // the user logs in in a browser
    ClientCredentials, // a program without a user (extension oauth-client-credentials)
    EnterpriseManaged, // by the identity provider's assertion (extension enterprise-managed)
    Assertion, // a JWT that another service issued about the workload (RFC 7523 section 2.1)
};

// The identity provider of Grant::EnterpriseManaged (RFC 8693, draft identity assertion grant).
struct IdentityProvider {
    QString issuer;
    QUrl tokenEndpoint;
    QString clientId;
    Secret clientSecret; // empty: a public client
    Secret idToken;
};

// How to get authorization for a server: the user's settings, plain data.
struct FlowSetup {
    QUrl server; // the MCP server's URL
    bool serverIsLocal = false; // then metadata may lead into private networks
    QString revision; // sent with metadata requests (2025-03-26); empty: not sent
    bool legacyFallback = true; // 2025-03-26, for a server without metadata
    Grant grant = Grant::AuthorizationCode;
    std::optional<Registration> given; // entered by the user
    QUrl clientDocument; // URL of Sonde's client metadata document; empty: none is published
    QString clientName = QStringLiteral("Sonde");
    int redirectPort = 0; // 0: any
    QStringList scopes; // to request in addition to those that the server names
    QString preferredIssuer; // where a server names several
    bool offlineAccess = true; // request a refresh token where the server offers offline_access
    Secret assertion; // of Grant::Assertion
    IdentityProvider identity;
    Overrides overrides; // for one run
    std::chrono::milliseconds redirectTimeout{300'000}; // for the login in the browser
};

// What one run of a flow is for.
struct Goal {
    enum class Kind : std::uint8_t {
        Authorize, // get tokens that satisfy the challenge, by a refresh where it may suffice
        Refresh, // use the refresh token now; nothing else
        Revoke, // revoke the tokens at the authorization server
    };
    Kind kind = Kind::Authorize;
    int status = 0; // of the response with the challenge; 0: the user started the run
    std::vector<wire::Challenge> challenges;
    std::optional<Tokens> tokens; // that are known
    std::vector<Registration> registrations; // that are known
    bool mayRefresh = true;
    int stepUp = 0; // number of the step-up authorization; 0: this is none
    int maxStepUps = 0;
};

} // namespace sonde::auth
