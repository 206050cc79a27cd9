// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/credentials.h"

#include "json/builder.h"
#include "json/document.h"

#include <array>

#include <cmath>

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

constexpr std::int64_t kSpareMs = 10'000; // for a request that is on its way
constexpr std::array kProofs{
    "none", "client_secret_basic", "client_secret_post", "private_key_jwt"};
constexpr std::array kRoles{"client", "identity-provider"};
// Of GivenCredentials in keychains of earlier versions, before the server's URL.
constexpr std::array kOldIssuers{"given for ", "identity for "};
constexpr qsizetype kMaxJwt = 65'536;

Error unreadable()
{
    return {.domain = Domain::Storage,
        .sentence = AuthText::tr("Cannot read the entry in the keychain: its format is invalid.")};
}

void addList(json::Builder &builder, std::string_view name, const QStringList &list)
{
    builder.key(name).beginArray();
    for (const QString &each : list)
        builder.string(QStringView(each));
    builder.endArray();
}

QStringList textsOf(const json::Value &value)
{
    QStringList list;
    for (const json::Value each : value)
        list << each.toString();
    return list;
}

QString textOf(const QUrl &url)
{
    return url.toString(QUrl::FullyEncoded);
}

json::Document documentOf(const Secret &text)
{
    return json::Document::parse(Bytes::fromByteArray(text.reveal().toUtf8()));
}

Secret secretOf(const json::Value &value)
{
    return Secret(value.toString());
}

} // namespace

QString clientProofName(ClientProof proof)
{
    return QLatin1String(kProofs[static_cast<std::size_t>(proof)]);
}

std::optional<ClientProof> clientProofFromName(const QString &name)
{
    for (std::size_t i = 0; i < kProofs.size(); ++i) {
        if (name == QLatin1String(kProofs[i]))
            return static_cast<ClientProof>(i);
    }
    return std::nullopt;
}

bool Tokens::isExpired(std::int64_t nowMs) const
{
    return expiresMs != 0 && nowMs + kSpareMs >= expiresMs;
}

Secret toText(const Registration &registration)
{
    json::Builder out;
    out.beginObject()
        .member("issuer", QStringView(registration.issuer))
        .member("client_id", QStringView(registration.clientId))
        .member("client_secret", QStringView(registration.clientSecret.reveal()))
        .member("proof", QStringView(clientProofName(registration.proof)))
        .member("source", int(registration.source))
        .member("redirect_uri", QStringView(textOf(registration.redirectUri)))
        .member("secret_expires_ms", registration.secretExpiresMs)
        .member("private_key", QStringView(registration.privateKey.reveal()))
        .member("signing_algorithm", QStringView(registration.signingAlgorithm))
        .member("server", QStringView(registration.server))
        .endObject();
    return Secret(QString::fromStdString(out.takeString()));
}

Result<Registration> registrationFromText(const Secret &text)
{
    const json::Document document = documentOf(text);
    const json::Value root = document.root();
    const auto proof = clientProofFromName(root["proof"].toString());
    const auto source = root["source"].toInt64().value_or(-1);
    if (!document.isValid() || !root["client_id"].isString() || !proof || source < 0
        || source > int(ClientSource::Registered))
        return unreadable();
    Registration registration;
    registration.issuer = root["issuer"].toString();
    registration.clientId = root["client_id"].toString();
    registration.clientSecret = secretOf(root["client_secret"]);
    registration.proof = *proof;
    registration.source = static_cast<ClientSource>(source);
    registration.redirectUri = QUrl(root["redirect_uri"].toString());
    registration.secretExpiresMs = root["secret_expires_ms"].toInt64().value_or(0);
    registration.privateKey = secretOf(root["private_key"]);
    registration.signingAlgorithm = root["signing_algorithm"].toString();
    registration.server = root["server"].toString();
    return registration;
}

Secret toText(const GivenCredentials &given)
{
    json::Builder out;
    out.beginObject()
        .member("server", QStringView(given.server))
        .member("role", kRoles[static_cast<std::size_t>(given.role)])
        .member("client_id", QStringView(given.clientId))
        .member("client_secret", QStringView(given.clientSecret.reveal()))
        .member("private_key", QStringView(given.privateKey.reveal()))
        .member("id_token", QStringView(given.idToken.reveal()))
        .endObject();
    return Secret(QString::fromStdString(out.takeString()));
}

Result<GivenCredentials> givenCredentialsFromText(const Secret &text)
{
    using Role = GivenCredentials::Role;
    const json::Document document = documentOf(text);
    const json::Value root = document.root();
    if (!document.isValid() || !root["client_id"].isString())
        return unreadable();
    GivenCredentials given;
    given.clientId = root["client_id"].toString();
    given.clientSecret = secretOf(root["client_secret"]);
    given.privateKey = secretOf(root["private_key"]);
    given.idToken = secretOf(root["id_token"]);
    given.server = root["server"].toString();
    const QString issuer = root["issuer"].toString();
    const QString role = root["role"].toString();
    for (const Role each : {Role::Client, Role::IdentityProvider}) {
        const QLatin1String old(kOldIssuers[static_cast<std::size_t>(each)]);
        if (issuer.startsWith(old))
            given.server = issuer.mid(old.size());
        if (issuer.startsWith(old)
            || role == QLatin1String(kRoles[static_cast<std::size_t>(each)])) {
            given.role = each;
            return given;
        }
    }
    return unreadable();
}

