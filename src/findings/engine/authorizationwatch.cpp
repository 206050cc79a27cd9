// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/authorizationwatch.h"

#include "auth/base/namedmetadata.h"
#include "auth/base/urlrules.h"
#include "findings/context/exchangesession.h"
#include "findings/context/oauthfacts.h"

#include <QUrl>

#include <algorithm>

namespace sonde::findings {

namespace {

QString kept(const std::optional<QString> &text)
{
    return text.value_or(QString()).left(kMaxOAuthValue);
}

QString textOf(const json::Value &value)
{
    return value.toString().left(kMaxOAuthValue);
}

std::optional<QStringList> listOf(const json::Value &value)
{
    return value.isArray() ? std::optional(textsOf(value)) : std::nullopt;
}

// The issuer, of those that are named, whose metadata the address is for.
QString issuerOfAddress(const QString &address, const QStringList &issuers)
{
    for (const QString &issuer : issuers) {
        for (const QUrl &url : auth::serverMetadataUrls(QUrl(issuer))) {
            if (url.toString(QUrl::FullyEncoded) == address)
                return issuer;
        }
    }
    return {};
}

} // namespace

void AuthorizationWatch::afterProtocol(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    const auto header = exchange.request.value("mcp-protocol-version");
    if (const auto named = revisionFromName(header.value_or(QByteArray()).toStdString()))
        m_known.revision = named;
    proof(exchange);
    if (exchange.status() == 401 && !isSessionRefusal(exchange, m_connection)
        && !isNonceDemand(exchange))
        challenge(context);
    if (isInsufficientScope(exchange))
        stepUp(context);
    if (exchange.succeeded() && exchange.request.contains("authorization")) {
        m_known.accepted = context.number;
        m_known.refusedTokens = 0;
        m_known.hasFreshToken = false;
        if (!m_known.stepUps.empty())
            m_known.stepUps.erase(operationOf(exchange));
    }
}

void AuthorizationWatch::challenge(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    m_known.challenge = context.number;
    m_known.named = auth::NamedMetadata::of(wire::parseChallenges(exchange.response->headers)).urls;
    m_known.challengedScopes.reset();
    if (const auto token = tokenChallenge(exchange)) {
        m_known.isBearer = m_known.isBearer || token->isScheme("Bearer");
        if (const auto scope = token->parameter("scope"))
            m_known.challengedScopes = scopesOf(QString::fromUtf8(*scope));
    }
    if (!exchange.request.contains("authorization")) {
        m_known.demand = context.number;
        return;
    }
    m_known.accepted = 0; // the client may drop the token
    m_known.refusedTokens += m_known.hasFreshToken ? 1 : 0;
    m_known.hasFreshToken = false;
}

void AuthorizationWatch::stepUp(const Context &context)
{
    const auto token = tokenChallenge(*context.exchange);
    const auto scope = token ? token->parameter("scope") : std::nullopt;
    m_known.challenge = context.number;
    m_known.challengedScopes.reset();
    if (scope)
        m_known.challengedScopes = scopesOf(QString::fromUtf8(*scope));
    const std::string operation = operationOf(*context.exchange);
    if (m_known.stepUps.size() >= AuthorizationFacts::kMaxStepUps
        && !m_known.stepUps.contains(operation))
        return;
    StepUp &seen = m_known.stepUps[operation];
    seen.repeated += seen.number != 0 && m_known.issued > seen.tokens ? 1 : 0;
    seen.number = context.number;
    seen.tokens = m_known.issued;
    seen.scopes = m_known.challengedScopes.value_or(QStringList());
}

void AuthorizationWatch::proof(const HttpExchange &exchange)
{
    // What a redirect or a retry of HTTP repeats is the same request.
    if (exchange.hasFailed || (exchange.status() >= 300 && exchange.status() <= 399))
        return;
    const auto text = exchange.request.value("dpop");
    const auto fingerprint = fingerprintOf(QString::fromLatin1(text.value_or(QByteArray())));
    if (fingerprint != 0 && m_known.proofs.size() < AuthorizationFacts::kMaxProofs)
        m_known.proofs[fingerprint] = m_known.proofs[fingerprint] || exchange.succeeded();
}

void AuthorizationWatch::afterMetadata(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    const auto root = exchange.responseBody.root();
    if (exchange.isClientDocument()) {
        client(context, root, addressOf(exchange));
        return;
    }
    const QString address = addressOf(exchange);
    if (m_known.asked.size() < AuthorizationFacts::kMaxAsked || m_known.asked.contains(address))
        m_known.asked.try_emplace(address, AskedAddress{context.number, 0}).first->second.status =
            exchange.status();
    if (!exchange.succeeded() || root.raw().size() > AuthorizationFacts::kMaxMetadata)
        return;
    if (root["resource"].isString())
        resource(context);
    else if (root["issuer"].isString() || root["token_endpoint"].isString())
        server(context);
}

void AuthorizationWatch::resource(const Context &context)
{
    const auto root = context.exchange->responseBody.root();
    KnownResource seen{context.number, textOf(root["resource"]),
        textsOf(root["authorization_servers"]), listOf(root["scopes_supported"])};
    if (m_known.resource && m_known.resource->issuers != seen.issuers)
        m_known.formerIssuers = m_known.resource->issuers;
    m_known.resource = std::move(seen);
}

void AuthorizationWatch::server(const Context &context)
{
    const auto root = context.exchange->responseBody.root();
    if (m_known.servers.size() >= AuthorizationFacts::kMaxServers)
        m_known.servers.erase(m_known.servers.begin());
    const QStringList issuers = m_known.resource ? m_known.resource->issuers : QStringList();
    m_known.servers.push_back({context.number, textOf(root["issuer"]),
        issuerOfAddress(addressOf(*context.exchange), issuers),
        json::Document::parse(Bytes::copyOf(root.raw()))});
}

void AuthorizationWatch::client(
    const Context &context, const json::Value &document, const QString &id)
{
    if (id.isEmpty() || id.size() > kMaxOAuthValue
        || (m_known.clients.size() >= AuthorizationFacts::kMaxClients
            && !m_known.clients.contains(id)))
        return;
    KnownClient seen;
    seen.number = context.number;
    seen.redirectUris = textsOf(document["redirect_uris"]);
    seen.grantTypes = listOf(document["grant_types"]);
    seen.method = textOf(document["token_endpoint_auth_method"]);
    m_known.clients[id] = std::move(seen);
}

// The response says what was registered; of what it leaves out, the request (RFC 7591 section
// 3.2.1).
void AuthorizationWatch::afterRegistration(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    const auto response = exchange.responseBody.root();
    const auto request = exchange.body.root();
    const QString id = response["client_id"].toString();
    if (!exchange.succeeded())
        return;
    const auto before = m_known.clients.find(id);
    const bool isKnown = before != m_known.clients.end();
    const QString former = isKnown ? before->second.origin : QString();
    const bool wasOfSeveral = isKnown && before->second.isOfSeveral;
    client(context, response, id);
    const auto found = m_known.clients.find(id);
    if (found == m_known.clients.end())
        return;
    KnownClient &seen = found->second;
    seen.origin = originOf(QString::fromStdString(exchange.url));
    seen.isOfSeveral = wasOfSeveral || (!former.isEmpty() && former != seen.origin);
    if (!response["redirect_uris"])
        seen.redirectUris = textsOf(request["redirect_uris"]);
    if (!response["grant_types"])
        seen.grantTypes = listOf(request["grant_types"]);
    if (!response["token_endpoint_auth_method"])
        seen.method = textOf(request["token_endpoint_auth_method"]);
}

void AuthorizationWatch::afterRequest(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    const auto query = queryOf(QString::fromStdString(exchange.url));
    const auto value = [&query](const char *name) {
        return kept(query.value(QString::fromLatin1(name)));
    };
    if (m_known.request && m_known.request->state == value("state")
        && m_known.request->endpoint == addressOf(exchange))
        return; // the page again, after a login
    m_known.request = AuthorizationRequest{context.number, value("client_id"), addressOf(exchange),
        value("state"), value("code_challenge"), value("redirect_uri"), value("resource"),
        scopesOf(value("scope"))};
    m_known.response.reset();
}

void AuthorizationWatch::afterRedirect(const Context &context)
{
    const auto query = redirectOf(*context.exchange, m_known);
    if (!query || m_known.response)
        return;
    AuthorizationResponse seen;
    seen.number = context.number;
    seen.code = fingerprintOf(query->value(QStringLiteral("code")).value_or(QString()));
    seen.state = kept(query->value(QStringLiteral("state")));
    if (const auto issuer = query->value(QStringLiteral("iss")))
        seen.issuer = kept(issuer);
    m_known.response = std::move(seen);
}

void AuthorizationWatch::afterToken(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    const auto response = exchange.responseBody.root();
    m_known.refusedAssertion = 0;
    if (response["error"].equals("invalid_grant"))
        m_known.refusedAssertion = fingerprintOf(kept(formValue(exchange, "assertion")));
    proof(exchange);
    const QString grant = kept(formValue(exchange, "grant_type"));
    if (!exchange.succeeded() || !response["access_token"].isString()
        || grant.endsWith(QLatin1String("token-exchange")))
        return;
    const auto token = fingerprintOf(response["access_token"].toString());
    if (token != 0 && m_known.tokens.size() < AuthorizationFacts::kMaxTokens)
        m_known.tokens[token] = originOf(QString::fromStdString(exchange.url));
    if (isOfOtherService(exchange, m_connection.url, m_known))
        return;
    ++m_known.issued;
    m_known.newestToken = context.number;
    m_known.hasFreshToken = true;
    m_known.isDpop = response["token_type"].toString().compare(u"DPoP", Qt::CaseInsensitive) == 0;
}

} // namespace sonde::findings
