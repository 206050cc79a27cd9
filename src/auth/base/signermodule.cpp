// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/signer.h"

#include "auth/base/pkce.h"
#include "base/domainerror.h"

#include <openssl/bio.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>
#include <string_view>

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

constexpr int kCoordinate = 32; // bytes, P-256

template <auto Free>
struct Freed {
    template <typename T>
    void operator()(T *what) const
    {
        Free(what);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using Digest = std::unique_ptr<EVP_MD_CTX, Freed<EVP_MD_CTX_free>>;
using Memory = std::unique_ptr<BIO, Freed<BIO_free>>;
using Number = std::unique_ptr<BIGNUM, Freed<BN_free>>;
using Pair = std::unique_ptr<ECDSA_SIG, Freed<ECDSA_SIG_free>>;

Key readKey(const Secret &pem)
{
    const QByteArray text = pem.reveal().toLatin1();
    const Memory in(BIO_new_mem_buf(text.constData(), static_cast<int>(text.size())));
    // No password is asked for.
    const auto none = [](char *, int, int, void *) { return 0; };
    return Key(in ? PEM_read_bio_PrivateKey(in.get(), nullptr, none, nullptr) : nullptr);
}

bool isP256(EVP_PKEY *key)
{
    return EVP_PKEY_get_base_id(key) == EVP_PKEY_EC && EVP_PKEY_get_bits(key) == 256;
}

// RFC 7518 section 3.4: both numbers, each in 32 bytes, and not the DER of OpenSSL.
Result<QByteArray> jwsOf(const QByteArray &der)
{
    const auto *at = reinterpret_cast<const unsigned char *>(der.constData());
    const Pair pair(d2i_ECDSA_SIG(nullptr, &at, der.size()));
    QByteArray out(2 * kCoordinate, '\0');
    auto *const to = reinterpret_cast<unsigned char *>(out.data());
    if (!pair || BN_bn2binpad(ECDSA_SIG_get0_r(pair.get()), to, kCoordinate) < 0
        || BN_bn2binpad(ECDSA_SIG_get0_s(pair.get()), to + kCoordinate, kCoordinate) < 0)
        return authorizationError(AuthText::tr("Cannot encode the signature."));
    return out;
}

class OpenSslSigner final : public Signer {
public:
    Result<QByteArray> sign(
        const Secret &pem, QString &algorithm, const QByteArray &data) const override
    {
        const Key key = readKey(pem);
        if (!key)
            return authorizationError(
                AuthText::tr("Cannot read the private key: it must be an unencrypted PEM key."));
        const bool elliptic = isP256(key.get());
        if (!elliptic && EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_RSA)
            return authorizationError(
                AuthText::tr("The private key is neither a P-256 nor an RSA key."));
        const QString fits = elliptic ? QStringLiteral("ES256") : QStringLiteral("RS256");
        if (!algorithm.isEmpty() && algorithm != fits)
            return authorizationError(
                AuthText::tr("The private key does not match the signing algorithm."));
        algorithm = fits;
        const Digest digest(EVP_MD_CTX_new());
        std::size_t size = 0;
        const auto *const bytes = reinterpret_cast<const unsigned char *>(data.constData());
        const auto length = static_cast<std::size_t>(data.size());
        if (!digest
            || EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, key.get()) != 1
            || EVP_DigestSign(digest.get(), nullptr, &size, bytes, length) != 1)
            return authorizationError(AuthText::tr("The private key cannot sign."));
        QByteArray signature(static_cast<qsizetype>(size), '\0');
        if (EVP_DigestSign(digest.get(), reinterpret_cast<unsigned char *>(signature.data()), &size,
                bytes, length)
            != 1)
            return authorizationError(AuthText::tr("The private key cannot sign."));
        signature.truncate(static_cast<qsizetype>(size));
        return elliptic ? jwsOf(signature) : Result<QByteArray>(signature);
    }

    Result<SigningKey> makeKey() const override
    {
        const Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"));
        const Memory out(BIO_new(BIO_s_mem()));
        if (!key || !out
            || PEM_write_bio_PKCS8PrivateKey(
                   out.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr)
                != 1)
            return authorizationError(AuthText::tr("Cannot create a key."));
        char *text = nullptr;
        const long size = BIO_get_mem_data(out.get(), &text);
        SigningKey made;
        made.pem = Secret(QString::fromLatin1(text, size));
        const Result<QByteArray> jwk = publicJwk(made.pem);
        if (!jwk)
            return jwk.error();
        made.jwk = *jwk;
        return made;
    }

    Result<QByteArray> publicJwk(const Secret &pem) const override
    {
        const Key key = readKey(pem);
        BIGNUM *rawX = nullptr;
        BIGNUM *rawY = nullptr;
        if (!key || !isP256(key.get()) || EVP_PKEY_get_bn_param(key.get(), "qx", &rawX) != 1
            || EVP_PKEY_get_bn_param(key.get(), "qy", &rawY) != 1) {
            BN_free(rawX);
            return authorizationError(AuthText::tr("The key is not a P-256 key."));
        }
        const Number x(rawX);
        const Number y(rawY);
        const auto text = [](const BIGNUM *number) {
            QByteArray bytes(kCoordinate, '\0');
            BN_bn2binpad(number, reinterpret_cast<unsigned char *>(bytes.data()), kCoordinate);
            return base64Url(bytes);
        };
        // In this order RFC 7638 takes its thumbprint.
        return QByteArray("{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"" + text(x.get())
            + "\",\"y\":\"" + text(y.get()) + "\"}");
    }
};

} // namespace

} // namespace sonde::auth

extern "C" Q_DECL_EXPORT const sonde::auth::Signer *sondeFindSigner(const char *version);

const sonde::auth::Signer *sondeFindSigner(const char *version)
{
    if (std::string_view(version) != SONDE_VERSION)
        return nullptr;
    static const sonde::auth::OpenSslSigner signer;
    return &signer;
}
