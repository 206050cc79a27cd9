// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/oauthvalues.h"

#include "findings/context/report.h"
#include "wire/http/httptarget.h"
#include "wire/http/privateaddress.h"

#include <QUrl>

#include <algorithm>
#include <functional>

namespace sonde::findings {

namespace {

constexpr qsizetype kMaxTexts = 1000; // of an array

} // namespace

QString shownText(const QString &text)
{
    return shown(std::string_view(text.toStdString()));
}

QString addressOf(const QString &url)
{
    return QUrl(url).toString(QUrl::FullyEncoded | QUrl::RemoveQuery | QUrl::RemoveFragment);
}

QString originOf(const QString &url)
{
    return wire::originOf(QUrl(url));
}

bool isLoopback(const QString &url)
{
    return wire::isLoopbackHost(QUrl(url).host());
}

bool isOpenHttp(const QString &url)
{
    return QUrl(url).scheme() == QLatin1String("http") && !isLoopback(url);
}

bool saysMissing(int status)
{
    return status == 400 || status == 404 || status == 405 || status == 406 || status == 410;
}

auth::Parameters queryOf(const QString &url)
{
    const QString query = QUrl(url).query(QUrl::FullyEncoded);
    return auth::Parameters::parse(query.toUtf8()).value_or(auth::Parameters());
}

bool isHidden(const QString &value)
{
    // Other programs than Sonde write REDACTED, or one character again and again.
    const bool isMasked = value.size() > 3 && QStringLiteral("xX*").contains(value.front())
        && value.count(value.front()) == value.size();
    return isMasked || value.contains(QLatin1String("(hidden")) || value.contains(u"***")
        || value.contains(QLatin1String("redacted"), Qt::CaseInsensitive);
}

std::size_t fingerprintOf(const QString &secret)
{
    return secret.isEmpty() || isHidden(secret) ? 0
                                                : std::hash<std::string>()(secret.toStdString());
}

QStringList scopesOf(const QString &scope)
{
    QStringList scopes = scope.left(kMaxOAuthValue).simplified().split(u' ', Qt::SkipEmptyParts);
    scopes.sort();
    scopes.removeDuplicates();
    return scopes;
}

bool containsAll(const QStringList &all, const QStringList &some)
{
    return std::all_of(
        some.begin(), some.end(), [&all](const QString &each) { return all.contains(each); });
}

QStringList textsOf(const json::Value &array)
{
    QStringList texts;
    for (const json::Value each : array) {
        if (each.isString() && texts.size() < kMaxTexts)
            texts << each.toString().left(kMaxOAuthValue);
    }
    return texts;
}

bool isSameRedirect(const QString &a, const QString &b)
{
    if (a == b)
        return true;
    QUrl left(a);
    QUrl right(b);
    left.setPort(-1);
    right.setPort(-1);
    return isLoopback(a) && isLoopback(b) && left == right;
}

QString defaultEndpoint(const std::string &server, const char *path)
{
    return originOf(QString::fromStdString(server)) + QLatin1String(path);
}

} // namespace sonde::findings
