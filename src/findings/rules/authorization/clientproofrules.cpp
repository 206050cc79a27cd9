// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/credentials.h"
#include "findings/catalogue/findingstr.h"
#include "findings/context/oauthfacts.h"
#include "findings/rules/authorization/authorizationtables.h"

#include <algorithm>

namespace sonde::findings {

namespace {

// How a client proves at the token endpoint who it is, and what others say of it there.

constexpr char kJwtBearer[] = "urn:ietf:params:oauth:grant-type:jwt-bearer";
constexpr char kTokenExchange[] = "urn:ietf:params:oauth:grant-type:token-exchange";
constexpr char kIdJag[] = "urn:ietf:params:oauth:token-type:id-jag";
constexpr char kIdJagType[] = "oauth-id-jag+jwt";

QString form(const Context &context, const char *name)
{
    return formValue(*context.exchange, name).value_or(QString());
}

// The methods that the request uses, by their names in metadata.
QStringList methodsOf(const HttpExchange &exchange)
{
    QStringList methods;
    const QString scheme = authorizationScheme(exchange); // empty: hidden
    if (exchange.request.contains("authorization") && (scheme.isEmpty() || scheme == u"basic"))
        methods << QStringLiteral("client_secret_basic");
    if (formValue(exchange, "client_secret"))
        methods << QStringLiteral("client_secret_post");
    if (formValue(exchange, "client_assertion"))
        methods << QStringLiteral("private_key_jwt");
    return methods;
}

// A client assertion may be signed with the secret, too, which nothing shows.
// Whether nothing shows how the client authenticates, although it does: by its certificate, or by a
// header that the log of another program leaves out.
bool mayBeUnseen(const HttpExchange &exchange)
{
    return !exchange.isFirstHand() && exchange.succeeded() && methodsOf(exchange).isEmpty();
}

bool isMethod(const QString &used, const QString &named)
{
    return used == named
        || (used == u"private_key_jwt" && named == QLatin1String("client_secret_jwt"));
}

void authMethod(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const HttpExchange &exchange = *context.exchange;
    const QStringList methods = methodsOf(exchange);
    const QString used = methods.value(0, QStringLiteral("none"));
    if (methods.size() > 1) {
        report.whole(Text::tr("The client authenticates in two ways at once: %1.")
                         .arg(methods.join(QLatin1String(", "))));
        return;
    }
    const KnownClient *client = known.clientOf(form(context, "client_id"));
    const QString named = client ? client->method : QString();
    if (!named.isEmpty()) {
        const bool isTls = named.contains(QLatin1String("tls_client_auth")); // not in the messages
        if (isTls || (named != u"none" && mayBeUnseen(exchange)))
            return report.notTested();
        if (!isMethod(used, named))
            report
                .whole(Text::tr("The client authenticates by %1, but is registered with %2.")
                           .arg(used, shownText(named)))
                .messages.push_back(client->number);
        return;
    }
    const KnownIssuer *server = known.serverOf(addressOf(exchange), "token_endpoint");
    if (!server)
        return report.notTested();
    const auto listed = server->metadata.root()["token_endpoint_auth_methods_supported"];
    // A server that accepts a method supports it, whatever its metadata says, and so may one that
    // refuses the request for another reason (a nonce, a code). RFC 6749 section 5.2.
    const bool isRefused =
        exchange.status() == 401 || exchange.responseBody.root()["error"].equals("invalid_client");
    if (!listed.isArray() || !isRefused)
        return report.notTested();
    const QStringList all = textsOf(listed);
    if (std::none_of(
            all.begin(), all.end(), [&used](const QString &each) { return isMethod(used, each); }))
        report
            .whole(Text::tr("The client authenticates by %1, but the metadata lists %2.")
                       .arg(used, shown(listed)))
            .messages.push_back(server->number);
}

void clientCredentials(const Context &context, Report &report)
{
    if (form(context, "grant_type") != u"client_credentials" || mayBeUnseen(*context.exchange))
        return report.notTested();
    if (methodsOf(*context.exchange).isEmpty())
        report.whole(Text::tr("The request for client credentials has neither a client assertion "
                              "nor a secret."));
}

// An assertion that can be read.
struct Assertion {
    json::Document header;
    json::Document claims;
};
std::optional<Assertion> assertionOf(const Context &context)
{
    const QString text = form(context, "assertion");
    const auto jwt = isHidden(text) ? std::nullopt : auth::readJwt(Secret(text));
    if (form(context, "grant_type") != QLatin1String(kJwtBearer) || !jwt)
        return {};
    return Assertion{json::Document::parse(jwt->header), json::Document::parse(jwt->claims)};
}

bool isIdJag(const Assertion &assertion)
{
    return assertion.header.root()["typ"].equals(kIdJagType);
}

// The issuer of the server that gets the request; empty: not known.
QString issuerOf(const Context &context)
{
    const KnownIssuer *server =
        context.connection.authorization.serverOf(addressOf(*context.exchange), "token_endpoint");
    return server ? server->issuer : QString();
}

void identityAssertion(const Context &context, Report &report)
{
    const auto assertion = assertionOf(context);
    if (!assertion || !isIdJag(*assertion))
        return report.notTested();
    const auto audience = assertion->claims.root()["aud"];
    const QString issuer = issuerOf(context);
    const QStringList all =
        audience.isString() ? QStringList{audience.toString()} : textsOf(audience);
    if (!issuer.isEmpty() && !all.contains(issuer))
        report.whole(Text::tr("`aud` of the assertion is %1, but the issuer is %2.")
                         .arg(shown(audience), shownText(issuer)));
    const auto id = assertion->claims.root()["client_id"];
    const auto client = formValue(*context.exchange, "client_id");
    if (client && id.isString() && id.toString() != *client)
        report.whole(Text::tr("`client_id` of the assertion is %1, but the client is %2.")
                         .arg(shown(id), shownText(*client)));
}

void narrowScopes(const Context &context, Report &report)
{
    const auto assertion = assertionOf(context);
    const auto given = context.exchange->responseBody.root()["scope"];
    if (!assertion || !isIdJag(*assertion) || !given.isString()
        || !assertion->claims.root()["scope"].isString())
        return report.notTested();
    const QStringList allowed = scopesOf(assertion->claims.root()["scope"].toString());
    if (!containsAll(allowed, scopesOf(given.toString())))
        report.whole(Text::tr("The token has the scope %1, but the assertion only “%2”.")
                         .arg(shown(given), shownText(allowed.join(u' '))));
}

void exchangesIdentity(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const QString type = form(context, "requested_token_type");
    const QString audience = form(context, "audience");
    if (form(context, "grant_type") != QLatin1String(kTokenExchange) || !known.resource
        || known.resource->issuers.isEmpty())
        return report.notTested();
    const auto &issuers = known.resource->issuers;
    const bool isIssuer = issuers.contains(audience);
    const bool isWanted = type == QLatin1String(kIdJag);
    if (isWanted && !isIssuer)
        report
            .whole(Text::tr("`audience` is %1, but the authorization server is %2.")
                       .arg(shownText(audience), shownText(issuers.front())))
            .messages.push_back(known.resource->number);
    else if (isIssuer && !isWanted)
        report.whole(Text::tr("`requested_token_type` is “%1”, not the type of an ID-JAG.")
                         .arg(shownText(type)));
    else if (!isIssuer)
        report.notTested();
}

void workloadAssertion(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    if (form(context, "grant_type") != QLatin1String(kJwtBearer))
        return report.notTested();
    const QString assertion = form(context, "assertion");
    const auto fingerprint = fingerprintOf(assertion.left(kMaxOAuthValue));
    if (assertion.isEmpty())
        report.whole(Text::tr("The token request has no `assertion`."));
    else if (fingerprint != 0 && fingerprint == known.refusedAssertion)
        report.whole(Text::tr("The client sends an assertion again that was refused with "
                              "invalid_grant."));
}

constexpr Rule kRules[] = {
    {"auth.token-endpoint-auth-method", On::Token, {}, &authMethod},
    {"ext-cc.client-authentication", On::Token, {}, &clientCredentials},
    {"ext-ema.assertion", On::Token, {}, &identityAssertion},
    {"ext-ema.audience-and-scopes", On::Token, {}, &narrowScopes},
    {"ext-ema.token-exchange", On::Token, {}, &exchangesIdentity},
    {"ext-wif.assertion", On::Token, {}, &workloadAssertion},
};

} // namespace

std::span<const Rule> clientProofRules()
{
    return kRules;
}

} // namespace sonde::findings
