// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/browser/pagerules.h"

#include "auth/base/parameters.h"
#include "auth/base/urlrules.h"
#include "auth/browser/browsermessage.h"
#include "wire/http/privateaddress.h"

#include <QStringList>

#include <algorithm>

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

using Judgement = PageRules::Judgement;
using Verdict = PageRules::Verdict;

constexpr int kHttp = 80;
constexpr int kHttps = 443;
constexpr qsizetype kMaxScheme = 40; // shown of one

bool isWeb(const QUrl &url)
{
    return url.scheme() == QLatin1String("https") || url.scheme() == QLatin1String("http");
}

int portOf(const QUrl &url)
{
    const QString scheme = url.scheme();
    return url.port(
        scheme == QLatin1String("https") || scheme == QLatin1String("wss") ? kHttps : kHttp);
}

bool sharesPlace(const QUrl &one, const QUrl &other)
{
    return one.host() == other.host() && portOf(one) == portOf(other);
}

QString valueIn(const QUrl &url, const char *name)
{
    const auto query = Parameters::parse(url.query(QUrl::FullyEncoded).toLatin1());
    return query ? query->value(QLatin1String(name)).value_or(QString()) : QString();
}

bool isSchemeOf(const QUrl &url, std::initializer_list<const char *> schemes)
{
    return std::any_of(schemes.begin(), schemes.end(),
        [&](const char *scheme) { return url.scheme() == QLatin1String(scheme); });
}

Judgement refused(const QString &reason)
{
    return {Verdict::Refused, reason};
}

} // namespace

bool isRedirectTo(const QUrl &url, const QUrl &redirectUri)
{
    return url.isValid() && url.scheme() == redirectUri.scheme() && url.userInfo().isEmpty()
        && sharesPlace(url, redirectUri)
        && url.path(QUrl::FullyEncoded) == redirectUri.path(QUrl::FullyEncoded);
}

QString shownAddress(const QUrl &url)
{
    QUrl shown = url.adjusted(QUrl::RemoveUserInfo | QUrl::RemoveFragment);
    const QByteArray query = url.query(QUrl::FullyEncoded).toLatin1();
    const auto parameters = Parameters::parse(query);
    const bool hides = !parameters
        || std::any_of(parameters->all().begin(), parameters->all().end(),
            [](const auto &each) { return isSecretName(each.first); });
    if (hides)
        shown.setQuery(QString());
    QString text = shown.toString(QUrl::FullyEncoded);
    if (hides)
        text += u'?'
            + (parameters ? QString::fromUtf8(parameters->redacted())
                          : QStringLiteral("(hidden, too many parameters)"));
    return text.left(kMaxUrl);
}

PageRules::PageRules(const QUrl &start, const QUrl &redirectUri)
    : m_start(start)
    , m_redirectUri(redirectUri)
    , m_state(valueIn(start, "state"))
    , m_startIsLocal(wire::isLoopbackHost(start.host()))
{
}

Judgement PageRules::navigation(const QUrl &url, bool isWholePage) const
{
    if (url.toString(QUrl::FullyEncoded).size() > kMaxBrowserAddress)
        return refused(AuthText::tr("The URL is too long."));
    if (isWholePage && isRedirectTo(url, m_redirectUri))
        return {Verdict::Redirected, {}};
    // A pop-up begins with that, and shows nothing.
    if (url == QUrl(QStringLiteral("about:blank")))
        return {};
    if (!isWholePage && isSchemeOf(url, {"about", "blob", "data"}))
        return {};
    if (!isWeb(url))
        return refused(
            AuthText::tr("Only http and https URLs may be opened; this one begins with “%1:”.")
                .arg(url.scheme().left(kMaxScheme)));
    return judgeWeb(url);
}

Judgement PageRules::request(const QUrl &url) const
{
    if (isSchemeOf(url, {"about", "blob", "data"}))
        return {};
    if (!isWeb(url) && !isSchemeOf(url, {"ws", "wss"}))
        return refused(AuthText::tr("A page may not load URLs that begin with “%1:”.")
                           .arg(url.scheme().left(kMaxScheme)));
    return judgeWeb(url);
}

Judgement PageRules::judgeWeb(const QUrl &url) const
{
    if (url.host().isEmpty())
        return refused(AuthText::tr("The URL has no host."));
    if (!url.userInfo().isEmpty())
        return refused(AuthText::tr("The URL contains a user name."));
    // What listens there waits for one response, and for nothing else.
    if (sharesPlace(url, m_redirectUri))
        return refused(
            AuthText::tr("The URL points to Sonde's listener but is not the redirect URI %1.")
                .arg(m_redirectUri.toString()));
    if (!wire::isLoopbackHost(url.host()))
        return {};
    if (isStrayResponse(url))
        return refused(AuthText::tr("The redirect points to %1:%2, not to the redirect URI %3.")
                           .arg(url.host())
                           .arg(portOf(url))
                           .arg(m_redirectUri.toString()));
    // Programs on this machine often trust every local connection.
    if (!m_startIsLocal)
        return refused(AuthText::tr("A page from the network may not access this machine."));
    return {};
}

// RFC 8252 section 8.3 and 8.10: another program on this machine would get the code. What stands at
// the place of the first page is a server under construction that asks another one in its turn.
bool PageRules::isStrayResponse(const QUrl &url) const
{
    return !sharesPlace(url, m_start) && !m_state.isEmpty() && valueIn(url, "state") == m_state
        && (!valueIn(url, "code").isEmpty() || !valueIn(url, "error").isEmpty());
}

} // namespace sonde::auth
