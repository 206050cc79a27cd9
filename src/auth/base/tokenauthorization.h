// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/credentials.h"
#include "auth/base/pkce.h"
#include "auth/base/signer.h"
#include "wire/link/authorizer.h"

namespace sonde::auth {

// A token as it goes with requests: Bearer (RFC 6750), or DPoP with a fresh proof for each request
// (RFC 9449 section 7). Never part of an address.
class TokenAuthorization final : public wire::Authorization {
public:
    // The signer outlives it. `nonce`: that the server wants in the proofs.
    explicit TokenAuthorization(
        const Tokens &tokens, QByteArray nonce = {}, const Signer &signer = systemSigner());

    wire::HttpHeaders headers(const QByteArray &method, const QUrl &url) const override;

    const Tokens &tokens() const { return m_tokens; }
    bool isDpop() const { return !m_tokens.dpopKey.isEmpty(); }
    const QByteArray &nonce() const { return m_nonce; }

private:
    const Tokens m_tokens;
    const QByteArray m_nonce;
    const Signer &m_signer;
    QByteArray m_jwk;
};

} // namespace sonde::auth
