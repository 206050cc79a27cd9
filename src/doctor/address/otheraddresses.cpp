// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/otheraddresses.h"

#include <algorithm>

namespace sonde::doctor {

std::deque<AddressFacts::Other> otherAddresses(const QUrl &url, bool isSse)
{
    std::deque<AddressFacts::Other> others;
    const auto add = [&others](const QUrl &other, bool otherIsSse) {
        const bool isNew =
            std::none_of(others.begin(), others.end(), [&](const AddressFacts::Other &each) {
                return each.url == other && each.isSse == otherIsSse;
            });
        if (isNew)
            others.push_back({other, otherIsSse, false});
    };
    add(url, !isSse);
    QString path = url.path();
    while (path.endsWith(u'/'))
        path.chop(1);
    const QStringList paths{QStringLiteral("/mcp"), QStringLiteral("/sse"), QStringLiteral("/"),
        path + QStringLiteral("/mcp"), path + QStringLiteral("/sse"), path + QStringLiteral("/"),
        path};
    for (const QString &each : paths) {
        QUrl other = url;
        other.setPath(each);
        if (other.path() != url.path())
            add(other, each.endsWith(QLatin1String("/sse")));
    }
    return others;
}

} // namespace sonde::doctor
