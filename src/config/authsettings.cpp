// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/authsettings.h"

#include "config/configerror.h"
#include "config/configtext.h"
#include "config/enumname.h"
#include "config/loopbackhost.h"
#include "json/builder.h"

#include <QUrl>

#include <algorithm>
#include <array>

namespace sonde::config {

namespace {

constexpr int kMaxPort = 65'535;

void checkEndpoint(const QString &text, std::vector<FieldProblem> &problems)
{
    const auto refuse = [&problems](const QString &sentence) {
        problems.push_back({ProfileField::IdentityEndpoint, -1, true, sentence});
    };
    if (text.isEmpty())
        return refuse(Text::tr("The identity provider's token endpoint is empty. Enter the URL "
                               "where it exchanges tokens."));
    const QUrl url(text, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty())
        return refuse(Text::tr("The identity provider's token endpoint is not a URL. Enter a URL "
                               "like https://login.example.org/token."));
    if (url.scheme() != QLatin1String("https")
        && !(url.scheme() == QLatin1String("http") && isLoopbackHost(url.host())))
        refuse(Text::tr("The identity provider's token endpoint does not begin with https://, so "
                        "the ID token would be sent unencrypted. Use https://."));
}

// PEM of RFC 7468. Checks only for frequent mistakes; the key is parsed when it signs.
void checkKey(const Secret &key, std::vector<FieldProblem> &problems)
{
    const QString &text = key.reveal();
    const auto refuse = [&problems](const QString &sentence) {
        problems.push_back({ProfileField::PrivateKey, -1, true, sentence});
    };
    if (text.isEmpty())
        return;
    if (text.contains(QLatin1String("-----BEGIN ENCRYPTED PRIVATE KEY-----"))
        || text.contains(QLatin1String("Proc-Type: 4,ENCRYPTED")))
        return refuse(Text::tr("The private key is encrypted. Enter an unencrypted key; it is "
                               "never written to a file."));
    if (text.contains(QLatin1String("PRIVATE KEY-----")))
        return;
    refuse(text.contains(QLatin1String("-----BEGIN"))
            ? Text::tr("This is a public key or a certificate. Enter the private key.")
            : Text::tr("This is not a private key in PEM format. Enter one that begins with "
                       "-----BEGIN PRIVATE KEY-----."));
}

} // namespace

QString authGrantName(AuthGrant grant)
{
    switch (grant) {
    case AuthGrant::ClientCredentials:
        return QStringLiteral("client-credentials");
    case AuthGrant::EnterpriseManaged:
        return QStringLiteral("enterprise-managed");
    case AuthGrant::Browser:
        break;
    }
    return QStringLiteral("browser");
}

std::optional<AuthGrant> authGrantFromName(QStringView name)
{
    return fromName(name,
        std::array{AuthGrant::Browser, AuthGrant::ClientCredentials, AuthGrant::EnterpriseManaged},
        authGrantName);
}

QString authProofName(AuthProof proof)
{
    switch (proof) {
    case AuthProof::Post:
        return QStringLiteral("client_secret_post");
    case AuthProof::PrivateKey:
        return QStringLiteral("private_key_jwt");
    case AuthProof::Basic:
        break;
    }
    return QStringLiteral("client_secret_basic");
}

std::optional<AuthProof> authProofFromName(QStringView name)
{
    return fromName(
        name, std::array{AuthProof::Basic, AuthProof::Post, AuthProof::PrivateKey}, authProofName);
}

std::vector<FieldProblem> validate(const AuthSettings &settings)
{
    std::vector<FieldProblem> problems;
    const auto refuse = [&problems](ProfileField field, const QString &sentence) {
        problems.push_back({field, -1, true, sentence});
    };
    if (settings.grant != AuthGrant::Browser && settings.clientId.isEmpty())
        refuse(ProfileField::ClientId,
            Text::tr("The client ID is empty. This grant cannot register a client automatically. "
                     "Enter the client ID that the authorization server issued."));
    if (settings.proof == AuthProof::PrivateKey)
        checkKey(settings.privateKey, problems);
    if (settings.grant != AuthGrant::EnterpriseManaged)
        return problems;
    checkEndpoint(settings.identity.tokenEndpoint, problems);
    if (settings.identity.clientId.isEmpty())
        refuse(ProfileField::IdentityClientId,
            Text::tr("The client ID at the identity provider is empty. Enter the client ID that "
                     "the provider issued."));
    const QString token = settings.identity.idToken.reveal();
    if (!token.isEmpty() && token.count(u'.') != 2)
        refuse(ProfileField::IdToken,
            Text::tr("This is not an ID token. An ID token has three parts separated by dots, and "
                     "begins with eyJ."));
    return problems;
}

QString loginViewName(LoginView view)
{
    return view == LoginView::Embedded ? QStringLiteral("embedded") : QStringLiteral("system");
}

std::optional<LoginView> loginViewFromName(QStringView name)
{
    return fromName(name, std::array{LoginView::SystemBrowser, LoginView::Embedded}, loginViewName);
}

bool isUsual(const AuthSettings &settings)
{
    return settings.grant == AuthGrant::Browser && settings.proof == AuthProof::Basic
        && settings.identity.tokenEndpoint.isEmpty() && settings.identity.clientId.isEmpty()
        && settings.clientId.isEmpty() && settings.issuer.isEmpty() && settings.scopes.isEmpty()
        && settings.redirectPort == 0 && settings.login == LoginView::SystemBrowser;
}

std::string authSettingsToJson(const AuthSettings &settings)
{
    json::Builder out;
    out.beginObject();
    if (settings.grant != AuthGrant::Browser)
        out.member("grant", authGrantName(settings.grant));
    if (!settings.clientId.isEmpty())
        out.member("clientId", settings.clientId);
    if (settings.proof != AuthProof::Basic)
        out.member("proof", authProofName(settings.proof));
    if (!settings.identity.tokenEndpoint.isEmpty())
        out.member("identityEndpoint", settings.identity.tokenEndpoint);
    if (!settings.identity.clientId.isEmpty())
        out.member("identityClientId", settings.identity.clientId);
    if (!settings.issuer.isEmpty())
        out.member("issuer", settings.issuer);
    if (!settings.scopes.isEmpty()) {
        out.key("scopes").beginArray();
        for (const QString &scope : settings.scopes)
            out.string(scope);
        out.endArray();
    }
    if (settings.redirectPort != 0)
        out.member("redirectPort", std::int64_t(settings.redirectPort));
    if (settings.login != LoginView::SystemBrowser)
        out.member("login", loginViewName(settings.login));
    return out.endObject().takeString();
}

Result<AuthSettings> authSettingsFromJson(const json::Value &object)
{
    if (!object.isObject())
        return valueError(object, typeSentence(ValueType::Object));
    AuthSettings settings;
    for (const auto &[name, text] :
        {std::pair{"clientId", &settings.clientId}, std::pair{"issuer", &settings.issuer},
            std::pair{"identityEndpoint", &settings.identity.tokenEndpoint},
            std::pair{"identityClientId", &settings.identity.clientId}}) {
        const json::Value value = object[name];
        if (value && !value.isString())
            return valueError(value, typeSentence(ValueType::String));
        *text = value.toString().left(kMaxClientIdLength);
    }
    const json::Value scopes = object["scopes"];
    if (scopes && (!scopes.isArray() || scopes.count() > kMaxScopes))
        return valueError(scopes, typeSentence(ValueType::Strings));
    for (const json::Value scope : scopes) {
        if (!scope.isString())
            return valueError(scope, typeSentence(ValueType::String));
        settings.scopes << scope.toString();
    }
    if (const json::Value port = object["redirectPort"]) {
        const auto number = port.toInt64();
        if (!number || *number < 0 || *number > kMaxPort)
            return valueError(port, Text::tr("%1 must be a port number from 0 to 65535."));
        settings.redirectPort = int(*number);
    }
    if (const json::Value grant = object["grant"]) {
        const auto known = authGrantFromName(grant.toString());
        if (!known)
            return valueError(grant,
                Text::tr("%1 must be “browser”, “client-credentials” or “enterprise-managed”."));
        settings.grant = *known;
    }
    if (const json::Value proof = object["proof"]) {
        const auto known = authProofFromName(proof.toString());
        if (!known)
            return valueError(proof,
                Text::tr("%1 must be “client_secret_basic”, “client_secret_post” or "
                         "“private_key_jwt”."));
        settings.proof = *known;
    }
    if (const json::Value login = object["login"]) {
        const auto view = loginViewFromName(login.toString());
        if (!view)
            return valueError(login, Text::tr("%1 must be “system” or “embedded”."));
        settings.login = *view;
    }
    return settings;
}

} // namespace sonde::config
