// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/jwt.h"

#include "auth/base/pkce.h"
#include "json/builder.h"

namespace sonde::auth {

namespace {

constexpr std::int64_t kLifeSeconds = 60;

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

} // namespace

Result<QByteArray> signedJwt(const Signer &signer, const Secret &pem, QString algorithm,
    const std::string &headerMembers, const std::string &claims)
{
    if (algorithm.isEmpty()) { // it stands in what is signed, so it must be known before
        const auto tried = signer.sign(pem, algorithm, "x");
        if (!tried)
            return tried.error();
    }
    const std::string header =
        R"({"alg":)" + json::quoted(algorithm.toStdString()) + "," + headerMembers + "}";
    const QByteArray text = base64Url(QByteArray::fromStdString(header)) + '.'
        + base64Url(QByteArray::fromStdString(claims));
    const Result<QByteArray> signature = signer.sign(pem, algorithm, text);
    if (!signature)
        return signature.error();
    return QByteArray(text + '.' + base64Url(*signature));
}

Result<QByteArray> clientAssertion(const Signer &signer, const ClientAssertion &what)
{
    const std::int64_t now = what.nowMs / 1000;
    const std::string claims = json::Builder()
                                   .beginObject()
                                   .member("iss", QStringView(what.clientId))
                                   .member("sub", QStringView(what.clientId))
                                   .member("aud", QStringView(what.audience))
                                   .member("iat", now)
                                   .member("exp", std::int64_t(now + kLifeSeconds))
                                   .member("jti", viewOf(base64Url(what.nonce)))
                                   .endObject()
                                   .takeString();
    return signedJwt(signer, what.pem, what.algorithm, R"("typ":"JWT")", claims);
}

Result<QByteArray> dpopProof(
    const Signer &signer, const Secret &pem, const QByteArray &jwk, const DpopProof &what)
{
    json::Builder claims;
    claims.beginObject()
        .member("htm", viewOf(what.method))
        .member("htu", QStringView(what.url))
        .member("iat", std::int64_t(what.nowMs / 1000))
        .member("jti", viewOf(base64Url(what.nonce)));
    if (!what.accessToken.isEmpty())
        claims.member("ath", viewOf(codeChallenge(what.accessToken.reveal().toLatin1())));
    if (!what.serverNonce.isEmpty())
        claims.member("nonce", viewOf(what.serverNonce));
    claims.endObject();
    return signedJwt(signer, pem, QStringLiteral("ES256"),
        R"("typ":"dpop+jwt","jwk":)" + jwk.toStdString(), claims.takeString());
}

} // namespace sonde::auth
