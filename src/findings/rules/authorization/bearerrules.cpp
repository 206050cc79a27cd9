// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/credentials.h"
#include "findings/catalogue/findingstr.h"
#include "findings/context/exchangesession.h"
#include "findings/context/oauthfacts.h"
#include "findings/rules/authorization/authorizationtables.h"

#include <QUrl>

#include <algorithm>
#include <array>

namespace sonde::findings {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr double kClockTolerance = 600; // seconds that two clocks may differ
constexpr double kProofWindow = 300; // seconds; ext-dpop
constexpr std::array kTokenHeaders{
    "x-access-token", "access-token", "x-auth-token", "x-authorization", "x-bearer-token"};

double secondsOf(const Context &context)
{
    return double(context.record.wallNs) / double(kSecond);
}

// Duties of the client.

void bearerHeader(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const AuthorizationFacts &known = context.connection.authorization;
    const QString scheme = authorizationScheme(exchange);
    if (exchange.request.contains("authorization")) {
        const bool isToken = scheme.isEmpty() || scheme == u"bearer" || scheme == u"dpop";
        // A server that has asked for Bearer wants no other one.
        if (!isToken && known.isBearer)
            report
                .whole(Text::tr("`Authorization` does not begin with Bearer, which the server "
                                "asked for."))
                .remedy = Text::tr("Send Authorization: Bearer TOKEN.");
        return;
    }
    const auto *const header =
        std::find_if(kTokenHeaders.begin(), kTokenHeaders.end(), [&](const char *name) {
            const auto value = exchange.request.value(name);
            return value
                && (known.isBearer || value->startsWith("Bearer ") || value->startsWith("eyJ"));
        });
    if (header != kTokenHeaders.end())
        report.whole(Text::tr("The token is in the header `%1`, not in `Authorization`.")
                         .arg(QLatin1String(*header)));
    else if (formValue(exchange, "access_token"))
        report.whole(Text::tr("The token is in the body, not in `Authorization`."));
    else
        report.notTested();
}

void notInQuery(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (queryValue(exchange, "access_token"))
        report.whole(Text::tr("The address of the request has `access_token` in its query."))
            .remedy = Text::tr("Send the token in Authorization: Bearer TOKEN.");
    else if (!exchange.request.contains("authorization"))
        report.notTested();
}

void onEveryRequest(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const AuthorizationFacts &known = context.connection.authorization;
    // An exchange that began before the client had a token may end later.
    if (known.demand == 0 || known.accepted == 0 || context.number < known.accepted)
        return report.notTested();
    if (!exchange.request.contains("authorization"))
        report
            .whole(Text::tr("The %1 request has no `Authorization`, but the server demanded a "
                            "token, and has accepted one.")
                       .arg(shown(std::string_view(exchange.method))))
            .messages.push_back(known.demand);
}

void rightTokens(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const auto token = known.tokens.find(fingerprintOf(bearerOf(*context.exchange)));
    if (token == known.tokens.end() || !known.resource || known.resource->issuers.isEmpty())
        return report.notTested();
    const auto &issuers = known.resource->issuers;
    const auto isOf = [](const KnownIssuer &server, const QString &issuer) {
        return server.expected == issuer || server.issuer == issuer;
    };
    bool areKnown = true; // the metadata of all servers that are named
    const bool isNamed = std::any_of(issuers.begin(), issuers.end(), [&](const QString &issuer) {
        areKnown = areKnown
            && std::any_of(known.servers.begin(), known.servers.end(),
                [&](const auto &server) { return isOf(server, issuer); });
        return originOf(issuer) == token->second
            || std::any_of(known.servers.begin(), known.servers.end(), [&](const auto &server) {
                   const auto endpoint = server.metadata.root()["token_endpoint"].toString();
                   return isOf(server, issuer) && originOf(endpoint) == token->second;
               });
    });
    // The endpoint of a server may have another host, which only its metadata says.
    const bool isOfOther =
        std::any_of(known.servers.begin(), known.servers.end(), [&](const KnownIssuer &server) {
            const auto endpoint = server.metadata.root()["token_endpoint"].toString();
            return originOf(endpoint) == token->second;
        });
    if (!isNamed && !areKnown && !isOfOther)
        return report.notTested();
    if (!isNamed)
        report
            .whole(Text::tr("The token was issued by %1, but the metadata of the server names %2.")
                       .arg(shownText(token->second), shownText(issuers.front())))
            .messages.push_back(known.resource->number);
}

// With DPoP (RFC 9449).
void dpopProof(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const AuthorizationFacts &known = context.connection.authorization;
    const auto proof = exchange.request.value("dpop");
    const QString scheme = authorizationScheme(exchange);
    const bool isProtocol = exchange.isProtocol();
    const auto fingerprint = fingerprintOf(QString::fromLatin1(proof.value_or(QByteArray())));
    // A request that began before the newest token came has an older one.
    const bool isNewest = known.isDpop && context.number > known.newestToken;
    const bool isBound = isProtocol && (scheme == u"dpop" || (isNewest && !scheme.isEmpty()));
    if (!proof && !isBound)
        return report.notTested();
    if (known.proofs.contains(fingerprint))
        report.whole(Text::tr("The request has the same `DPoP` proof as an earlier one."));
    if (isBound && scheme == u"bearer")
        report.whole(Text::tr("`Authorization` has the scheme Bearer, but the token has "
                              "`token_type` DPoP."));
    else if (isBound && !proof)
        report.whole(Text::tr("The token is bound to a key, but the request has no `DPoP` proof."));
}

// Duties of the server.

// Whether the server has not shown that it looks at tokens: it may serve everybody.
bool isOptional(const Context &context)
{
    return context.connection.authorization.challenge == 0;
}

void dpopValidated(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const AuthorizationFacts &known = context.connection.authorization;
    const QString proof =
        QString::fromLatin1(exchange.request.value("dpop").value_or(QByteArray()));
    const auto fingerprint = fingerprintOf(proof);
    if (fingerprint == 0)
        return report.notTested();
    const auto before = known.proofs.find(fingerprint);
    const auto jwt = auth::readJwt(Secret(proof));
    const double issued =
        jwt ? json::Document::parse(jwt->claims).root()["iat"].toDouble().value_or(0) : 0;
    const double age = issued > 0 ? secondsOf(context) - issued : 0;
    if (isOptional(context))
        return report.notTested();
    if (!exchange.succeeded())
        return;
    if (before != known.proofs.end() && before->second)
        report.whole(Text::tr("The server accepts a `DPoP` proof for the second time."));
    else if (age > kProofWindow + kClockTolerance)
        report.whole(Text::tr("The server accepts a `DPoP` proof that is %1 s old.")
                         .arg(QString::number(age, 'f', 0)));
}

// What a token that anyone can read says of itself.
void tokenValidated(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto jwt = auth::readJwt(Secret(bearerOf(exchange)));
    if (!jwt || exchange.status() == 0 || isOptional(context))
        return report.notTested();
    const auto claims = json::Document::parse(jwt->claims);
    const auto header = json::Document::parse(jwt->header);
    const double until = claims.root()["exp"].toDouble().value_or(0);
    const bool isExpired = until > 0 && secondsOf(context) - until > kClockTolerance;
    if (!exchange.succeeded())
        return;
    if (header.root()["alg"].toString().compare(u"none", Qt::CaseInsensitive) == 0)
        report.whole(Text::tr("The server accepts a token whose `alg` is %1: it is not signed.")
                         .arg(shown(header.root()["alg"])));
    if (isExpired)
        report.whole(Text::tr("The server accepts a token that expired %1 s before.")
                         .arg(QString::number(secondsOf(context) - until, 'f', 0)));
}

// "example.com" of "mcp.example.com": whoever has it decides about both.
QString siteOf(const QString &host)
{
    return host.section(u'.', -2);
}

void onlyOwnTokens(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const AuthorizationFacts &known = context.connection.authorization;
    const auto jwt = auth::readJwt(Secret(bearerOf(exchange)));
    const auto claims = jwt ? json::Document::parse(jwt->claims) : json::Document();
    const auto audience = claims.root()["aud"];
    const QStringList all =
        audience.isString() ? QStringList{audience.toString()} : textsOf(audience);
    // A server under construction may have the audience of the one that it will be.
    if (all.isEmpty() || !exchange.succeeded() || isLoopback(QString::fromStdString(exchange.url))
        || isOptional(context))
        return report.notTested();
    const QString server = QUrl(QString::fromStdString(exchange.url)).host();
    const QString resource = known.resource ? known.resource->resource : QString();
    const bool isForeign = std::all_of(all.begin(), all.end(), [&](const QString &each) {
        const QString host = QUrl(each).host(); // empty: a name whose meaning is not known
        return !host.isEmpty() && each != resource && siteOf(host) != siteOf(server);
    });
    if (isForeign)
        report.whole(
            Text::tr("The server accepts a token whose `aud` is %1.").arg(shown(audience)));
}

constexpr Rule kRules[] = {
    {"auth.bearer-header", On::Exchange, {}, &bearerHeader},
    {"auth.not-in-query", On::Exchange, {}, &notInQuery},
    {"auth.on-every-request", On::Exchange, {}, &onEveryRequest},
    {"auth.client-sends-right-tokens", On::Exchange, {}, &rightTokens},
    {"auth.token-validated", On::Exchange, {}, &tokenValidated},
    {"auth.only-own-tokens", On::Exchange, {}, &onlyOwnTokens},
    {"ext-dpop.proof", On::Exchange, {}, &dpopProof},
    {"ext-dpop.proof", On::Token, {}, &dpopProof},
    {"ext-dpop.server-validates", On::Exchange, {}, &dpopValidated},
};

} // namespace

std::span<const Rule> bearerRules()
{
    return kRules;
}

} // namespace sonde::findings
