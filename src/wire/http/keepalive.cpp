// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/keepalive.h"

#include "wire/http/httptarget.h"

#include <algorithm>

namespace sonde::wire {

using std::chrono::seconds;

std::optional<seconds> KeepAlive::announcedBy(const HttpHeaders &headers)
{
    for (const QByteArray &value : headers.values("Keep-Alive")) {
        for (const QByteArray &part : value.split(',')) {
            const qsizetype equals = part.indexOf('=');
            if (equals < 0 || part.left(equals).trimmed().toLower() != "timeout")
                continue;
            bool isNumber = false;
            const uint announced = part.mid(equals + 1).trimmed().toUInt(&isNumber);
            if (isNumber)
                return std::min(seconds(announced), kMost);
        }
    }
    return std::nullopt;
}

void KeepAlive::record(
    const QUrl &url, const HttpHeaders &headers, std::chrono::nanoseconds roundTrip)
{
    const QString name = originOf(url);
    if (m_origins.size() >= kMaxOrigins && !m_origins.contains(name))
        m_origins.clear();
    Origin &origin = m_origins[name];
    origin.announced = announcedBy(headers);
    if (roundTrip.count() > 0)
        origin.roundTrip = roundTrip;
}

seconds KeepAlive::maxIdle(const QUrl &url) const
{
    const auto found = m_origins.find(originOf(url));
    if (found == m_origins.end() || !found->second.announced)
        return kUnannounced;
    const Origin &origin = found->second;
    const auto left = std::chrono::floor<seconds>(*origin.announced - kMargin - origin.roundTrip);
    return std::max(left, seconds(0));
}

} // namespace sonde::wire
