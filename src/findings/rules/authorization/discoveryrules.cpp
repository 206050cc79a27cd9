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

// How a client finds the authorization server.

bool isServerMetadata(const HttpExchange &exchange)
{
    const QString path = pathOf(exchange);
    return path.contains(QLatin1String(kOAuthPath)) || path.contains(QLatin1String(kOpenIdPath));
}

QString serverOrigin(const Context &context)
{
    return originOf(QString::fromStdString(context.connection.url));
}

void lookupOrder(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const QString own = addressOf(*context.exchange);
    const bool isOwn = own.startsWith(serverOrigin(context));
    if (!pathOf(*context.exchange).startsWith(QLatin1String(kResourcePath)) || known.challenge == 0
        || context.connection.url.empty())
        return report.notTested();
    const auto wasAsked = [&](const QString &url) {
        return addressOf(url) == own || known.asked.contains(addressOf(url));
    };
    if (!known.named.isEmpty()) {
        if (std::none_of(known.named.begin(), known.named.end(), wasAsked))
            report
                .whole(Text::tr("The client requests %1, but the challenge names %2.")
                           .arg(shownText(own), shownText(addressOf(known.named.front()))))
                .messages.push_back(known.challenge);
        return;
    }
    const auto all =
        auth::resourceMetadataUrls(QUrl(QString::fromStdString(context.connection.url)));
    const QString first = all.front().toString(QUrl::FullyEncoded);
    if (isOwn && own != addressOf(first) && own == all.back().toString(QUrl::FullyEncoded)
        && !wasAsked(first))
        report
            .whole(Text::tr("The client requests %1 before %2.")
                       .arg(shownText(own), shownText(addressOf(first))))
            .messages.push_back(known.challenge);
}

void discoversByResource(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    if (!isServerMetadata(*context.exchange) || !known.resource || known.resource->issuers.isEmpty()
        || context.connection.url.empty())
        return report.notTested();
    const QString origin = originOf(addressOf(*context.exchange));
    const auto &issuers = known.resource->issuers;
    const bool isNamed = std::any_of(issuers.begin(), issuers.end(),
        [&origin](const QString &issuer) { return originOf(issuer) == origin; });
    // After a named server without metadata a client may try what older revisions have.
    const bool isFallback = std::any_of(issuers.begin(), issuers.end(), [&](const QString &issuer) {
        const auto urls = auth::serverMetadataUrls(QUrl(issuer));
        return known.hasFailed({urls.front().toString(QUrl::FullyEncoded)});
    });
    if (!isNamed && !isFallback && origin == serverOrigin(context))
        report
            .whole(Text::tr("The client looks for an authorization server at %1, but the metadata "
                            "of the server names %2.")
                       .arg(shownText(origin), shownText(issuers.front())))
            .messages.push_back(known.resource->number);
}

// The address at its place in the order, or beyond the list.
void serverMetadataOrder(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    if (!isServerMetadata(*context.exchange) || !known.resource)
        return report.notTested();
    const QString own = addressOf(*context.exchange);
    const QString origin = originOf(own);
    bool isTested = false;
    for (const QString &issuer : known.resource->issuers) {
        QStringList all;
        for (const QUrl &url : auth::serverMetadataUrls(QUrl(issuer)))
            all << url.toString(QUrl::FullyEncoded);
        const auto at = all.indexOf(own);
        isTested = isTested || at >= 0;
        for (auto later = at + 1; at >= 0 && later < all.size(); ++later) {
            // Of requests at the same time either may end first.
            const auto other = known.asked.find(all[later]);
            if (other != known.asked.end() && other->second.number < context.number
                && !known.asked.contains(own))
                report
                    .whole(Text::tr("The client requests %1 after %2.")
                               .arg(shownText(own), shownText(all[later])))
                    .messages.push_back(known.resource->number);
        }
        const bool isRoot =
            own == origin + QLatin1String(kOAuthPath) || own == origin + QLatin1String(kOpenIdPath);
        const bool isOnlyIssuer = known.resource->issuers.size() == 1;
        if (at < 0 && isRoot && isOnlyIssuer && originOf(issuer) == origin
            && !known.areMissing(all)) {
            isTested = true;
            report
                .whole(Text::tr("The client requests %1, but the issuer is %2: its path belongs "
                                "into the address.")
                           .arg(shownText(own), shownText(issuer)))
                .messages.push_back(known.resource->number);
        }
    }
    if (!isTested)
        report.notTested();
}

void v1BaseUrl(const Context &context, Report &report)
{
    const QUrl server(QString::fromStdString(context.connection.url));
    const QString path = server.path(QUrl::FullyEncoded);
    const QString own = pathOf(*context.exchange);
    if (!own.contains(QLatin1String(kOAuthPath)) || context.connection.authorization.resource
        || originOf(addressOf(*context.exchange)) != serverOrigin(context) || path.size() < 2)
        return report.notTested();
    if (own != QLatin1String(kOAuthPath) && own.contains(path))
        report.whole(Text::tr("The client requests %1: the path of the server does not belong into "
                              "the address of the metadata.")
                         .arg(shownText(addressOf(*context.exchange))));
}

