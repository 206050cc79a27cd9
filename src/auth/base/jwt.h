// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/signer.h"

#include <cstdint>
#include <string>

namespace sonde::auth {

// A signed JWT (RFC 7519): both texts are JSON objects. The header gets `alg` in front.
Result<QByteArray> signedJwt(const Signer &signer, const Secret &pem, QString algorithm,
    const std::string &headerMembers, const std::string &claims);

// private_key_jwt (RFC 7523 section 3, OpenID Connect Core section 9): lives for a minute.
struct ClientAssertion {
    QString clientId;
    QString audience; // the issuer
    Secret pem;
    QString algorithm; // empty: by the key
    QByteArray nonce; // makes it the only one
    std::int64_t nowMs = 0;
};
Result<QByteArray> clientAssertion(const Signer &signer, const ClientAssertion &what);

// Proof that we hold a DPoP key (RFC 9449 section 4.2), for one request.
struct DpopProof {
    QByteArray method; // "POST"
    QString url; // without query and fragment
    Secret accessToken; // empty: at the token endpoint
    QByteArray serverNonce; // empty: none was asked for
    QByteArray nonce; // makes it the only one
    std::int64_t nowMs = 0;
};
Result<QByteArray> dpopProof(
    const Signer &signer, const Secret &pem, const QByteArray &jwk, const DpopProof &what);

} // namespace sonde::auth
