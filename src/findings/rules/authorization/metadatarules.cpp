// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/urlrules.h"
#include "findings/catalogue/findingstr.h"
#include "findings/context/oauthfacts.h"
#include "findings/rules/authorization/authorizationtables.h"

#include <QUrl>

#include <algorithm>

namespace sonde::findings {

namespace {

bool isOfResource(const HttpExchange &exchange)
{
    return pathOf(exchange).startsWith(QLatin1String(kResourcePath));
}

bool isOfOther(const Context &context)
{
    return isOfOtherLogin(
        *context.exchange, context.connection.url, context.connection.authorization);
}

// Whether it is the metadata of an authorization server with a page for logging in.
bool hasPage(const Context &context)
{
    return context.exchange->succeeded() && !isOfOther(context)
        && context.exchange->responseBody.root()["authorization_endpoint"].isString();
}

QStringList addresses(const std::vector<QUrl> &urls)
{
    QStringList texts;
    for (const QUrl &url : urls)
        texts << url.toString(QUrl::FullyEncoded);
    return texts;
}

// Whether this address and all others of the list have given nothing.
bool isLastOf(QStringList all, const Context &context)
{
    const QString own = addressOf(*context.exchange);
    if (!all.contains(own) || !saysMissing(context.exchange->status()))
        return false;
    all.removeAll(own);
    return all.isEmpty() || context.connection.authorization.areMissing(all);
}

// The metadata of the MCP server.

void resourceServed(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const AuthorizationFacts &known = context.connection.authorization;
    if (!isOfResource(exchange) || known.challenge == 0)
        return report.notTested();
    if (exchange.succeeded() && exchange.responseBody.root()["resource"].isString())
        return;
    const QString own = addressOf(exchange);
    const bool isNamed = std::any_of(known.named.begin(), known.named.end(),
        [&own](const QString &url) { return addressOf(url) == own; });
    // From 2025-11-25 on another rule says that there is none at the well-known addresses.
    const bool isLast = known.named.isEmpty() && context.revision < Revision::R20251125
        && isLastOf(addresses(auth::resourceMetadataUrls(
                        QUrl(QString::fromStdString(context.connection.url)))),
            context);
    if (!saysMissing(exchange.status()) || (!isNamed && !isLast))
        return report.notTested();
    report
        .whole(isNamed
                ? Text::tr("The challenge of the server names %1 for its metadata, which gives "
                           "status %2.")
                      .arg(shownText(own), QString::number(exchange.status()))
                : Text::tr("The server demands a login, but has no metadata: %1 gives status %2.")
                      .arg(shownText(own), QString::number(exchange.status())))
        .messages.push_back(known.challenge);
}

void listsServers(const Context &context, Report &report)
{
    const auto root = context.exchange->responseBody.root();
    if (!isOfResource(*context.exchange) || !context.exchange->succeeded() || !root.isObject())
        return report.notTested();
    const auto servers = root["authorization_servers"];
    if (!servers)
        report.whole(Text::tr("The metadata of the server has no `authorization_servers`."));
    else if (!servers.isArray() || textsOf(servers).isEmpty())
        report.whole(Text::tr("`authorization_servers` is %1, without any authorization server.")
                         .arg(shown(servers)));
}

void noOfflineAccess(const Context &context, Report &report)
{
    const auto scopes = context.exchange->responseBody.root()["scopes_supported"];
    if (!isOfResource(*context.exchange) || !scopes.isArray())
        return report.notTested();
    if (textsOf(scopes).contains(QLatin1String("offline_access")))
        report.whole(Text::tr("`scopes_supported` of the server contains offline_access. Only its "
                              "authorization server should offer it."));
}

// The metadata of the authorization server.

void endpointsSecure(const Context &context, Report &report)
{
    if (!context.exchange->succeeded() || isOfResource(*context.exchange) || isOfOther(context))
        return report.notTested();
    bool isTested = false;
    for (const json::Value member : context.exchange->responseBody.root()) {
        const std::string name = member.key();
        if (!member.isString() || (!name.ends_with("_endpoint") && name != "jwks_uri"))
            continue;
        isTested = true;
        if (isOpenHttp(member.toString()))
            report.whole(Text::tr("`%1` is %2, without https.")
                             .arg(shown(std::string_view(name)), shown(member)));
    }
    if (!isTested)
        report.notTested();
}

void serverMetadataProvided(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const HttpExchange &exchange = *context.exchange;
    if (isOfResource(exchange) || !known.resource)
        return report.notTested();
    for (const QString &issuer : known.resource->issuers) {
        // 2025-06-18 knows RFC 8414 only.
        QStringList all = addresses(auth::serverMetadataUrls(QUrl(issuer)));
        if (context.revision < Revision::R20251125)
            all = all.mid(0, 1);
        if (!all.contains(addressOf(exchange)))
            continue;
        if (isLastOf(all, context))
            report
                .whole(Text::tr("The authorization server %1 has no metadata: %2 gives status %3.")
                           .arg(shownText(issuer), shownText(addressOf(exchange)),
                               QString::number(exchange.status())))
                .messages.push_back(known.resource->number);
        else if (!exchange.succeeded())
            report.notTested();
        return;
    }
    report.notTested();
}

void documentsSupported(const Context &context, Report &report)
{
    if (!hasPage(context))
        return report.notTested();
    const auto member =
        context.exchange->responseBody.root()["client_id_metadata_document_supported"];
    if (!member)
        report.whole(Text::tr("The metadata of the authorization server has no "
                              "`client_id_metadata_document_supported`."));
    else if (!member.toBool().value_or(false))
        report.whole(Text::tr("`client_id_metadata_document_supported` is %1.").arg(shown(member)));
}

void registrationSupported(const Context &context, Report &report)
{
    if (!hasPage(context) || context.revision >= Revision::R20251125)
        return report.notTested();
    if (!context.exchange->responseBody.root()["registration_endpoint"].isString())
        report.whole(
            Text::tr("The metadata of the authorization server has no `registration_endpoint`."));
}

// 2025-03-26: the server is its own authorization server.
void v1MetadataServed(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const HttpExchange &exchange = *context.exchange;
    if (addressOf(exchange) != defaultEndpoint(context.connection.url, kOAuthPath) || known.resource
        || known.demand == 0 || (!exchange.succeeded() && !saysMissing(exchange.status())))
        return report.notTested();
    if (!exchange.succeeded())
        report
            .whole(Text::tr("The server demands a login, but %1 gives status %2.")
                       .arg(shownText(addressOf(exchange)), QString::number(exchange.status())))
            .messages.push_back(known.demand);
}

// Extensions.

void clientCredentials(const Context &context, Report &report)
{
    const auto root = context.exchange->responseBody.root();
    const auto methods = root["token_endpoint_auth_methods_supported"];
    if (!context.exchange->succeeded()
        || !textsOf(root["grant_types_supported"]).contains(QLatin1String("client_credentials")))
        return report.notTested();
    if (!methods.isArray())
        return; // RFC 8414 section 2: client_secret_basic
    const QStringList all = textsOf(methods);
    const bool hasJwt = all.contains(QLatin1String("private_key_jwt"));
    if (!hasJwt && !all.contains(QLatin1String("client_secret_basic")))
        report.whole(Text::tr("`token_endpoint_auth_methods_supported` is %1, with neither "
                              "private_key_jwt nor client_secret_basic.")
                         .arg(shown(methods)));
    else if (hasJwt && !root["token_endpoint_auth_signing_alg_values_supported"].isArray())
        report.whole(Text::tr("The metadata supports private_key_jwt, but has no "
                              "`token_endpoint_auth_signing_alg_values_supported`."));
}

void dpopAlgorithms(const Context &context, Report &report)
{
    const auto algorithms =
        context.exchange->responseBody.root()["dpop_signing_alg_values_supported"];
    if (!context.exchange->succeeded() || !algorithms || isOfResource(*context.exchange))
        return report.notTested();
    const QStringList all = textsOf(algorithms);
    const bool isWeak = std::any_of(all.begin(), all.end(), [](const QString &each) {
        return each == u"none" || each.startsWith(QLatin1String("HS"));
    });
    if (all.isEmpty())
        report.whole(Text::tr("`dpop_signing_alg_values_supported` is %1, without any algorithm.")
                         .arg(shown(algorithms)));
    else if (isWeak)
        report.whole(Text::tr("`dpop_signing_alg_values_supported` is %1, with algorithms that are "
                              "not asymmetric.")
                         .arg(shown(algorithms)));
}

constexpr Rule kRules[] = {
    {"auth.prm-served", On::Metadata, {}, &resourceServed},
    {"auth.prm-authorization-servers", On::Metadata, {}, &listsServers},
    {"auth.no-offline-access-advertised", On::Metadata, {}, &noOfflineAccess},
    {"auth.https-endpoints", On::Metadata, {}, &endpointsSecure},
    {"auth.as-metadata-provided", On::Metadata, {}, &serverMetadataProvided},
    {"auth.cimd-supported", On::Metadata, {}, &documentsSupported},
    {"auth.dcr-supported", On::Metadata, {}, &registrationSupported},
    {"auth.v1-metadata-served", On::Metadata, {}, &v1MetadataServed},
    {"ext-cc.metadata", On::Metadata, {}, &clientCredentials},
    {"ext-dpop.metadata", On::Metadata, {}, &dpopAlgorithms},
};

} // namespace

std::span<const Rule> metadataRules()
{
    return kRules;
}

} // namespace sonde::findings
