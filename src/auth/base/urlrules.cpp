// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/urlrules.h"

#include "wire/http/httptarget.h"
#include "wire/http/privateaddress.h"

#include <algorithm>

namespace sonde::auth {

namespace {

bool isHttp(const QUrl &url)
{
    return url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
}

bool isWellFormed(const QUrl &url)
{
    return url.isValid() && isHttp(url) && !url.host().isEmpty() && url.userInfo().isEmpty()
        && url.toEncoded().size() <= kMaxUrl;
}

bool isPrivateHost(const QString &host)
{
    if (wire::isLoopbackHost(host))
        return true;
    const QHostAddress address(host);
    return !address.isNull() && wire::isPrivateAddress(address);
}

QString pathWithoutEnd(const QUrl &url)
{
    QString path = url.path(QUrl::FullyEncoded);
    while (path.endsWith(u'/'))
        path.chop(1);
    return path;
}

QUrl at(const QUrl &origin, const QString &path)
{
    QUrl url = origin;
    url.setFragment({});
    url.setQuery(QString());
    url.setPath(path, QUrl::StrictMode);
    return url;
}

} // namespace

std::optional<AuthRule> refusalOf(const QUrl &url, bool serverIsLocal)
{
    if (!isWellFormed(url))
        return AuthRule::UrlMalformed;
    // Checked before the scheme, so that an address of a private network is reported as such.
    if (!serverIsLocal && isPrivateHost(url.host()))
        return AuthRule::UrlPrivate;
    if (url.scheme() == QLatin1String("http") && !wire::isLoopbackHost(url.host()))
        return AuthRule::UrlNotSecure;
    return std::nullopt;
}

std::optional<AuthRule> browserRefusalOf(const QUrl &url)
{
    if (!isWellFormed(url))
        return AuthRule::BrowserUrl;
    if (url.scheme() == QLatin1String("http") && !wire::isLoopbackHost(url.host()))
        return AuthRule::UrlNotSecure;
    // RFC 3986 section 2: an encoded URL has none of them. The browser is not started by a shell,
    // but what is started may be a script that is careless.
    const QByteArray text = url.toEncoded();
    const bool clean = std::all_of(text.begin(), text.end(), [](char c) {
        return c > 0x20 && c < 0x7f
            && std::string_view("\"'`\\<>^{}|").find(c) == std::string_view::npos;
    });
    return clean ? std::nullopt : std::optional(AuthRule::BrowserUrl);
}

bool isLocalServer(const QUrl &server, const QString &remoteAddress)
{
    if (isPrivateHost(server.host()))
        return true;
    const qsizetype colon = remoteAddress.lastIndexOf(u':');
    QString ip = remoteAddress.left(colon);
    if (ip.startsWith(u'[') && ip.endsWith(u']'))
        ip = ip.mid(1, ip.size() - 2);
    const QHostAddress address(ip);
    return colon > 0 && !address.isNull() && wire::isPrivateAddress(address);
}

std::vector<QUrl> resourceMetadataUrls(const QUrl &server)
{
    const QString wellKnown = QStringLiteral("/.well-known/oauth-protected-resource");
    const QString path = pathWithoutEnd(server);
    std::vector<QUrl> urls;
    if (!path.isEmpty()) {
        QUrl url = at(server, wellKnown + path);
        url.setQuery(server.query(QUrl::FullyEncoded), QUrl::StrictMode);
        if (!server.hasQuery())
            url.setQuery(QString());
        urls.push_back(url);
    }
    urls.push_back(at(server, wellKnown));
    return urls;
}

std::vector<QUrl> serverMetadataUrls(const QUrl &issuer, bool legacy)
{
    const QString oauth = QStringLiteral("/.well-known/oauth-authorization-server");
    const QString openid = QStringLiteral("/.well-known/openid-configuration");
    const QString path = pathWithoutEnd(issuer);
    if (legacy)
        return {at(issuer, oauth)};
    if (path.isEmpty())
        return {at(issuer, oauth), at(issuer, openid)};
    return {at(issuer, oauth + path), at(issuer, openid + path), at(issuer, path + openid)};
}

QString canonicalResource(const QUrl &server)
{
    QUrl url = server;
    url.setScheme(url.scheme().toLower());
    url.setHost(url.host().toLower());
    url.setFragment({});
    url.setUserInfo({});
    if (url.path() == QLatin1String("/"))
        url.setPath({});
    return url.toString(QUrl::FullyEncoded);
}

bool resourceCovers(const QUrl &resource, const QUrl &server)
{
    if (!isWellFormed(resource) || resource.hasFragment() || !wire::sameOrigin(resource, server))
        return false;
    const QString theirs = pathWithoutEnd(resource);
    const QString ours = pathWithoutEnd(server);
    return theirs == ours || ours.startsWith(theirs + u'/');
}

} // namespace sonde::auth
