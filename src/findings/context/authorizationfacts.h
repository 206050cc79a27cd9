// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/revisionset.h"
#include "trace/record/record.h"
#include "json/document.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sonde::findings {

// A client as its authorization server knows it: by a registration, or by its metadata document.
struct KnownClient {
    trace::Number number = 0; // the exchange that shows it
    QString origin; // of the server that registered it; empty: it is a document
    QStringList redirectUris;
    std::optional<QStringList> grantTypes;
    QString method; // token_endpoint_auth_method; empty: not stated
    bool isOfSeveral = false; // another server gave the same id
};

// A request for metadata.
struct AskedAddress {
    trace::Number number = 0; // the first
    int status = 0; // of the newest
};

// The metadata of an authorization server, as it was given.
struct KnownIssuer {
    trace::Number number = 0;
    QString issuer; // as it is written
    QString expected; // the issuer whose metadata was requested; empty: not known
    json::Document metadata;
};

// The metadata of the MCP server (RFC 9728).
struct KnownResource {
    trace::Number number = 0;
    QString resource;
    QStringList issuers; // authorization_servers
    std::optional<QStringList> scopes;
};

// What was sent to the authorization endpoint.
struct AuthorizationRequest {
    trace::Number number = 0;
    QString clientId;
    QString endpoint; // without its query
    QString state;
    QString challenge; // of PKCE
    QString redirectUri;
    QString resource;
    QStringList scopes;
};

// What came back from it.
struct AuthorizationResponse {
    trace::Number number = 0;
    std::size_t code = 0; // fingerprint
    QString state;
    std::optional<QString> issuer; // its `iss`
};

// A request that the server refused for want of a scope, and how that went on.
struct StepUp {
    trace::Number number = 0; // the newest refusal
    QStringList scopes; // that it wants
    std::size_t tokens = 0; // that had been issued by then
    int repeated = 0; // refused again with a new token
};

// What the exchanges of a connection have shown of its authorization. Rules read it;
// AuthorizationWatch fills it in. Tokens and codes are kept as fingerprints only.
struct AuthorizationFacts {
    static constexpr std::size_t kMaxAsked = 200; // addresses
    static constexpr std::size_t kMaxServers = 20;
    static constexpr std::size_t kMaxClients = 100;
    static constexpr std::size_t kMaxTokens = 100;
    static constexpr std::size_t kMaxProofs = 1000; // of DPoP
    static constexpr std::size_t kMaxStepUps = 100;
    static constexpr std::size_t kMaxMetadata = 64 * 1024; // bytes of a document that is kept

    std::optional<Revision> revision; // that the client's newest request names

    // The MCP server
    trace::Number demand = 0; // the newest 401 of a request without a token
    trace::Number challenge = 0; // the newest 401 or insufficient_scope
    QStringList named; // metadata addresses in it
    std::optional<QStringList> challengedScopes; // in it
    bool isBearer = false; // some challenge has the scheme Bearer
    trace::Number accepted = 0; // the newest request that succeeded with a token
    int refusedTokens = 0; // new tokens that were refused since
    bool hasFreshToken = false; // one was issued, and no request has shown what it is worth
    std::map<std::string, StepUp, std::less<>> stepUps; // by the request

    // Discovery: the addresses of metadata that were requested, with the newest status.
    std::map<QString, AskedAddress> asked;
    std::optional<KnownResource> resource;
    QStringList formerIssuers; // of metadata before a change
    std::vector<KnownIssuer> servers;

    // The client
    std::map<QString, KnownClient> clients; // by client_id
    std::optional<AuthorizationRequest> request; // the newest
    std::optional<AuthorizationResponse> response; // to the newest request
    std::size_t issued = 0; // number of tokens
    trace::Number newestToken = 0; // the response with the newest one
    bool isDpop = false; // the newest token is bound to a key
    std::map<std::size_t, QString> tokens; // fingerprint, with the origin of its token endpoint
    std::map<std::size_t, bool> proofs; // DPoP: whether a request with it succeeded
    std::size_t refusedAssertion = 0; // fingerprint, after invalid_grant

    // The server whose metadata has that endpoint; null: none that is known.
    const KnownIssuer *serverOf(const QString &endpoint, const char *member) const;
    // The newest one with an endpoint of that origin.
    const KnownIssuer *serverAt(const QString &origin) const;
    // Whether all of these addresses were requested and gave a status that says they are missing.
    bool areMissing(const QStringList &addresses) const;
    // Whether one of these addresses was requested and did not give its document.
    bool hasFailed(const QStringList &addresses) const;
    // The client with that id; null if there is none, or it is not clear which one it is.
    const KnownClient *clientOf(const QString &id) const;
};

} // namespace sonde::findings