void v1VersionHeader(const Context &context, Report &report)
{
    if (!isServerMetadata(*context.exchange) || context.connection.authorization.resource)
        return report.notTested();
    if (!context.exchange->request.contains("mcp-protocol-version"))
        report.whole(Text::tr("The request for the metadata has no `MCP-Protocol-Version`."))
            .instead = {"MCP-Protocol-Version", "2025-03-26", true};
}

// The endpoints that it uses then.

// Whether the metadata of a server of that origin names another endpoint.
void usesMetadata(const Context &context, Report &report, const char *member)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const QString own = addressOf(*context.exchange);
    const KnownIssuer *server = known.serverAt(originOf(own));
    if (!server || !server->metadata.root()[member].isString())
        return report.notTested();
    // A host may have a server for each of its tenants: which one is meant, the login has shown.
    const bool isTenant = QUrl(server->issuer).path().size() > 1
        && !(known.request
            && known.serverOf(known.request->endpoint, "authorization_endpoint") == server);
    if (isTenant && !known.serverOf(own, member))
        return report.notTested();
    if (!known.serverOf(own, member))
        report
            .whole(Text::tr("The client uses %1, but `%2` of the metadata is %3.")
                       .arg(shownText(own), QLatin1String(member),
                           shown(server->metadata.root()[member])))
            .messages.push_back(server->number);
}

void tokenByMetadata(const Context &context, Report &report)
{
    usesMetadata(context, report, "token_endpoint");
}

void registrationByMetadata(const Context &context, Report &report)
{
    usesMetadata(context, report, "registration_endpoint");
}

void issuerIdentical(const Context &context, Report &report, const char *member)
{
    const KnownIssuer *server =
        context.connection.authorization.serverOf(addressOf(*context.exchange), member);
    if (!server || server->expected.isEmpty())
        return report.notTested();
    if (server->issuer != server->expected)
        report
            .whole(Text::tr("The client goes on with metadata of the issuer %1, although it "
                            "requested that of %2.")
                       .arg(shownText(server->issuer), shownText(server->expected)))
            .messages.push_back(server->number);
}

void issuerOfPage(const Context &context, Report &report)
{
    issuerIdentical(context, report, "authorization_endpoint");
}

void issuerOfToken(const Context &context, Report &report)
{
    if (context.connection.authorization.request) // which has shown it
        return report.notTested();
    issuerIdentical(context, report, "token_endpoint");
}

// 2025-03-26: the endpoints of a server without metadata are at fixed paths of its origin.
void v1Fallback(const Context &context, Report &report, const char *path)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const QString own = addressOf(*context.exchange);
    const QString metadata = defaultEndpoint(context.connection.url, kOAuthPath);
    const QString expected = defaultEndpoint(context.connection.url, path);
    if (context.connection.url.empty() || known.resource || !known.servers.empty()
        || originOf(own) != serverOrigin(context) || known.demand == 0)
        return report.notTested();
    const bool isRegistration = context.exchange->isRegistration();
    if (isRegistration && !known.asked.contains(metadata))
        // A client that registers does not know the server yet.
        report
            .whole(Text::tr("The client registers at %1 without a request for %2 before.")
                       .arg(shownText(own), shownText(metadata)))
            .messages.push_back(known.demand);
    else if (known.areMissing({metadata}) && own != expected)
        report
            .whole(Text::tr("The client uses %1, but for a server without metadata it is %2.")
                       .arg(shownText(own), shownText(expected)))
            .messages.push_back(known.demand);
}

void v1FallbackToken(const Context &context, Report &report)
{
    v1Fallback(context, report, "/token");
}

void v1FallbackRegistration(const Context &context, Report &report)
{
    v1Fallback(context, report, "/register");
}

constexpr Rule kRules[] = {
    {"auth.prm-lookup-order", On::Metadata, {}, &lookupOrder},
    {"auth.client-discovers-by-prm", On::Metadata, {}, &discoversByResource},
    {"auth.as-metadata-order", On::Metadata, {}, &serverMetadataOrder},
    {"auth.v1-base-url", On::Metadata, {}, &v1BaseUrl},
    {"auth.v1-version-header", On::Metadata, {}, &v1VersionHeader},
    {"auth.as-metadata-used", On::Token, {}, &tokenByMetadata},
    {"auth.as-metadata-used", On::Registration, {}, &registrationByMetadata},
    {"auth.as-issuer-identical", On::Authorization, {}, &issuerOfPage},
    {"auth.as-issuer-identical", On::Token, {}, &issuerOfToken},
    {"auth.v1-fallback-paths", On::Token, {}, &v1FallbackToken},
    {"auth.v1-fallback-paths", On::Registration, {}, &v1FallbackRegistration},
};

} // namespace

std::span<const Rule> discoveryRules()
{
    return kRules;
}

} // namespace sonde::findings
