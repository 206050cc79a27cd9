// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/authoptions.h"

#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"

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
    auth::AuthRule rule = auth::AuthRule::UrlMalformed;
    if (!auth::overridableRule(value, &rule))
        return usageError(Text::tr("There is no rule %1 that can be overridden. The error message "
                                   "of a refusal contains the name of its rule.")
                              .arg(quotedWord(value)));
    options.overrides.insert(rule);
    return {};
}

} // namespace

Result<void> readAuthOptions(const Line &line, AuthOptions &options)
{
    config::AuthSettings &settings = options.settings;
    options.browser = line.text("--browser");
    options.noBrowser = line.has("--no-browser");
    options.noKeychain = line.has("--no-keychain");
    options.forgetClient = line.has("--all");
    options.clientDocument = line.text("--client-document");
    settings.clientId = line.text("--client-id");
    settings.identity.clientId = line.text("--idp-client-id");
    settings.identity.tokenEndpoint = line.text("--idp-token-endpoint");
    settings.issuer = line.text("--issuer");
    settings.scopes = line.text("--scope").split(u' ', Qt::SkipEmptyParts);
    const auto with = [&line](const char *name, auto read, auto &into) {
        return line.take(
            name, [&](const std::string &value) { return read(decodedWord(value), into); });
    };
    for (const Result<void> &done :
        {with("--grant", setGrant, settings), with("--client-proof", setProof, settings),
            with("--client-key", readKey, settings), with("--redirect-port", setPort, settings),
            with("--override", addOverride, options)}) {
        if (!done)
            return done;
    }
    return {};
}

void addSecrets(config::AuthSettings &settings)
{
    settings.clientSecret = Secret(qEnvironmentVariable("SONDE_CLIENT_SECRET"));
    settings.identity.clientSecret = Secret(qEnvironmentVariable("SONDE_IDP_CLIENT_SECRET"));
    settings.identity.idToken = Secret(qEnvironmentVariable("SONDE_ID_TOKEN").trimmed());
}

} // namespace sonde::cli
