// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/exchangesession.h"
#include "findings/context/oauthfacts.h"
#include "findings/rules/authorization/authorizationtables.h"

#include <QUrl>

#include <algorithm>

namespace sonde::findings {

namespace {

void challengeNamesMetadata(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (exchange.status() != 401 || isSessionRefusal(exchange, context.connection)
        || isNonceDemand(exchange))
        return report.notTested();
    // From 2025-11-25 on the metadata may be at the well-known addresses: see noMetadata().
    if (context.revision < Revision::R20251125 && !exchange.namesResourceMetadata())
        report.whole(Text::tr("The status 401 has no `WWW-Authenticate` with `resource_metadata`."))
            .remedy = Text::tr("Add WWW-Authenticate: Bearer resource_metadata=\"URL\".");
}

// The last address at which a client looks for the metadata has none either.
void noMetadata(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const Connection &connection = context.connection;
    if (pathOf(exchange) != QLatin1String(kResourcePath) || connection.bareChallenge == 0
        || connection.hasResourceMetadata || !saysMissing(exchange.status()))
        return report.notTested();
    report
        .whole(Text::tr("No challenge of the server names its metadata, and %1 gives status %2.")
                   .arg(shown(exchange.url), QString::number(exchange.status())))
        .messages.push_back(connection.bareChallenge);
}

// An empty path and "/" are the same address, as are a default port and none (RFC 3986 section
// 6.2.3).
QString normalized(const QString &url)
{
    QUrl parsed(url);
    if (parsed.path().isEmpty())
        parsed.setPath(QStringLiteral("/"));
    const int standard = parsed.scheme() == u"https" ? 443 : 80;
    if (parsed.port() == standard)
        parsed.setPort(-1);
    parsed.setFragment({});
    return parsed.toString(QUrl::FullyEncoded);
}

void resourceMatches(const Context &context, Report &report)
{
    const auto resource = context.exchange->responseBody.root()["resource"];
    const QString server = QString::fromStdString(context.connection.url);
    const QString path = pathOf(*context.exchange);
    if (!path.startsWith(QLatin1String(kResourcePath)) || !resource.isString() || server.isEmpty())
        return report.notTested();
    const QString named = normalized(resource.toString());
    // A host may have several servers, each with metadata at an address of its own.
    const QString suffix = path.mid(qsizetype(qstrlen(kResourcePath)));
    const auto &challenged = context.connection.authorization.named;
    const bool isOfSibling = suffix.size() > 1 && !challenged.contains(addressOf(*context.exchange))
        && named == normalized(originOf(addressOf(*context.exchange)) + suffix);
    // What is at the root of the well-known addresses speaks for the whole origin (RFC 9728 section
    // 3.3).
    const bool isOfOrigin =
        path == QLatin1String(kResourcePath) && named == normalized(originOf(server));
    // What its user adds to the address of a server is no part of its name.
    const bool isOfServer = named == normalized(server) || named == normalized(addressOf(server));
    if (context.connection.isRedirected || isOfSibling)
        return report.notTested();
    if (!isOfServer && !isOfOrigin)
        report.whole(Text::tr("`resource` is %1, but the address of the server is %2.")
                         .arg(shown(resource), shownText(server)));
}

void pkceAdvertised(const Context &context, Report &report)
{
    const auto metadata = context.exchange->responseBody.root();
    if (!context.exchange->succeeded() || !metadata["authorization_endpoint"].isString()
        || isOfOtherLogin(
            *context.exchange, context.connection.url, context.connection.authorization))
        return report.notTested();
    const auto methods = metadata["code_challenge_methods_supported"];
    if (!methods.isArray())
        report.whole(Text::tr("The metadata has no `code_challenge_methods_supported`."));
    else if (std::none_of(methods.begin(), methods.end(),
                 [](const json::Value &each) { return each.equals("S256"); }))
        report.whole(Text::tr("`code_challenge_methods_supported` is %1, without S256.")
                         .arg(shown(methods)));
}

constexpr Rule kRules[] = {
    {"auth.www-authenticate", On::Exchange, {}, &challengeNamesMetadata},
    {"auth.www-authenticate", On::Metadata, {}, &noMetadata},
    {"auth.prm-resource-matches", On::Metadata, {}, &resourceMatches},
    {"auth.pkce-advertised", On::Metadata, {}, &pkceAdvertised},
};

} // namespace

std::span<const Rule> authRules()
{
    return kRules;
}

} // namespace sonde::findings
