// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/urlrules.h"
#include "findings/catalogue/findingstr.h"
#include "findings/context/oauthfacts.h"
#include "findings/rules/authorization/authorizationtables.h"

#include <QUrl>

#include <algorithm>
#include <iterator>

namespace sonde::findings {

namespace {

// What a client asks the authorization server for: scopes, and the resource that they are for.

constexpr QLatin1String kOffline("offline_access");

QString query(const Context &context, const char *name)
{
    return queryValue(*context.exchange, name).value_or(QString());
}

// The parameters were sent before (RFC 9126), or are in a signed object (RFC 9101).
bool isElsewhere(const Context &context)
{
    return queryValue(*context.exchange, "request_uri") || queryValue(*context.exchange, "request");
}

// Scopes

void offlineListed(const Context &context, Report &report)
{
    const KnownIssuer *server = context.connection.authorization.serverOf(
        addressOf(*context.exchange), "authorization_endpoint");
    if (!server)
        return report.notTested();
    const auto listed = server->metadata.root()["scopes_supported"];
    if (!listed.isArray() || !scopesOf(query(context, "scope")).contains(kOffline))
        return report.notTested();
    if (!textsOf(listed).contains(kOffline))
        report
            .whole(Text::tr("The client asks for the scope offline_access, which "
                            "`scopes_supported` of the authorization server lacks."))
            .messages.push_back(server->number);
}

QString scopesSentence(const QStringList &asked, const QStringList &named)
{
    if (asked.isEmpty())
        return Text::tr("The client asks for no scope; the server names “%1”.")
            .arg(shownText(named.join(u' ')));
    if (named.isEmpty())
        return Text::tr("The client asks for the scope “%1”; the server names none.")
            .arg(shownText(asked.join(u' ')));
    return Text::tr("The client asks for the scope “%1”; the server names “%2”.")
        .arg(shownText(asked.join(u' ')), shownText(named.join(u' ')));
}

// The scopes that the challenge wants, or else those of the metadata; nothing is known without
// both.
void scopeSelection(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    if (known.challenge == 0 || isElsewhere(context))
        return report.notTested();
    QStringList scopes = scopesOf(query(context, "scope"));
    const bool isChallenged = known.challengedScopes && !known.challengedScopes->isEmpty();
    if (!isChallenged && !known.resource)
        return report.notTested();
    const QStringList expected = isChallenged ? *known.challengedScopes
        : known.resource->scopes              ? *known.resource->scopes
                                              : QStringList();
    QStringList missing;
    std::copy_if(expected.begin(), expected.end(), std::back_inserter(missing),
        [&scopes](const QString &each) { return !scopes.contains(each) && each != kOffline; });
    // A refresh token is the client's decision, and earlier scopes stay (2026-07-28). Which ones
    // there were, a recording that began later does not show.
    QStringList more;
    const QStringList earlier = known.request ? known.request->scopes : QStringList();
    std::copy_if(scopes.begin(), scopes.end(), std::back_inserter(more), [&](const QString &each) {
        return !expected.contains(each) && !earlier.contains(each) && each != kOffline;
    });
    if (!known.request && known.demand == 0)
        more.clear();
    if (!missing.isEmpty() || !more.isEmpty())
        report.whole(scopesSentence(scopes, expected))
            .messages.push_back(isChallenged ? known.challenge : known.resource->number);
}

void scopeUnion(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const bool isStepUp = std::any_of(known.stepUps.begin(), known.stepUps.end(),
        [&known](const auto &each) { return each.second.number == known.challenge; });
    if (!known.request || !isStepUp || known.request->state == query(context, "state"))
        return report.notTested();
    const QStringList scopes = scopesOf(query(context, "scope"));
    if (!containsAll(scopes, known.request->scopes))
        report
            .whole(
                Text::tr("The client asks for the scope “%1”, without “%2”, which it asked for "
                         "before.")
                    .arg(shownText(scopes.join(u' ')), shownText(known.request->scopes.join(u' '))))
            .messages.push_back(known.request->number);
}

// The resource

QUrl serverOf(const Context &context)
{
    return QUrl(QString::fromStdString(context.connection.url));
}

// Whether the request is one for a token of the MCP server: an assertion of an identity provider
// names the server itself.
bool namesResource(const Context &context)
{
    if (context.exchange->isAuthorizationRequest())
        return !isElsewhere(context);
    const QString grant = formValue(*context.exchange, "grant_type").value_or(QString());
    return grant == u"authorization_code" || grant == u"refresh_token"
        || grant == u"client_credentials";
}

void hasResource(const Context &context, Report &report)
{
    if (!namesResource(context))
        return report.notTested();
    if (!parameterOf(*context.exchange, "resource"))
        report.whole(context.exchange->isTokenRequest()
                ? Text::tr("The token request has no `resource`.")
                : Text::tr("The authorization request has no `resource`."));
}

void resourceCanonical(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const auto value = parameterOf(*context.exchange, "resource");
    if (!value || !namesResource(context))
        return report.notTested();
    const QUrl url(*value);
    const QString named = known.resource ? known.resource->resource : QString();
    const bool isOfServer = serverOf(context).isEmpty() || *value == named
        || originOf(*value) == originOf(serverOf(context).toString());
    const QString requested = known.request ? known.request->resource : QString();
    const bool isOfCode = formValue(*context.exchange, "grant_type") == u"authorization_code";
    if (url.scheme().isEmpty() || url.host().isEmpty())
        report.whole(
            Text::tr("`resource` is %1, which is no URL with a scheme.").arg(shownText(*value)));
    else if (url.hasFragment())
        report.whole(Text::tr("`resource` is %1, with a fragment.").arg(shownText(*value)));
    else if (!isOfServer)
        report.whole(Text::tr("`resource` is %1, but the address of the server is %2.")
                         .arg(shownText(*value), shownText(serverOf(context).toString())));
    else if (isOfCode && !requested.isEmpty() && requested != *value)
        report
            .whole(Text::tr("`resource` of the token request is %1, but that of the authorization "
                            "request was %2.")
                       .arg(shownText(*value), shownText(requested)))
            .messages.push_back(known.request->number);
}

void resourceSpecific(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const auto value = parameterOf(*context.exchange, "resource");
    const QUrl server = serverOf(context);
    // What the server calls itself is the best name that there is.
    const bool isNamed = known.resource && value && *value == known.resource->resource;
    if (!value || server.isEmpty() || isNamed || !namesResource(context)
        || originOf(*value) != originOf(server.toString()))
        return report.notTested();
    const QString path = QUrl(*value).path();
    const bool isBelow = server.path().size() > 1;
    if (isBelow && path.size() <= 1)
        report.whole(Text::tr("`resource` is %1, without the path of the server %2.")
                         .arg(shownText(*value), shownText(server.toString())));
    else if (!isBelow && path == u"/")
        report.whole(Text::tr("`resource` is %1: without a path there should be no slash at the "
                              "end.")
                         .arg(shownText(*value)));
}

constexpr Rule kRules[] = {
    {"auth.offline-access-only-if-listed", On::Authorization, {}, &offlineListed},
    {"auth.scope-selection", On::Authorization, {}, &scopeSelection},
    {"auth.scope-union", On::Authorization, {}, &scopeUnion},
    {"auth.resource-parameter", On::Authorization, {}, &hasResource},
    {"auth.resource-parameter", On::Token, {}, &hasResource},
    {"auth.resource-canonical", On::Authorization, {}, &resourceCanonical},
    {"auth.resource-canonical", On::Token, {}, &resourceCanonical},
    {"auth.resource-specific", On::Authorization, {}, &resourceSpecific},
    {"auth.resource-specific", On::Token, {}, &resourceSpecific},
};

} // namespace

std::span<const Rule> scopeRules()
{
    return kRules;
}

} // namespace sonde::findings
