// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/tokenauthorization.h"

#include "auth/base/jwt.h"
#include "base/clock.h"

namespace sonde::auth {

namespace {

constexpr int kNonceBytes = 16;

} // namespace

TokenAuthorization::TokenAuthorization(const Tokens &tokens, QByteArray nonce, const Signer &signer)
    : m_tokens(tokens)
    , m_nonce(std::move(nonce))
    , m_signer(signer)
{
    if (isDpop()) {
        if (const auto jwk = m_signer.publicJwk(m_tokens.dpopKey))
            m_jwk = *jwk;
    }
}

wire::HttpHeaders TokenAuthorization::headers(const QByteArray &method, const QUrl &url) const
{
    wire::HttpHeaders headers;
    const QByteArray token = m_tokens.accessToken.reveal().toLatin1();
    headers.add({"Authorization", (isDpop() ? "DPoP " : "Bearer ") + token, true});
    if (!isDpop())
        return headers;
    const QString target =
        url.toString(QUrl::FullyEncoded | QUrl::RemoveQuery | QUrl::RemoveFragment);
    const auto proof = dpopProof(m_signer, m_tokens.dpopKey, m_jwk,
        {method, target, m_tokens.accessToken, m_nonce, systemRandomness(kNonceBytes),
            SystemClock::instance().now().wall / 1'000'000});
    if (proof)
        headers.add("DPoP", *proof);
    return headers;
}

} // namespace sonde::auth
