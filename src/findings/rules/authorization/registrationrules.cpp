// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/oauthfacts.h"
#include "findings/rules/authorization/authorizationtables.h"

#include <QUrl>

#include <algorithm>

namespace sonde::findings {

namespace {

// The registration of a client (RFC 7591), and its metadata document.

void applicationType(const Context &context, Report &report)
{
    if (!context.exchange->body.root()["application_type"].isString())
        report.whole(Text::tr("The registration has no `application_type`.")).remedy =
            Text::tr("A client on the machine of its user adds \"application_type\": \"native\".");
}

// Whether only a program on the user's machine can receive it.
bool isNative(const QString &redirectUri)
{
    const QString scheme = QUrl(redirectUri).scheme();
    return isLoopback(redirectUri) || (scheme != u"http" && scheme != u"https");
}

void applicationTypeFits(const Context &context, Report &report)
{
    const auto type = context.exchange->body.root()["application_type"];
    const QStringList uris = textsOf(context.exchange->body.root()["redirect_uris"]);
    if (!type.isString() || uris.isEmpty())
        return report.notTested();
    const auto native = std::find_if(uris.begin(), uris.end(), isNative);
    if (type.equals("web") && native != uris.end())
        report.whole(Text::tr("The client registers as web with the redirect URI %1.")
                         .arg(shownText(*native)));
    // An https address may lead into a native program, but a page of another host is none.
    else if (type.equals("native") && native == uris.end())
        report.whole(Text::tr("The client registers as native with the redirect URI %1.")
                         .arg(shownText(uris.front())));
}

void checkRedirect(const QString &uri, Report &report)
{
    const QString scheme = QUrl(uri).scheme();
    if (isOpenHttp(uri))
        report.whole(Text::tr("The redirect URI %1 is neither https nor on this machine.")
                         .arg(shownText(addressOf(uri))));
    else if (scheme != u"http" && scheme != u"https")
        report.whole(Text::tr("The redirect URI %1 has the scheme “%2”, not https.")
                         .arg(shownText(addressOf(uri)), shownText(scheme)));
}

void registeredRedirects(const Context &context, Report &report)
{
    const QStringList uris = textsOf(context.exchange->body.root()["redirect_uris"]);
    if (uris.isEmpty())
        report.notTested();
    for (const QString &uri : uris)
        checkRedirect(uri, report);
}

void requestedRedirect(const Context &context, Report &report)
{
    const auto uri = queryValue(*context.exchange, "redirect_uri");
    const auto &clients = context.connection.authorization.clients;
    const auto id = queryValue(*context.exchange, "client_id");
    const auto client = clients.find(id.value_or(QString()));
    // That of a registration has been judged there.
    if (!uri || (client != clients.end() && client->second.redirectUris.contains(*uri)))
        return report.notTested();
    checkRedirect(*uri, report);
}

void clientDocument(const Context &context, Report &report)
{
    const auto root = context.exchange->responseBody.root();
    if (!context.exchange->isClientDocument() || !context.exchange->succeeded())
        return report.notTested();
    const QString own = QString::fromStdString(context.exchange->url);
    if (!root["client_id"].isString())
        report.whole(Text::tr("The metadata document of the client has no `client_id`."));
    else if (root["client_id"].toString() != own)
        report.whole(Text::tr("`client_id` is %1, but the document is at %2.")
                         .arg(shown(root["client_id"]), shownText(own)));
    if (!root["client_name"].isString())
        report.whole(Text::tr("The metadata document of the client has no `client_name`."));
    if (textsOf(root["redirect_uris"]).isEmpty())
        report.whole(Text::tr("The metadata document of the client lists no redirect URI."));
}

constexpr Rule kRules[] = {
    {"auth.dcr-application-type", On::Registration, {}, &applicationType},
    {"auth.dcr-application-type-fits", On::Registration, {}, &applicationTypeFits},
    {"auth.redirect-localhost-or-https", On::Registration, {}, &registeredRedirects},
    {"auth.redirect-localhost-or-https", On::Authorization, {}, &requestedRedirect},
    {"auth.cimd-document", On::Metadata, {}, &clientDocument},
};

} // namespace

std::span<const Rule> registrationRules()
{
    return kRules;
}

} // namespace sonde::findings
