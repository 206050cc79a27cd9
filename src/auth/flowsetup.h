// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/credentials.h"
#include "auth/rule.h"
#include "wire/link/challenge.h"

#include <QUrl>

#include <chrono>
#include <optional>
#include <vector>

namespace sonde::auth {

enum class Grant : std::uint8_t {
    AuthorizationCode, // a person, in a browser
    ClientCredentials, // a program of its own right (extension oauth-client-credentials)
    EnterpriseManaged, // by the identity provider's assertion (extension enterprise-managed)
    Assertion, // a JWT that somebody else issued about the workload (RFC 7523 section 2.1)
};

// The identity provider of Grant::EnterpriseManaged (RFC 8693, draft identity assertion grant).
struct IdentityProvider {
    QString issuer;
    QUrl tokenEndpoint;
    QString clientId;
    Secret clientSecret; // empty: a public client
    Secret idToken;
};

// How a server's authorization is to be got. Of the person, and plain data.
struct FlowSetup {
    QUrl server; // the MCP server's URL
    bool serverIsLocal = false; // then metadata may lead into private networks
    QString revision; // told with metadata requests (2025-03-26); empty: not told
    bool legacyFallback = true; // 2025-03-26, for a server without metadata
    Grant grant = Grant::AuthorizationCode;
    std::optional<Registration> given; // by the person
    QUrl clientDocument; // the address of a document about us; empty: none is published
    QString clientName = QStringLiteral("Sonde");
    int redirectPort = 0; // 0: any
    QStringList scopes; // wanted beside what the server names
    QString preferredIssuer; // where a server names several
    bool offlineAccess = true; // ask for a refresh token where the server offers the scope for it
    Secret assertion; // of Grant::Assertion
    IdentityProvider identity;
    Overrides overrides; // for one run
    std::chrono::milliseconds redirectTimeout{300'000}; // for the person in the browser
};

// What one run of a flow is for.
struct Goal {
    enum class Kind : std::uint8_t {
        Authorize, // tokens that satisfy the challenge: by refresh where that may help
        Refresh, // now, with the refresh token; nothing else
        Revoke, // tell the authorization server that the tokens are not needed any more
    };
    Kind kind = Kind::Authorize;
    int status = 0; // of the answer that asks for it; 0: the person does
    std::vector<wire::Challenge> challenges;
    std::optional<Tokens> tokens; // that there are already
    std::vector<Registration> registrations; // likewise
    bool mayRefresh = true;
    int stepUp = 0; // the how manieth time it is that more rights are wanted; 0: they are not
    int maxStepUps = 0;
};

} // namespace sonde::auth
