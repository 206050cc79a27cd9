// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/httptarget.h"

namespace sonde::wire {

namespace {

int effectivePort(const QUrl &url)
{
    const bool secure = url.scheme().compare(QLatin1String("https"), Qt::CaseInsensitive) == 0;
    return url.port(secure ? 443 : 80);
}

} // namespace

QString originOf(const QUrl &url)
{
    QUrl origin;
    origin.setScheme(url.scheme().toLower());
    origin.setHost(url.host().toLower());
    const bool isDefault = (origin.scheme() == QLatin1String("https") && effectivePort(url) == 443)
        || (origin.scheme() == QLatin1String("http") && effectivePort(url) == 80);
    if (!isDefault)
        origin.setPort(url.port());
    return origin.toString(QUrl::FullyEncoded);
}

bool sameOrigin(const QUrl &a, const QUrl &b)
{
    return !a.host().isEmpty() && originOf(a) == originOf(b);
}

} // namespace sonde::wire
