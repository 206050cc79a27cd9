// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httprecord.h"
#include "support/httpscript.h"

#include <QCryptographicHash>
#include <QSslCertificate>
#include <QSslKey>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using Failure = HttpOutcome::Failure;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(sonde::wire::TlsTrust)

// Trust: what is believed, and what is shown when it is not.
class TestHttpTls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKnownAuthorityIsTrusted();
    void theFactsOfAReusedConnectionAreKnown();
    void isNotTrusted_data();
    void isNotTrusted();
    void theSystemsAuthoritiesDoNotCountBesideAGivenFile();
    void aPinReplacesTheAuthority_data();
    void aPinReplacesTheAuthority();
    void anotherKeyThanThePinnedOneIsRefused();
    void noBodyOrHeaderReachesAnUntrustedServer();
    void showsAClientCertificate();
    void aMissingClientCertificateIsSaid();
    void unusableFilesAreSaid_data();
    void unusableFilesAreSaid();
    void tlsToAPlainServerIsSaid();
    void aBrokenTlsStreamIsTruncated();
    void isSentOnceOverTls();
};

namespace {

HttpScript::Script responses()
{
    return [](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(200, "text/plain", "hidden");
        }
    };
}

TlsTrust trustIn(const QString &ca)
{
    TlsTrust trust;
    trust.caFile = HttpScript::tlsFile(ca);
    return trust;
}

QByteArray pinOf(const QString &name)
{
    const auto certificates = QSslCertificate::fromPath(HttpScript::tlsFile(name));
    return QCryptographicHash::hash(
        certificates.at(0).publicKey().toDer(), QCryptographicHash::Sha256);
}

HttpRequest secretPost(const HttpScript &server)
{
    HttpHeaders headers;
    headers.add({"Authorization", "Bearer secret", true});
    return postRequest(server.urlWithHost(u"localhost"_s), "secret body", headers);
}

} // namespace

void TestHttpTls::aKnownAuthorityIsTrusted()
{
    HttpScript server({.certificate = u"localhost-chain"_s, .clientAuthority = {}}, responses());
    HttpEngine engine(trustIn(u"ca.pem"_s), {}, kConnectPatience);
    for (const QString &host : {u"localhost"_s, u"127.0.0.1"_s}) {
        HttpRecord record(engine, getRequest(server.urlWithHost(host)));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.sentence(), QString());
        QCOMPARE(record.bodyBytes, "hidden");
        const HttpConnectionFacts &facts = record.outcome->facts;
        QCOMPARE(facts.tlsVersion, u"TLSv1.3"_s);
        QVERIFY(facts.tlsCipher.startsWith(u"TLS_"));
        QCOMPARE(facts.chain.size(), 2);
        const Certificate &own = facts.chain[0];
        const QSslCertificate known =
            QSslCertificate::fromPath(HttpScript::tlsFile(u"localhost.pem"_s)).at(0);
        QCOMPARE(QSslCertificate(own.pem), known);
        QCOMPARE(own.subject, u"CN=localhost"_s);
        QCOMPARE(own.issuer, u"CN=Sonde Test Authority"_s);
        QCOMPARE(own.names, QStringList({u"localhost"_s, u"127.0.0.1"_s, u"::1"_s}));
        QCOMPARE(own.fingerprint, known.digest(QCryptographicHash::Sha256));
        QCOMPARE(own.keyPin, pinOf(u"localhost.pem"_s));
        QCOMPARE(own.validUntil, known.expiryDate().toUTC().toString(Qt::ISODate));
        QVERIFY(record.outcome->times.secured >= record.outcome->times.connected);
        QVERIFY(record.outcome->times.connected > 0);
    }
}

void TestHttpTls::theFactsOfAReusedConnectionAreKnown()
{
    HttpScript server({.certificate = u"localhost-chain"_s, .clientAuthority = {}}, responses());
    HttpEngine engine(trustIn(u"ca.pem"_s), {}, kConnectPatience);
    for (const bool reused : {false, true}) {
        HttpRecord record(engine, getRequest(server.url()));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.outcome->facts.reused, reused);
        QCOMPARE(record.outcome->facts.chain.size(), 2);
        QCOMPARE(record.outcome->facts.tlsVersion, u"TLSv1.3"_s);
        QCOMPARE(record.outcome->times.secured == 0, reused);
    }
}

