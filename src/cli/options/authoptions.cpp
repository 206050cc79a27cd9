// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/authoptions.h"

#include "cli/options/usageerror.h"
#include "cli/output/text.h"

#include <QFile>
#include <QStringList>

namespace sonde::cli {

namespace {

Result<void> setGrant(const QString &value, config::AuthSettings &settings)
{
    const auto grant = config::authGrantFromName(value);
    if (!grant)
        return usageError(Text::tr("%1 is not a grant. Use --grant browser, --grant "
                                   "client-credentials or --grant enterprise-managed.")
                              .arg(quotedWord(value)));
    settings.grant = *grant;
    return {};
}

Result<void> setProof(const QString &value, config::AuthSettings &settings)
{
    const auto proof = config::authProofFromName(value);
    if (!proof)
        return usageError(Text::tr("%1 is not a client authentication method. Use --client-proof "
                                   "client_secret_basic, client_secret_post or private_key_jwt.")
                              .arg(quotedWord(value)));
    settings.proof = *proof;
    return {};
}

Result<void> readKey(const QString &path, config::AuthSettings &settings)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return usageError(Text::tr("Cannot read the file %1 of --client-key: %2.")
                              .arg(quotedWord(path), file.errorString()));
    const QByteArray text = file.read(config::kMaxKeyLength + 1);
    if (text.isEmpty() || text.size() > config::kMaxKeyLength)
        return usageError(Text::tr("The file %1 of --client-key is empty or too large for a key.")
                              .arg(quotedWord(path)));
    settings.privateKey = Secret(QString::fromLatin1(text)); // PEM is ASCII
    settings.proof = config::AuthProof::PrivateKey;
    return {};
}

Result<void> setPort(const QString &value, config::AuthSettings &settings)
{
    constexpr int kMaxPort = 65'535;
    bool isNumber = false;
    settings.redirectPort = value.toInt(&isNumber);
    if (isNumber && settings.redirectPort >= 1 && settings.redirectPort <= kMaxPort)
        return {};
    return usageError(
        Text::tr("%1 is not a port. Use for example --redirect-port 8765.").arg(quotedWord(value)));
}

Result<void> addOverride(const QString &value, AuthOptions &options)
{
    auth::Rule rule = auth::Rule::UrlMalformed;
    if (!auth::overridableRule(value, &rule))
        return usageError(Text::tr("There is no rule %1 that can be overridden. The error message "
                                   "of a refusal contains the name of its rule.")
                              .arg(quotedWord(value)));
    options.overrides.insert(rule);
    return {};
}

} // namespace

bool isAuthOption(const QString &name)
{
    static const QStringList names{QStringLiteral("--all"), QStringLiteral("--browser"),
        QStringLiteral("--client-document"), QStringLiteral("--client-id"),
        QStringLiteral("--client-key"), QStringLiteral("--client-proof"), QStringLiteral("--grant"),
        QStringLiteral("--idp-client-id"), QStringLiteral("--idp-token-endpoint"),
        QStringLiteral("--issuer"), QStringLiteral("--no-browser"), QStringLiteral("--no-keychain"),
        QStringLiteral("--override"), QStringLiteral("--redirect-port"), QStringLiteral("--scope")};
    return names.contains(name);
}

Result<void> applyAuthOption(const QString &name, const QString &value, AuthOptions &options)
{
    config::AuthSettings &settings = options.settings;
    if (name == u"--grant")
        return setGrant(value, settings);
    if (name == u"--client-proof")
        return setProof(value, settings);
    if (name == u"--client-key")
        return readKey(value, settings);
    if (name == u"--redirect-port")
        return setPort(value, settings);
    if (name == u"--override")
        return addOverride(value, options);
    if (name == u"--browser")
        options.browser = value;
    else if (name == u"--client-id")
        settings.clientId = value;
    else if (name == u"--client-document")
        options.clientDocument = value;
    else if (name == u"--idp-client-id")
        settings.identity.clientId = value;
    else if (name == u"--idp-token-endpoint")
        settings.identity.tokenEndpoint = value;
    else if (name == u"--issuer")
        settings.issuer = value;
    else if (name == u"--scope")
        settings.scopes = value.split(u' ', Qt::SkipEmptyParts);
    else if (name == u"--all")
        options.forgetClient = true;
    else if (name == u"--no-browser")
        options.noBrowser = true;
    else
        options.noKeychain = true;
    return {};
}

void addSecrets(config::AuthSettings &settings)
{
    settings.clientSecret = Secret(qEnvironmentVariable("SONDE_CLIENT_SECRET"));
    settings.identity.clientSecret = Secret(qEnvironmentVariable("SONDE_IDP_CLIENT_SECRET"));
    settings.identity.idToken = Secret(qEnvironmentVariable("SONDE_ID_TOKEN").trimmed());
}

} // namespace sonde::cli