Secret toText(const Tokens &tokens)
{
    json::Builder out;
    out.beginObject()
        .member("issuer", QStringView(tokens.issuer))
        .member("resource", QStringView(tokens.resource))
        .member("client_id", QStringView(tokens.clientId))
        .member("access_token", QStringView(tokens.accessToken.reveal()))
        .member("refresh_token", QStringView(tokens.refreshToken.reveal()))
        .member("type", QStringView(tokens.type))
        .member("obtained_ms", tokens.obtainedMs)
        .member("expires_ms", tokens.expiresMs)
        .member("token_endpoint", QStringView(textOf(tokens.tokenEndpoint)))
        .member("revocation_endpoint", QStringView(textOf(tokens.revocationEndpoint)))
        .member("dpop_key", QStringView(tokens.dpopKey.reveal()));
    addList(out, "requested_scopes", tokens.requestedScopes);
    if (tokens.grantedScopes)
        addList(out, "granted_scopes", *tokens.grantedScopes);
    out.endObject();
    return Secret(QString::fromStdString(out.takeString()));
}

Result<Tokens> tokensFromText(const Secret &text)
{
    const json::Document document = documentOf(text);
    const json::Value root = document.root();
    if (!document.isValid() || !root["access_token"].isString() || !root["issuer"].isString())
        return unreadable();
    Tokens tokens;
    tokens.issuer = root["issuer"].toString();
    tokens.resource = root["resource"].toString();
    tokens.clientId = root["client_id"].toString();
    tokens.accessToken = secretOf(root["access_token"]);
    tokens.refreshToken = secretOf(root["refresh_token"]);
    tokens.type = root["type"].toString();
    tokens.obtainedMs = root["obtained_ms"].toInt64().value_or(0);
    tokens.expiresMs = root["expires_ms"].toInt64().value_or(0);
    tokens.tokenEndpoint = QUrl(root["token_endpoint"].toString());
    tokens.revocationEndpoint = QUrl(root["revocation_endpoint"].toString());
    tokens.dpopKey = secretOf(root["dpop_key"]);
    tokens.requestedScopes = textsOf(root["requested_scopes"]);
    if (root["granted_scopes"].isArray())
        tokens.grantedScopes = textsOf(root["granted_scopes"]);
    return tokens;
}

std::optional<JwtParts> readJwt(const Secret &token)
{
    if (token.reveal().size() > kMaxJwt)
        return std::nullopt;
    const QByteArrayList parts = token.reveal().toLatin1().split('.');
    if (parts.size() != 3)
        return std::nullopt;
    const auto decode = [](const QByteArray &part) {
        const auto decoded = QByteArray::fromBase64Encoding(
            part, QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors);
        return Bytes::fromByteArray(decoded ? decoded.decoded : QByteArray());
    };
    JwtParts jwt{decode(parts[0]), decode(parts[1])};
    if (!json::Document::parse(jwt.header).root().isObject()
        || !json::Document::parse(jwt.claims).root().isObject())
        return std::nullopt;
    return jwt;
}

std::optional<QString> clockSkewOf(const JwtParts &token, std::int64_t nowMs)
{
    constexpr double kMaxSkew = 60; // seconds
    const json::Document claims = json::Document::parse(token.claims);
    const double now = double(nowMs) / 1000;
    // RFC 7519 section 4.1: how far each of them is in the future.
    const auto ahead = [&](const char *name) -> std::optional<double> {
        const auto time = claims.root()[name].toDouble();
        return time ? std::optional(*time - now) : std::nullopt;
    };
    const auto seconds = [](double time) { return QString::number(std::llround(std::abs(time))); };
    if (const auto issued = ahead("iat"); issued && *issued > kMaxSkew)
        return AuthText::tr("Clock skew: by this machine's clock the token was issued %1 s from "
                            "now. One of the two clocks is wrong.")
            .arg(seconds(*issued));
    if (const auto begins = ahead("nbf"); begins && *begins > kMaxSkew)
        return AuthText::tr("Clock skew: by this machine's clock the token becomes valid %1 s from "
                            "now. One of the two clocks is wrong.")
            .arg(seconds(*begins));
    if (const auto ends = ahead("exp"); ends && *ends < 0)
        return AuthText::tr(
            "Clock skew: by this machine's clock the token expired %1 s ago. One of "
            "the two clocks is wrong.")
            .arg(seconds(*ends));
    return std::nullopt;
}

} // namespace sonde::auth
