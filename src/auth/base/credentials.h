// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "base/secret.h"

#include <QString>
#include <QStringList>
#include <QUrl>

#include <cstdint>
#include <optional>

namespace sonde::auth {

// How a client proves itself at the token endpoint (RFC 6749 section 2.3, RFC 7523).
enum class ClientProof : std::uint8_t { None, Basic, Post, PrivateKeyJwt };
QString clientProofName(ClientProof proof); // "none", "client_secret_basic", …
std::optional<ClientProof> clientProofFromName(const QString &name);

// Where a client id is from.
enum class ClientSource : std::uint8_t {
    Given, // entered by the user, for one issuer
    Document, // the id is the address of a document about the client
    Registered, // by dynamic registration
};

// Which client Sonde is for one authorization server. Never sent to another one (2026-07-28
// basic/authorization: credentials are bound to their issuer).
struct Registration {
    QString issuer; // empty only in the settings: for any issuer
    QString clientId;
    Secret clientSecret;
    ClientProof proof = ClientProof::None;
    ClientSource source = ClientSource::Given;
    QUrl redirectUri; // it was registered with; a new listener takes the same port
    std::int64_t secretExpiresMs = 0; // wall clock; 0: never
    Secret privateKey; // PEM, for PrivateKeyJwt
    QString signingAlgorithm; // "ES256", "RS256"; empty: by the key
    QString server; // that it was registered for, canonically (RFC 8707); empty: not known
};

// The secrets that the user entered for one server. Its settings hold the ids that belong to them.
struct GivenCredentials {
    enum class Role : std::uint8_t {
        Client, // of the MCP server's authorization server
        IdentityProvider,
    };
    QString server; // canonically (RFC 8707)
    Role role = Role::Client;
    QString clientId;
    Secret clientSecret;
    Secret privateKey; // PEM
    Secret idToken; // of the user, for an identity provider
};

// What one authorization server issued for one resource.
struct Tokens {
    QString issuer;
    QString resource;
    QString clientId;
    Secret accessToken;
    Secret refreshToken; // empty: none
    QString type; // "Bearer", "DPoP"
    QStringList requestedScopes; // all that were ever requested
    std::optional<QStringList> grantedScopes; // nothing: not in the response, so as requested
    std::int64_t obtainedMs = 0; // wall clock
    std::int64_t expiresMs = 0; // 0: unknown
    QUrl tokenEndpoint, revocationEndpoint;
    Secret dpopKey; // PEM, for DPoP

    // True a little before the end, so that a request in flight is not refused.
    bool isExpired(std::int64_t nowMs) const;
};

// As JSON text for a store, and back. An invalid text gives an error.
Secret toText(const Registration &registration);
Secret toText(const Tokens &tokens);
Secret toText(const GivenCredentials &given);
Result<Registration> registrationFromText(const Secret &text);
Result<Tokens> tokensFromText(const Secret &text);
// Reads the form of earlier versions too: a registration with "given for URL" as its issuer.
Result<GivenCredentials> givenCredentialsFromText(const Secret &text);

// The parts of a JWT that anyone can read (RFC 7519); nothing when the token is none.
struct JwtParts {
    Bytes header, claims; // JSON texts
};
std::optional<JwtParts> readJwt(const Secret &token);

// What the times of a token that has just come say about the clocks of the two sides: a sentence.
// Nothing when they agree within a minute.
std::optional<QString> clockSkewOf(const JwtParts &token, std::int64_t nowMs);

} // namespace sonde::auth
