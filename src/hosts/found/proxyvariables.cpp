// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/proxyvariables.h"

namespace sonde::hosts {

const QStringList &proxyVariableNames()
{
    static const QStringList names{QStringLiteral("HTTPS_PROXY"), QStringLiteral("HTTP_PROXY"),
        QStringLiteral("ALL_PROXY"), QStringLiteral("NO_PROXY")};
    return names;
}

ProxyVariables proxyVariables(const std::function<QString(const QString &)> &variable)
{
    ProxyVariables found;
    for (const QString &name : proxyVariableNames()) {
        QString value = variable(name.toLower());
        if (value.isEmpty())
            value = variable(name);
        if (!value.isEmpty())
            found.emplace(name, value);
    }
    return found;
}

} // namespace sonde::hosts
