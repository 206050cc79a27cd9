// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/shownaddress.h"

#include "base/secretplaces.h"

#include <QUrl>

#include <algorithm>

namespace sonde::wire {

QString shownAddress(const QUrl &url)
{
    QUrl shown = url.adjusted(QUrl::RemoveUserInfo | QUrl::RemoveFragment);
    if (url.hasQuery()) {
        const std::string query = '?' + url.query(QUrl::FullyEncoded).toStdString();
        shown.setQuery(QString::fromUtf8(withoutQuerySecrets(query)).mid(1));
    }
    return shown.toString();
}

QString shownProxy(const QString &proxy)
{
    const bool isWhole = proxy.isEmpty() || proxy.contains(QLatin1String("://"));
    return QUrl(isWhole ? proxy : QString(u"http://" + proxy))
        .toString(
            QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment);
}

// Words that only look random stay: ids of sessions are among them.
QByteArray withoutQuerySecrets(std::string_view line)
{
    QByteArray text(line.data(), static_cast<qsizetype>(line.size()));
    if (line.find('?') == std::string_view::npos)
        return text;
    for (const SecretPlace &place : secretsOfText(line)) {
        if (place.kind != SecretKind::Random)
            std::fill(text.begin() + static_cast<qsizetype>(place.begin),
                text.begin() + static_cast<qsizetype>(place.end), '*');
    }
    return text;
}

} // namespace sonde::wire
