// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/namedmetadata.h"
#include "auth/base/urlrules.h"
#include "findings/catalogue/findingstr.h"
#include "findings/context/exchangesession.h"
#include "findings/context/oauthfacts.h"
#include "findings/rules/authorization/authorizationtables.h"

#include <QUrl>

#include <algorithm>

namespace sonde::findings {

namespace {

bool isRefusal(const HttpExchange &exchange)
{
    return exchange.status() == 400 || exchange.status() == 401 || exchange.status() == 403;
}

// What the body says of an error, in lower case.
QString refusalWords(const HttpExchange &exchange)
{
    const auto error = exchange.responseBody.root()["error"];
    const QString words = error ? error["message"].toString() + u' ' + error.toString()
                                : QString::fromStdString(exchange.refusal);
    return words.left(kMaxOAuthValue).toLower();
}

bool saysUnauthorized(const QString &words)
{
    static const QStringList phrases{QStringLiteral("unauthorized"), QStringLiteral("unauthorised"),
        QStringLiteral("unauthenticated"), QStringLiteral("authentication required"),
        QStringLiteral("authorization required"), QStringLiteral("not authenticated"),
        QStringLiteral("missing access token"), QStringLiteral("missing bearer token"),
        QStringLiteral("invalid access token"), QStringLiteral("invalid bearer token"),
        QStringLiteral("invalid_token")};
    return std::any_of(phrases.begin(), phrases.end(),
        [&words](const QString &phrase) { return words.contains(phrase); });
}

// A tool's own login is the tool's affair: it is about what is behind the server. So are resources.
bool isAboutBackend(const HttpExchange &exchange)
{
    const std::string method = exchange.body.root()["method"].text();
    return method == "tools/call" || method == "resources/read" || method == "prompts/get"
        || method == "completion/complete" || method.starts_with("tasks/");
}

// A page or host that is not allowed is no matter of a login.
bool saysOrigin(const QString &words)
{
    return words.contains(QLatin1String("origin")) || words.contains(QLatin1String("host"));
}

void demandIs401(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const int status = exchange.status();
    const auto error = exchange.responseBody.root()["error"];
    if (isSessionRefusal(exchange, context.connection) || isNonceDemand(exchange))
        return report.notTested();
    if (status == 401)
        return;
    const bool hasToken = exchange.request.contains("authorization");
    // A challenge that names an error is judged by that: see statusFitsError().
    const bool isChallenge = isRefusal(exchange) && !hasToken && tokenChallenge(exchange)
        && challengeError(exchange).isEmpty();
    const bool isError = (exchange.succeeded() || isRefusal(exchange)) && error.isObject()
        && exchange.carriesRequest() && saysUnauthorized(refusalWords(exchange));
    const bool isOfTool =
        hasToken || isAboutBackend(exchange) || saysOrigin(refusalWords(exchange));
    if (isChallenge)
        report.whole(
            Text::tr("A request without a token gets a challenge, but status %1.").arg(status));
    else if (isError && !isOfTool)
        report.whole(Text::tr("A request without a token gets status %1 and the error %2.")
                         .arg(QString::number(status), shown(error["message"])));
    else
        report.notTested();
}

// RFC 6750 section 3.1.
void statusFitsError(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const QString error = challengeError(exchange);
    const int status = exchange.status();
    const bool isOfRequest =
        error == u"invalid_request" && exchange.request.contains("authorization");
    const int expected = error == u"invalid_token" ? 401
        : error == u"insufficient_scope"           ? 403
        : isOfRequest                              ? 400
                                                   : 0;
    if (expected == 0 || status >= 500 || status == 429)
        return report.notTested();
    if (status != expected)
        report.whole(
            Text::tr("The challenge says `%1`, but the status is %2, not %3.")
                .arg(shownText(error), QString::number(status), QString::number(expected)));
}

void insufficientScope(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const bool isSaid = refusalWords(exchange).contains(QLatin1String("insufficient_scope"))
        || refusalWords(exchange).contains(QLatin1String("insufficient scope"));
    if (!isInsufficientScope(exchange)) {
        const bool isRefused =
            isRefusal(exchange) || (exchange.succeeded() && !isAboutBackend(exchange));
        if (!isSaid || !isRefused || !exchange.responseBody.root()["error"]
            || !exchange.request.contains("authorization"))
            return report.notTested();
        report.whole(Text::tr("The response says that a scope is missing, but has status %1 and no "
                              "challenge with `insufficient_scope`.")
                         .arg(exchange.status()));
        return;
    }
    const auto challenge = tokenChallenge(exchange);
    if (!challenge->parameter("scope"))
        report.whole(
            Text::tr("The challenge with `insufficient_scope` does not name the `scope`."));
    if (!challenge->parameter("resource_metadata"))
        report.whole(Text::tr("The challenge with `insufficient_scope` has no "
                              "`resource_metadata`."));
}

void scopeInChallenge(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto challenge = tokenChallenge(exchange);
    if (exchange.status() != 401 || !challenge || isSessionRefusal(exchange, context.connection)
        || isNonceDemand(exchange))
        return report.notTested();
    if (!challenge->parameter("scope"))
        report.whole(Text::tr("`WWW-Authenticate` of the status 401 has no `scope`."));
}

void scopeConsistent(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const HttpExchange &exchange = *context.exchange;
    const auto challenge = tokenChallenge(exchange);
    if (!isInsufficientScope(exchange) || !challenge->parameter("scope"))
        return report.notTested();
    const auto before = known.stepUps.find(operationOf(exchange));
    const QStringList now = scopesOf(QString::fromUtf8(*challenge->parameter("scope")));
    if (before == known.stepUps.end() || before->second.scopes.isEmpty())
        return report.notTested();
    if (before->second.scopes != now)
        report
            .whole(Text::tr("The same request needs the scope %1, but needed %2 before.")
                       .arg(shownText(now.join(u' ')), shownText(before->second.scopes.join(u' '))))
            .messages.push_back(before->second.number);
}

void noOfflineAccess(const Context &context, Report &report)
{
    const auto challenge = tokenChallenge(*context.exchange);
    const auto scope = challenge ? challenge->parameter("scope") : std::nullopt;
    if (!scope)
        return report.notTested();
    if (scopesOf(QString::fromUtf8(*scope)).contains(QLatin1String("offline_access")))
        report.whole(Text::tr("The challenge asks for the scope offline_access. Only the client "
                              "decides whether it needs that."));
}

// A challenge that clients cannot read.
void challengeReadable(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (exchange.status() != 401 || !exchange.response
        || !exchange.response->headers.contains("www-authenticate"))
        return report.notTested();
    QByteArray unread;
    const auto challenges = wire::parseChallenges(exchange.response->headers, &unread);
    const auto named = auth::NamedMetadata::of(challenges);
    if (!unread.isEmpty())
        report.whole(Text::tr("`WWW-Authenticate` cannot be read from %1 on.")
                         .arg(shown(std::string_view(unread.toStdString()))));
    if (named.singleQuotes)
        report
            .whole(Text::tr("A value in `WWW-Authenticate` is in single quotes, which clients take "
                            "for a part of it."))
            .remedy = Text::tr("Use double quotes.");
    if (named.mostInOne > 1)
        report.whole(
            Text::tr("A challenge has `resource_metadata` %1 times.").arg(named.mostInOne));
    for (const QString &url : named.urls) {
        if (auth::refusalOf(QUrl(url, QUrl::StrictMode), true) == auth::AuthRule::UrlMalformed)
            report.whole(Text::tr("`resource_metadata` of the challenge is %1, which is no URL.")
                             .arg(shownText(url)));
    }
}

// Another way to prove who one is.
void otherSchemes(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const bool hasQuery = exchange.url.find('?') != std::string::npos;
    const auto query =
        hasQuery ? queryOf(QString::fromStdString(exchange.url)) : auth::Parameters();
    bool isTested = false;
    for (const auto &[name, value] : query.all()) {
        const QString plain = name.toLower().remove(u'_').remove(u'-');
        if (plain == u"apikey" || plain == u"key" || plain == u"xapikey") {
            isTested = true;
            report.whole(
                Text::tr("The query of the address has `%1`, a key for the server: over HTTP a "
                         "token in `Authorization` is expected.")
                    .arg(shownText(name)));
        }
    }
    const bool isDemand = exchange.status() == 401 && exchange.response
        && exchange.response->headers.contains("www-authenticate")
        && !isSessionRefusal(exchange, context.connection);
    if (!isDemand) {
        if (!isTested && !exchange.request.contains("authorization"))
            report.notTested();
        return;
    }
    const auto challenges = wire::parseChallenges(exchange.response->headers);
    if (!challenges.empty() && !tokenChallenge(exchange))
        report.whole(Text::tr("The server demands the scheme %1, not Bearer.")
                         .arg(shown(std::string_view(challenges.front().scheme.toStdString()))));
}

constexpr Rule kRules[] = {
    {"auth.www-authenticate", On::Exchange, {}, &challengeReadable},
    {"auth.401-when-required", On::Exchange, {}, &demandIs401},
    {"auth.status-codes", On::Exchange, {}, &statusFitsError},
    {"auth.insufficient-scope-403", On::Exchange, {}, &insufficientScope},
    {"auth.scope-in-challenge", On::Exchange, {}, &scopeInChallenge},
    {"auth.scope-consistent", On::Exchange, {}, &scopeConsistent},
    {"auth.no-offline-access-advertised", On::Exchange, {}, &noOfflineAccess},
    {"auth.http-conforms", On::Exchange, {}, &otherSchemes},
};

} // namespace

std::span<const Rule> challengeRules()
{
    return kRules;
}

} // namespace sonde::findings
