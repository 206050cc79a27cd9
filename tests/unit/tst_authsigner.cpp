// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/jwt.h"
#include "auth/base/pkce.h"
#include "auth/base/tokenauthorization.h"
#include "json/document.h"

#include <QTest>

#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::auth;

// What is signed with private keys, judged by OpenSSL itself.
class TestAuthSigner : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void derivesTheChallengeOfRfc7636();
    void signsForBothKindsOfKeys();
    void refusesKeysThatDoNotFit_data();
    void refusesKeysThatDoNotFit();
    void assertsWhoTheClientIs();
    void provesAKeyForOneRequest();
    void sendsAProofWithEachRequest();
};

namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

Key keyOf(const Secret &pem)
{
    const QByteArray text = pem.reveal().toLatin1();
    BIO *const in = BIO_new_mem_buf(text.constData(), int(text.size()));
    EVP_PKEY *const key = PEM_read_bio_PrivateKey(in, nullptr, nullptr, nullptr);
    BIO_free(in);
    return {key, &EVP_PKEY_free};
}

Secret rsaKey()
{
    const Key key(EVP_RSA_gen(2048), &EVP_PKEY_free);
    BIO *const out = BIO_new(BIO_s_mem());
    PEM_write_bio_PKCS8PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    char *text = nullptr;
    const long size = BIO_get_mem_data(out, &text);
    const Secret pem(QString::fromLatin1(text, size));
    BIO_free(out);
    return pem;
}

// ECDSA signatures as OpenSSL writes them.
QByteArray derOf(const QByteArray &jws)
{
    const auto *const bytes = reinterpret_cast<const unsigned char *>(jws.constData());
    ECDSA_SIG *const pair = ECDSA_SIG_new();
    ECDSA_SIG_set0(pair, BN_bin2bn(bytes, 32, nullptr), BN_bin2bn(bytes + 32, 32, nullptr));
    unsigned char *der = nullptr;
    const int size = i2d_ECDSA_SIG(pair, &der);
    const QByteArray out(reinterpret_cast<const char *>(der), size);
    OPENSSL_free(der);
    ECDSA_SIG_free(pair);
    return out;
}

bool isSignedBy(const Secret &pem, const QByteArray &data, const QByteArray &signature)
{
    const Key key = keyOf(pem);
    const bool elliptic = EVP_PKEY_get_base_id(key.get()) == EVP_PKEY_EC;
    const QByteArray plain = elliptic ? derOf(signature) : signature;
    EVP_MD_CTX *const digest = EVP_MD_CTX_new();
    const bool good = EVP_DigestVerifyInit(digest, nullptr, EVP_sha256(), nullptr, key.get()) == 1
        && EVP_DigestVerify(digest, reinterpret_cast<const unsigned char *>(plain.constData()),
               std::size_t(plain.size()), reinterpret_cast<const unsigned char *>(data.constData()),
               std::size_t(data.size()))
            == 1;
    EVP_MD_CTX_free(digest);
    return good;
}

bool isGoodJwt(const Secret &pem, const QByteArray &jwt)
{
    const qsizetype dot = jwt.lastIndexOf('.');
    return isSignedBy(pem, jwt.left(dot),
        QByteArray::fromBase64(jwt.mid(dot + 1), QByteArray::Base64UrlEncoding));
}

} // namespace

void TestAuthSigner::derivesTheChallengeOfRfc7636()
{
    // Appendix B.
    QCOMPARE(codeChallenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
        QByteArray("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"));
    QCOMPARE(systemRandomness(32).size(), 32);
    QVERIFY(systemRandomness(32) != systemRandomness(32));
}

void TestAuthSigner::signsForBothKindsOfKeys()
{
    const auto made = systemSigner().makeKey();
    QVERIFY2(made.ok(), made ? "" : qPrintable(made.error().sentence));
    QString algorithm;
    const auto elliptic = systemSigner().sign(made->pem, algorithm, "data");
    QVERIFY(elliptic.ok());
    QCOMPARE(algorithm, u"ES256"_s);
    QCOMPARE(elliptic->size(), 64);
    QVERIFY(isSignedBy(made->pem, "data", *elliptic));
    QVERIFY(!isSignedBy(made->pem, "other", *elliptic));
    const Secret rsa = rsaKey();
    algorithm.clear();
    const auto signature = systemSigner().sign(rsa, algorithm, "data");
    QVERIFY(signature.ok());
    QCOMPARE(algorithm, u"RS256"_s);
    QVERIFY(isSignedBy(rsa, "data", *signature));
}

