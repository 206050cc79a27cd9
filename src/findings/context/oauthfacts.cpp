// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/oauthfacts.h"

#include "auth/base/namedmetadata.h"

#include <QUrl>

#include <algorithm>
#include <functional>

namespace sonde::findings {

QString addressOf(const HttpExchange &exchange)
{
    return addressOf(QString::fromStdString(exchange.url));
}

QString pathOf(const HttpExchange &exchange)
{
    return QUrl(QString::fromStdString(exchange.url)).path(QUrl::FullyEncoded);
}

namespace {

// A parameter without a value counts as left out (RFC 6749 sections 3.1 and 3.2).
std::optional<QString> valueOf(const auth::Parameters &parameters, const char *name)
{
    auto value = parameters.value(QString::fromLatin1(name));
    return value && value->isEmpty() ? std::nullopt : value;
}

} // namespace

std::optional<QString> queryValue(const HttpExchange &exchange, const char *name)
{
    if (exchange.url.find('?') == std::string::npos)
        return {};
    return valueOf(queryOf(QString::fromStdString(exchange.url)), name);
}

std::optional<QString> formValue(const HttpExchange &exchange, const char *name)
{
    return exchange.form ? valueOf(*exchange.form, name) : std::nullopt;
}

std::optional<QString> parameterOf(const HttpExchange &exchange, const char *name)
{
    const auto inQuery = queryValue(exchange, name);
    return inQuery ? inQuery : formValue(exchange, name);
}

bool isOfOtherLogin(const HttpExchange &exchange, const std::string &server,
    const AuthorizationFacts &authorization)
{
    if (!authorization.resource || authorization.resource->issuers.isEmpty())
        return false;
    const QString origin = originOf(QString::fromStdString(exchange.url));
    const auto &issuers = authorization.resource->issuers;
    return origin != originOf(QString::fromStdString(server))
        && std::none_of(issuers.begin(), issuers.end(),
            [&origin](const QString &issuer) { return originOf(issuer) == origin; });
}

bool isOfOtherService(const HttpExchange &exchange, const std::string &server,
    const AuthorizationFacts &authorization)
{
    const bool isExchange = formValue(exchange, "grant_type")
        == QLatin1String("urn:ietf:params:oauth:grant-type:token-exchange");
    // What Sonde sends is for this server; an identity provider is named nowhere.
    if (exchange.isFirstHand() || isExchange || !isOfOtherLogin(exchange, server, authorization))
        return false;
    const QString address = addressOf(exchange);
    const auto &issuers = authorization.resource->issuers;
    const auto &servers = authorization.servers;
    return std::none_of(servers.begin(), servers.end(), [&](const KnownIssuer &each) {
        const auto root = each.metadata.root();
        return (issuers.contains(each.issuer) || issuers.contains(each.expected))
            && (originOf(root["token_endpoint"].toString()) == originOf(address)
                || originOf(root["registration_endpoint"].toString()) == originOf(address));
    });
}

bool isNonceDemand(const HttpExchange &exchange)
{
    if (!exchange.response)
        return false;
    const auto challenges = wire::parseChallenges(exchange.response->headers);
    return std::any_of(challenges.begin(), challenges.end(),
        [](const auto &each) { return each.parameter("error") == "use_dpop_nonce"; });
}

std::optional<wire::Challenge> tokenChallenge(const HttpExchange &exchange)
{
    if (!exchange.response)
        return {};
    const auto challenges = wire::parseChallenges(exchange.response->headers);
    const auto found = std::find_if(challenges.begin(), challenges.end(), auth::isForTokens);
    return found == challenges.end() ? std::nullopt : std::optional(*found);
}

QString challengeError(const HttpExchange &exchange)
{
    const auto challenge = tokenChallenge(exchange);
    const auto error = challenge ? challenge->parameter("error") : std::nullopt;
    return QString::fromUtf8(error.value_or(QByteArray()).left(kMaxOAuthValue));
}

bool isInsufficientScope(const HttpExchange &exchange)
{
    return challengeError(exchange) == QLatin1String("insufficient_scope");
}

std::string operationOf(const HttpExchange &exchange)
{
    const auto root = exchange.body.root();
    const auto params = root["params"];
    std::string text = exchange.method + ' ' + root["method"].text();
    for (const char *member : {"name", "uri", "arguments"})
        text += ' ' + std::string(params[member].raw());
    return std::to_string(std::hash<std::string>()(text));
}

QString authorizationScheme(const HttpExchange &exchange)
{
    const QString value =
        QString::fromLatin1(exchange.request.value("authorization").value_or(QByteArray()));
    return isHidden(value) ? QString() : value.section(u' ', 0, 0).toLower();
}

QString bearerOf(const HttpExchange &exchange)
{
    const QString value =
        QString::fromLatin1(exchange.request.value("authorization").value_or(QByteArray()));
    return isHidden(value) ? QString() : value.section(u' ', 1, 1);
}

std::optional<auth::Parameters> redirectOf(
    const HttpExchange &exchange, const AuthorizationFacts &authorization)
{
    if (!authorization.request || authorization.request->redirectUri.isEmpty())
        return {};
    const auto read = [&authorization](const QString &url) -> std::optional<auth::Parameters> {
        if (addressOf(url) != addressOf(authorization.request->redirectUri))
            return {};
        const auto query = queryOf(url);
        const bool isResponse =
            query.value(QStringLiteral("code")) || query.value(QStringLiteral("error"));
        return isResponse ? std::optional(query) : std::nullopt;
    };
    const auto location =
        exchange.response ? exchange.response->headers.value("location") : std::nullopt;
    if (location && exchange.status() >= 300 && exchange.status() <= 399) {
        if (auto sent = read(QString::fromUtf8(*location)))
            return sent;
    }
    return exchange.method == "GET" ? read(QString::fromStdString(exchange.url)) : std::nullopt;
}

} // namespace sonde::findings
