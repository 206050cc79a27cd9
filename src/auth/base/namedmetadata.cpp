// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/namedmetadata.h"

#include "auth/base/urlrules.h"

#include <algorithm>

namespace sonde::auth {

NamedMetadata NamedMetadata::of(const std::vector<wire::Challenge> &challenges)
{
    NamedMetadata named;
    for (const wire::Challenge &challenge : challenges) {
        if (!isForTokens(challenge))
            continue;
        qsizetype inThis = 0;
        for (const auto &[name, value] : challenge.parameters) {
            const QByteArray plain = withoutSingleQuotes(value);
            named.singleQuotes = named.singleQuotes || plain.size() != value.size();
            if (name.compare("resource_metadata", Qt::CaseInsensitive) != 0)
                continue;
            ++inThis;
            const QString url = QString::fromUtf8(plain.left(kMaxUrl + 1));
            if (!named.urls.contains(url) && named.urls.size() < kMaxUrls)
                named.urls << url;
        }
        named.mostInOne = std::max(named.mostInOne, inThis);
    }
    return named;
}

bool isForTokens(const wire::Challenge &challenge)
{
    return challenge.isScheme("Bearer") || challenge.isScheme("DPoP");
}

QByteArray withoutSingleQuotes(const QByteArray &value)
{
    const bool isQuoted = value.size() >= 2 && value.startsWith('\'') && value.endsWith('\'');
    return isQuoted ? value.mid(1, value.size() - 2) : value;
}

} // namespace sonde::auth