void TestHttpTls::isNotTrusted_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("ca");
    QTest::addColumn<QString>("words");
    QTest::newRow("self-signed") << u"selfsigned"_s << u"ca.pem"_s << u"is self-signed"_s;
    QTest::newRow("expired") << u"expired"_s << u"ca.pem"_s << u"has expired (2021-01-01"_s;
    QTest::newRow("wrong name") << u"wrongname"_s << u"ca.pem"_s
                                << u"for elsewhere.example (wrong"_s;
    QTest::newRow("unknown authority")
        << u"localhost"_s << u"otherca.pem"_s
        << u"not signed by a known authority (issuer: CN=Sonde Test Authority)"_s;
    QTest::newRow("unknown authority in the chain")
        << u"localhost-chain"_s << u"otherca.pem"_s << u"not signed by a known authority"_s;
    QTest::newRow("the system's") << u"localhost"_s << QString()
                                  << u"not signed by a known authority"_s;
}

void TestHttpTls::isNotTrusted()
{
    QFETCH(QString, certificate);
    QFETCH(QString, ca);
    QFETCH(QString, words);
    HttpScript server({.certificate = certificate, .clientAuthority = {}}, responses());
    HttpEngine engine(ca.isEmpty() ? TlsTrust() : trustIn(ca), {}, kConnectPatience);
    HttpRecord record(engine, secretPost(server));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::Untrusted);
    QVERIFY2(record.sentence().contains(words), qPrintable(record.sentence()));
    QVERIFY(!record.outcome->requestSent);
    // It can be shown, and pinned.
    QVERIFY(!record.outcome->facts.chain.empty());
    QCOMPARE(record.outcome->facts.chain[0].keyPin, pinOf(certificate % u".pem"));
    QCOMPARE(server.requestCount(), 0);
    QCOMPARE(server.connectionCount(), 1);
}

void TestHttpTls::theSystemsAuthoritiesDoNotCountBesideAGivenFile()
{
    // A file of authorities with none in it is a mistake, not a way to the system's.
    QTemporaryDir folder;
    QFile file(folder.filePath(u"empty.pem"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    HttpScript server({.certificate = u"localhost"_s, .clientAuthority = {}}, responses());
    TlsTrust trust;
    trust.caFile = file.fileName();
    HttpEngine engine(trust, {}, kConnectPatience);
    HttpRecord record(engine, secretPost(server));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::Local);
    QVERIFY(record.sentence().contains(u"no certificate"));
    QCOMPARE(server.requestCount(), 0);
}

void TestHttpTls::aPinReplacesTheAuthority_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::newRow("self-signed") << u"selfsigned"_s;
    QTest::newRow("expired") << u"expired"_s;
    QTest::newRow("wrong name") << u"wrongname"_s;
    QTest::newRow("good") << u"localhost-chain"_s;
}

void TestHttpTls::aPinReplacesTheAuthority()
{
    QFETCH(QString, certificate);
    HttpScript server({.certificate = certificate, .clientAuthority = {}}, responses());
    TlsTrust trust;
    trust.pinnedKey = pinOf(certificate % u".pem");
    HttpEngine engine(trust, {}, kConnectPatience);
    HttpRecord record(engine, secretPost(server));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.sentence(), QString());
    QCOMPARE(record.bodyBytes, "hidden");
    QVERIFY(!record.outcome->facts.chain.empty());
}

void TestHttpTls::anotherKeyThanThePinnedOneIsRefused()
{
    // Even that of a certificate which would be trusted without a pin.
    for (const QString &certificate : {u"selfsigned"_s, u"localhost-chain"_s}) {
        HttpScript server({.certificate = certificate, .clientAuthority = {}}, responses());
        TlsTrust trust = trustIn(u"ca.pem"_s);
        trust.pinnedKey = pinOf(u"expired.pem"_s);
        HttpEngine engine(trust, {}, kConnectPatience);
        HttpRecord record(engine, secretPost(server));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.failure(), Failure::PinMismatch);
        QVERIFY(!record.outcome->facts.chain.empty());
        QVERIFY(!record.outcome->requestSent);
        QCOMPARE(server.requestCount(), 0);
    }
}

void TestHttpTls::noBodyOrHeaderReachesAnUntrustedServer()
{
    HttpScript server({.certificate = u"selfsigned"_s, .clientAuthority = {}}, responses());
    HttpEngine engine(trustIn(u"ca.pem"_s), {}, kConnectPatience);
    for (int i = 0; i < 3; ++i) {
        HttpRecord record(engine, secretPost(server));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.failure(), Failure::Untrusted);
        QVERIFY(record.sentHeadBytes.isEmpty());
    }
    QTRY_COMPARE(server.openConnections(), 0);
    for (int i = 0; i < server.connectionCount(); ++i)
        QCOMPARE(server.received(i), "");
}

