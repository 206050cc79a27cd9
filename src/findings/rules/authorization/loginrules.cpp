// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/oauthfacts.h"
#include "findings/rules/authorization/authorizationtables.h"

#include <QUrl>

#include <algorithm>

namespace sonde::findings {

namespace {

// The authorization request, and the response that the browser brings back.

QString query(const Context &context, const char *name)
{
    return queryValue(*context.exchange, name).value_or(QString());
}

const KnownIssuer *serverOf(const Context &context)
{
    return context.connection.authorization.serverOf(
        addressOf(*context.exchange), "authorization_endpoint");
}

const KnownClient *clientOf(const Context &context)
{
    return context.connection.authorization.clientOf(query(context, "client_id"));
}

// The parameters were sent before (RFC 9126), or are in a signed object (RFC 9101).
bool isElsewhere(const Context &context)
{
    return queryValue(*context.exchange, "request_uri") || queryValue(*context.exchange, "request");
}

void hasClientId(const Context &context, Report &report)
{
    if (query(context, "client_id").isEmpty())
        report.whole(Text::tr("The authorization request has no `client_id`."));
}

void documentUrl(const Context &context, Report &report)
{
    const QUrl id(query(context, "client_id"));
    const KnownIssuer *server = serverOf(context);
    const bool isUrl = id.scheme() == u"http" || id.scheme() == u"https";
    const KnownClient *client = clientOf(context);
    // Of other servers it may be an id that they chose.
    if (!isUrl || !server || (client && !client->origin.isEmpty())
        || !server->metadata.root()["client_id_metadata_document_supported"].toBool().value_or(
            false))
        return report.notTested();
    if (id.scheme() == u"http")
        report.whole(Text::tr("`client_id` is %1, without https.").arg(shownText(id.toString())));
    else if (id.path().isEmpty())
        report.whole(
            Text::tr("`client_id` is %1, a URL without a path.").arg(shownText(id.toString())));
}

// PKCE

void usesPkce(const Context &context, Report &report)
{
    if (isElsewhere(context))
        return report.notTested();
    if (query(context, "code_challenge").isEmpty())
        report.whole(Text::tr("The authorization request has no `code_challenge`."));
}

void usesS256(const Context &context, Report &report)
{
    const KnownIssuer *server = serverOf(context);
    const auto methods =
        server ? server->metadata.root()["code_challenge_methods_supported"] : json::Value();
    if (query(context, "code_challenge").isEmpty()
        || (methods && !textsOf(methods).contains(QLatin1String("S256"))))
        return report.notTested();
    const auto method = queryValue(*context.exchange, "code_challenge_method");
    if (!method)
        report.whole(Text::tr("The authorization request has no `code_challenge_method`, which "
                              "means plain."));
    else if (*method != u"S256")
        report.whole(Text::tr("`code_challenge_method` is %1, not S256.").arg(shownText(*method)));
}

void pkceVerified(const Context &context, Report &report)
{
    const KnownIssuer *server = serverOf(context);
    if (!server)
        return report.notTested();
    if (!server->metadata.root()["code_challenge_methods_supported"].isArray())
        report
            .whole(Text::tr("The client opens the authorization page, although the metadata has no "
                            "`code_challenge_methods_supported`."))
            .messages.push_back(server->number);
}

void hasState(const Context &context, Report &report)
{
    if (isElsewhere(context))
        return report.notTested();
    if (query(context, "state").isEmpty())
        report.whole(Text::tr("The authorization request has no `state`."));
}

// The client

void redirectRegistered(const Context &context, Report &report)
{
    const KnownClient *client = clientOf(context);
    const auto uri = queryValue(*context.exchange, "redirect_uri");
    if (!client || client->redirectUris.isEmpty() || !uri || client->origin.isEmpty())
        return report.notTested();
    const auto &all = client->redirectUris;
    if (std::none_of(all.begin(), all.end(),
            [&uri](const QString &each) { return isSameRedirect(each, *uri); }))
        report
            .whole(Text::tr("The redirect URI %1 is not registered: %2 is.")
                       .arg(shownText(*uri), shownText(all.join(u' '))))
            .messages.push_back(client->number);
}

// Where the authorization server sends the browser, if that is not a redirect URI of the client;
// empty otherwise.
QString foreignTarget(const Context &context, const KnownClient &client)
{
    const auto &response = context.exchange->response;
    const QString uri = query(context, "redirect_uri");
    const auto location = response ? response->headers.value("location") : std::nullopt;
    const auto &all = client.redirectUris;
    const bool isKnown = uri.isEmpty() || all.isEmpty()
        || std::any_of(all.begin(), all.end(),
            [&uri](const QString &each) { return isSameRedirect(each, uri); });
    if (isKnown || !location || context.exchange->status() < 300
        || context.exchange->status() > 399)
        return {};
    const QString target = QString::fromUtf8(*location);
    return addressOf(target) == addressOf(uri) ? target : QString();
}

void documentValidated(const Context &context, Report &report)
{
    const KnownClient *client = clientOf(context);
    if (!client || !client->origin.isEmpty() || client->redirectUris.isEmpty()
        || !queryValue(*context.exchange, "redirect_uri"))
        return report.notTested();
    if (const QString target = foreignTarget(context, *client); !target.isEmpty())
        report
            .whole(Text::tr("The authorization server redirects to %1, which is not in the "
                            "metadata document of the client.")
                       .arg(shownText(addressOf(target))))
            .messages.push_back(client->number);
}

void openRedirect(const Context &context, Report &report)
{
    const KnownClient *client = clientOf(context);
    if (!client || client->origin.isEmpty() || client->redirectUris.isEmpty()
        || !queryValue(*context.exchange, "redirect_uri"))
        return report.notTested();
    if (const QString target = foreignTarget(context, *client); !target.isEmpty())
        report
            .whole(Text::tr("The authorization server redirects to %1, which the client did not "
                            "register.")
                       .arg(shownText(addressOf(target))))
            .messages.push_back(client->number);
}

// A client_id that another server gave. `isMoved`: the MCP server had named that one before.
void foreignClient(const Context &context, Report &report, bool isMoved)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const KnownClient *client = clientOf(context);
    const KnownIssuer *server = serverOf(context);
    if (!client || client->origin.isEmpty() || !server)
        return report.notTested();
    const auto root = server->metadata.root();
    const bool isOwn = originOf(addressOf(*context.exchange)) == client->origin
        || originOf(root["registration_endpoint"].toString()) == client->origin
        || originOf(server->issuer) == client->origin;
    const auto &former = known.formerIssuers;
    const bool wasNamed = std::any_of(former.begin(), former.end(),
        [client](const QString &issuer) { return originOf(issuer) == client->origin; });
    if (isMoved && former.isEmpty())
        return report.notTested();
    if (!isOwn && wasNamed == isMoved)
        report
            .whole(Text::tr("The client uses the `client_id` that %1 gave it at %2.")
                       .arg(shownText(client->origin),
                           shownText(originOf(addressOf(*context.exchange)))))
            .messages.push_back(client->number);
}

void separateState(const Context &context, Report &report)
{
    foreignClient(context, report, false);
}

void registersAnew(const Context &context, Report &report)
{
    foreignClient(context, report, true);
}

// 2025-03-26: a server without metadata has its page at a fixed address.
void v1DefaultEndpoint(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const AuthorizationFacts &known = context.connection.authorization;
    if (!known.servers.empty() || known.resource
        || !known.areMissing({defaultEndpoint(context.connection.url, kOAuthPath)})
        || exchange.status() == 0)
        return report.notTested();
    if (exchange.status() == 404 || exchange.status() == 405 || exchange.status() == 410)
        report.whole(Text::tr("The server has no metadata, and %1 gives status %2.")
                         .arg(shownText(addressOf(exchange)), QString::number(exchange.status())));
}

// The response

const KnownIssuer *requestedServer(const Context &context)
{
    const AuthorizationFacts &known = context.connection.authorization;
    return known.request ? known.serverOf(known.request->endpoint, "authorization_endpoint")
                         : nullptr;
}

bool announcesIssuer(const KnownIssuer &server)
{
    return server.metadata.root()["authorization_response_iss_parameter_supported"]
        .toBool()
        .value_or(false);
}

void issuerSent(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const auto sent = redirectOf(*context.exchange, known);
    if (!sent || known.response)
        return report.notTested();
    if (!sent->value(QStringLiteral("iss")))
        report.whole(Text::tr("The response of the authorization page has no `iss`."));
}

void issuerAdvertised(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const auto sent = redirectOf(*context.exchange, known);
    const KnownIssuer *server = requestedServer(context);
    const auto issuer = sent ? sent->value(QStringLiteral("iss")) : std::nullopt;
    if (!issuer || !server || known.response)
        return report.notTested();
    if (!announcesIssuer(*server))
        report
            .whole(Text::tr("The response has `iss` %1, but the metadata has no "
                            "`authorization_response_iss_parameter_supported`.")
                       .arg(shownText(*issuer)))
            .messages.push_back(server->number);
}

constexpr Rule kRules[] = {
    {"auth.client-id-obtained", On::Authorization, {}, &hasClientId},
    {"auth.cimd-url", On::Authorization, {}, &documentUrl},
    {"auth.pkce", On::Authorization, {}, &usesPkce},
    {"auth.pkce-s256", On::Authorization, {}, &usesS256},
    {"auth.pkce-verified", On::Authorization, {}, &pkceVerified},
    {"auth.state", On::Authorization, {}, &hasState},
    {"auth.redirect-registered", On::Authorization, {}, &redirectRegistered},
    {"auth.cimd-server-validates", On::Authorization, {}, &documentValidated},
    {"auth.open-redirect", On::Authorization, {}, &openRedirect},
    {"auth.as-separate-state", On::Authorization, {}, &separateState},
    {"auth.reregister-on-issuer-change", On::Authorization, {}, &registersAnew},
    {"auth.v1-default-endpoints", On::Authorization, {}, &v1DefaultEndpoint},
    {"auth.iss-sent", On::Redirect, {}, &issuerSent},
    {"auth.iss-advertised", On::Redirect, {}, &issuerAdvertised},
};

} // namespace

std::span<const Rule> loginRules()
{
    return kRules;
}

} // namespace sonde::findings
