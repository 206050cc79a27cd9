// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/authoptions.h"

#include "cli/usageerror.h"

#include <QStringList>

namespace sonde::cli {

bool isAuthOption(const QString &name)
{
    static const QStringList names{QStringLiteral("--browser"), QStringLiteral("--client-document"),
        QStringLiteral("--client-id"), QStringLiteral("--issuer"), QStringLiteral("--no-browser"),
        QStringLiteral("--no-keychain"), QStringLiteral("--override"),
        QStringLiteral("--redirect-port"), QStringLiteral("--scope")};
    return names.contains(name);
}

Result<void> applyAuthOption(const QString &name, const QString &value, AuthOptions &options)
{
    if (name == u"--browser") {
        options.browser = value;
    } else if (name == u"--client-id") {
        options.clientId = value;
    } else if (name == u"--client-document") {
        options.clientDocument = value;
    } else if (name == u"--issuer") {
        options.issuer = value;
    } else if (name == u"--scope") {
        options.scopes = value.split(u' ', Qt::SkipEmptyParts);
    } else if (name == u"--no-browser") {
        options.noBrowser = true;
    } else if (name == u"--no-keychain") {
        options.noKeychain = true;
    } else if (name == u"--redirect-port") {
        constexpr int kMaxPort = 65'535;
        bool isNumber = false;
        options.redirectPort = value.toInt(&isNumber);
        if (!isNumber || options.redirectPort < 1 || options.redirectPort > kMaxPort)
            return usageError(QStringLiteral("%1 is no port: write --redirect-port 8765.")
                                  .arg(quotedWord(value)));
    } else {
        auth::Rule rule = auth::Rule::UrlMalformed;
        if (!auth::overridableRule(value, &rule))
            return usageError(
                QStringLiteral("There is no rule %1 that may be overridden; a refusal "
                               "names its rule.")
                    .arg(quotedWord(value)));
        options.overrides.insert(rule);
    }
    return {};
}

} // namespace sonde::cli