void TestHttpTls::showsAClientCertificate()
{
    HttpScript server({.certificate = u"localhost"_s, .clientAuthority = u"ca"_s}, responses());
    TlsTrust trust = trustIn(u"ca.pem"_s);
    trust.certificateFile = HttpScript::tlsFile(u"client.pem"_s);
    trust.keyFile = HttpScript::tlsFile(u"client.key"_s);
    HttpEngine engine(trust, {}, kConnectPatience);
    HttpRecord record(engine, secretPost(server));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.sentence(), QString());
    QCOMPARE(record.bodyBytes, "hidden");
}

void TestHttpTls::aMissingClientCertificateIsSaid()
{
    HttpScript server({.certificate = u"localhost"_s, .clientAuthority = u"ca"_s}, responses());
    HttpEngine engine(trustIn(u"ca.pem"_s), {}, kConnectPatience);
    HttpRecord record(engine, getRequest(server.url()));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::ClientCertificate);
    QVERIFY2(record.sentence().contains(u"client certificate"), qPrintable(record.sentence()));
    QCOMPARE(server.requestCount(), 0);
}

void TestHttpTls::unusableFilesAreSaid_data()
{
    QTest::addColumn<TlsTrust>("trust");
    const QString missing = u"/no/such/file.pem"_s;
    const QString client = HttpScript::tlsFile(u"client.pem"_s);
    TlsTrust trust;
    trust.caFile = missing;
    QTest::newRow("authorities") << trust;
    trust.caFile = HttpScript::tlsFile(QString());
    QTest::newRow("a folder") << trust;
    trust = trustIn(u"ca.pem"_s);
    trust.certificateFile = missing;
    QTest::newRow("certificate") << trust;
    trust.certificateFile = client;
    trust.keyFile = missing;
    QTest::newRow("key") << trust;
    trust.keyFile = HttpScript::tlsFile(u"localhost.key"_s);
    QTest::newRow("another's key") << trust;
    trust.keyFile = HttpScript::tlsFile(u"locked.key"_s); // and its password is not asked for
    QTest::newRow("a locked key") << trust;
}

void TestHttpTls::unusableFilesAreSaid()
{
    QFETCH(TlsTrust, trust);
    HttpScript server({.certificate = u"localhost"_s, .clientAuthority = {}}, responses());
    HttpEngine engine(trust, {}, kConnectPatience);
    HttpRecord record(engine, getRequest(server.url()));
    QVERIFY(!record.isFinished());
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::Local);
    QVERIFY(!record.sentence().isEmpty());
    QCOMPARE(server.requestCount(), 0);
}

void TestHttpTls::tlsToAPlainServerIsSaid()
{
    HttpScript server([](HttpPeer &peer) {
        peer.send("HTTP/1.1 400 Bad Request\r\n\r\n");
        peer.waitForClose();
    });
    QUrl url = server.url();
    url.setScheme(u"https"_s);
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, getRequest(url));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::NotTls);
    QVERIFY2(record.sentence().contains(u"does not speak TLS"), qPrintable(record.sentence()));
}

void TestHttpTls::aBrokenTlsStreamIsTruncated()
{
    HttpScript server({.certificate = u"localhost"_s, .clientAuthority = {}}, [](HttpPeer &peer) {
        peer.readRequest();
        peer.openStream();
        peer.event("x");
        peer.waitFor("seen");
        peer.reset();
    });
    HttpEngine engine(trustIn(u"ca.pem"_s), {}, kConnectPatience);
    HttpRecord record;
    record.onBody = [&] { server.open("seen"); };
    record.start(engine, getRequest(server.url()));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::Truncated);
    QCOMPARE(record.bodyBytes, "data: x\n\n");
}

void TestHttpTls::isSentOnceOverTls()
{
    for (const bool resets : {false, true}) {
        HttpScript server(
            {.certificate = u"localhost"_s, .clientAuthority = {}}, [resets](HttpPeer &peer) {
                peer.readRequest();
                peer.respond(200, "text/plain", "");
                peer.readRequest();
                if (resets)
                    peer.reset();
            });
        HttpEngine engine(trustIn(u"ca.pem"_s), {}, kConnectPatience);
        for (const bool reused : {false, true}) {
            HttpRecord record(engine, secretPost(server));
            QTRY_VERIFY(record.isFinished());
            QCOMPARE(record.outcome->facts.reused, reused);
            QCOMPARE(record.failure(), reused ? Failure::NoResponse : Failure::None);
        }
        QCOMPARE(server.requestCount(), 2);
        QCOMPARE(server.connectionCount(), 1);
    }
}

QTEST_GUILESS_MAIN(TestHttpTls)
#include "tst_httptls.moc"
