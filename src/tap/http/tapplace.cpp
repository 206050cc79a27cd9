// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/tapplace.h"

namespace sonde::tap {

QByteArray addressAtTap(const QByteArray &address, const TapPlace &place)
{
    const QUrl url = QUrl::fromEncoded(address, QUrl::TolerantMode);
    if (url.isRelative() || !url.isValid() || !wire::sameOrigin(url, place.server.url))
        return {};
    return place.origin() + url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority);
}

} // namespace sonde::tap
