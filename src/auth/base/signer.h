// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "base/secret.h"

#include <QByteArray>
#include <QString>

namespace sonde::auth {

// A key of its own for DPoP (RFC 9449), ES256.
struct SigningKey {
    Secret pem;
    QByteArray jwk; // its public half, JSON
};

// Signs with private keys. Pure: no I/O besides memory.
class Signer {
public:
    virtual ~Signer() = default;
    // The signature of a JWS (RFC 7518 section 3) by ES256 or RS256; an empty algorithm: what the
    // key is for, told in `algorithm`. Errors: the key cannot be read, or is for something else.
    virtual Result<QByteArray> sign(
        const Secret &pem, QString &algorithm, const QByteArray &data) const = 0;
    virtual Result<SigningKey> makeKey() const = 0;
    virtual Result<QByteArray> publicJwk(const Secret &pem) const = 0;
};

// The one of OpenSSL, which stands in a module (lib/sonde/sonde-signer.so beside bin/) that is
// loaded by the first call: libcrypto would cost every start of a program. Without the module
// every call fails, with a sentence.
const Signer &systemSigner();

// The one function of the module. Nothing when program and module are not of the same version.
using FindSigner = const Signer *(*)(const char *version);
inline constexpr char kFindSigner[] = "sondeFindSigner";

} // namespace sonde::auth