void TestAuthSigner::refusesKeysThatDoNotFit_data()
{
    QTest::addColumn<QString>("pem");
    QTest::addColumn<QString>("algorithm");
    QTest::newRow("no key") << u"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"_s
                            << QString();
    QTest::newRow("nothing") << QString() << QString();
    QTest::newRow("RSA for ES256") << rsaKey().reveal() << u"ES256"_s;
    QTest::newRow("no signature at all") << rsaKey().reveal() << u"none"_s;
}

void TestAuthSigner::refusesKeysThatDoNotFit()
{
    QFETCH(QString, pem);
    QFETCH(QString, algorithm);
    const auto signature = systemSigner().sign(Secret(pem), algorithm, "data");
    QVERIFY(!signature.ok());
    QCOMPARE(signature.error().domain, Domain::Authorization);
}

void TestAuthSigner::assertsWhoTheClientIs()
{
    const auto key = systemSigner().makeKey();
    QVERIFY(key.ok());
    const auto jwt = clientAssertion(systemSigner(),
        {u"me"_s, u"https://as.example"_s, key->pem, {}, "nonce", 1'700'000'000'000});
    QVERIFY(jwt.ok());
    QVERIFY(isGoodJwt(key->pem, *jwt));
    const auto parts = readJwt(Secret(QString::fromLatin1(*jwt)));
    QVERIFY(parts);
    QVERIFY(json::Document::parse(parts->header).root()["alg"].equals("ES256"));
    const json::Document claims = json::Document::parse(parts->claims);
    QVERIFY(claims.root()["iss"].equals("me"));
    QVERIFY(claims.root()["sub"].equals("me"));
    QVERIFY(claims.root()["aud"].equals("https://as.example"));
    QCOMPARE(claims.root()["iat"].toInt64(), std::optional<std::int64_t>(1'700'000'000));
    QCOMPARE(claims.root()["exp"].toInt64(), std::optional<std::int64_t>(1'700'000'060));
}

void TestAuthSigner::provesAKeyForOneRequest()
{
    const auto key = systemSigner().makeKey();
    QVERIFY(key.ok());
    const auto proof = dpopProof(systemSigner(), key->pem, key->jwk,
        {"POST", u"https://as.example/token"_s, {}, "n1", "random", 1'700'000'000'000});
    QVERIFY(proof.ok());
    QVERIFY(isGoodJwt(key->pem, *proof));
    const auto parts = readJwt(Secret(QString::fromLatin1(*proof)));
    const json::Document header = json::Document::parse(parts->header);
    QVERIFY(header.root()["typ"].equals("dpop+jwt"));
    QVERIFY(header.root()["jwk"]["crv"].equals("P-256"));
    QVERIFY(!header.root()["jwk"]["d"].exists()); // the private half
    const json::Document claims = json::Document::parse(parts->claims);
    QVERIFY(claims.root()["htm"].equals("POST"));
    QVERIFY(claims.root()["htu"].equals("https://as.example/token"));
    QVERIFY(claims.root()["nonce"].equals("n1"));
    QVERIFY(!claims.root()["ath"].exists());
}

void TestAuthSigner::sendsAProofWithEachRequest()
{
    Tokens tokens;
    tokens.accessToken = Secret(u"t"_s);
    const QUrl url(u"https://mcp.example/mcp?x=1"_s);
    const wire::HttpHeaders bearer = TokenAuthorization(tokens).headers("POST", url);
    QCOMPARE(bearer.value("Authorization"), std::optional(QByteArray("Bearer t")));
    QVERIFY(bearer.fields().front().secret);
    QVERIFY(!bearer.contains("DPoP"));
    tokens.dpopKey = systemSigner().makeKey()->pem;
    const TokenAuthorization bound(tokens);
    const wire::HttpHeaders first = bound.headers("POST", url);
    QCOMPARE(first.value("Authorization"), std::optional(QByteArray("DPoP t")));
    QVERIFY(first.value("DPoP") != bound.headers("POST", url).value("DPoP"));
    const auto parts = readJwt(Secret(QString::fromLatin1(*first.value("DPoP"))));
    const json::Document claims = json::Document::parse(parts->claims);
    QVERIFY(claims.root()["htu"].equals("https://mcp.example/mcp"));
    QCOMPARE(claims.root()["ath"].toString().toLatin1(), codeChallenge("t"));
}

QTEST_GUILESS_MAIN(TestAuthSigner)
#include "tst_authsigner.moc"
