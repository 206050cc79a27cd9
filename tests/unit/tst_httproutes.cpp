// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httprecord.h"
#include "support/httpscript.h"

#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using Failure = HttpOutcome::Failure;
using namespace Qt::StringLiterals;

// The ways to a server.
class TestHttpRoutes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup();

    void localhostIsFoundOnEitherAddress();
    void anAddressOfVersionSix();
    void aUnixSocket();
    void aUnixSocketWithNobodyBehind();
    void anHttpProxyGetsTheWholeUrl();
    void aTunnelThroughAProxy();
    void aProxyThatRefuses_data();
    void aProxyThatRefuses();
    void aProxyThatIsNotThere();
    void aSocksProxy_data();
    void aSocksProxy();
    void otherKindsOfProxyAreRefused();
    void theEnvironmentsProxyIsUsedAndNamed();
    void theEnvironmentsProxyIsNotForThisMachine();
    void theEnvironmentsProxyIsIgnoredOnDemand();
};

namespace {

HttpScript::Script responses()
{
    return [](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(200, "text/plain", "here");
        }
    };
}

HttpRoute through(const QString &proxy)
{
    return {HttpRoute::Proxy::Given, proxy, {}};
}

QUrl proxyUrl(const HttpScript &proxy, const QString &scheme)
{
    QUrl url = proxy.url(QString());
    url.setScheme(scheme);
    return url;
}

// A SOCKS5 proxy without authentication (RFC 1928) that connects to `port`, whatever is asked.
HttpScript::Script socks(quint16 port)
{
    return [port](HttpPeer &peer) {
        peer.readRaw(peer.readRaw(2).at(1));
        peer.send(QByteArray("\5\0", 2));
        const char kind = peer.readRaw(4).at(3);
        const QByteArray name = kind == 3 ? peer.readRaw(peer.readRaw(1).at(0)) : peer.readRaw(4);
        peer.readRaw(2);
        peer.send(QByteArray("\5\0\0\1\0\0\0\0\0\0", 10));
        peer.relayTo(port);
    };
}

} // namespace

void TestHttpRoutes::cleanup()
{
    for (const char *name : {"http_proxy", "https_proxy", "no_proxy", "all_proxy", "HTTPS_PROXY",
             "ALL_PROXY", "NO_PROXY"})
        qunsetenv(name);
}

void TestHttpRoutes::localhostIsFoundOnEitherAddress()
{
    HttpScript server(responses()); // on 127.0.0.1 only
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, getRequest(server.urlWithHost(u"localhost"_s)));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.sentence(), QString());
    QCOMPARE(server.request(0).header("Host"), "localhost:" + QByteArray::number(server.port()));
    QVERIFY(record.outcome->facts.remoteAddress.startsWith(u"127.0.0.1:"));
}

void TestHttpRoutes::anAddressOfVersionSix()
{
    HttpScript server(responses());
    if (!server.listenAt("::1"))
        QSKIP("this machine has no IPv6");
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, getRequest(server.urlWithHost(u"::1"_s)));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.sentence(), QString());
    QCOMPARE(record.outcome->facts.remoteAddress, u"[::1]:%1"_s.arg(server.port()));
}

void TestHttpRoutes::aUnixSocket()
{
    QTemporaryDir folder;
    HttpScript server(responses());
    server.listenAtPath(folder.filePath(u"socket"_s));
    qputenv("http_proxy", "http://127.0.0.1:1"); // not for a socket
    HttpEngine engine(
        {}, {HttpRoute::Proxy::Environment, {}, folder.filePath(u"socket"_s)}, kConnectPatience);
    HttpRecord record(engine, getRequest(QUrl(u"http://example.test/mcp"_s)));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.sentence(), QString());
    QCOMPARE(server.request(0).header("Host"), "example.test");
    QVERIFY(record.outcome->facts.proxy.isEmpty());
}

void TestHttpRoutes::aUnixSocketWithNobodyBehind()
{
    for (const QString &path : {u"/no/such/socket"_s, QString(200, u'x')}) {
        HttpEngine engine({}, {HttpRoute::Proxy::None, {}, path}, kConnectPatience);
        HttpRecord record(engine, getRequest(QUrl(u"http://localhost/"_s)));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.failure(), path.size() < 100 ? Failure::Connect : Failure::Local);
        QVERIFY2(record.sentence().contains(u"socket"), qPrintable(record.sentence()));
    }
}

void TestHttpRoutes::anHttpProxyGetsTheWholeUrl()
{
    HttpScript proxy(responses());
    QUrl url = proxyUrl(proxy, u"http"_s);
    url.setUserInfo(u"me:secret"_s);
    url.setQuery(u"key=hush"_s);
    HttpEngine engine({}, through(url.toString()), kConnectPatience);
    HttpRecord record(engine, postRequest(QUrl(u"http://example.test/mcp"_s), "{}"));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.sentence(), QString());
    QCOMPARE(proxy.request(0).target(), "http://example.test/mcp");
    QCOMPARE(proxy.request(0).header("Proxy-Authorization"),
        "Basic " + QByteArray("me:secret").toBase64());
    QCOMPARE(record.outcome->facts.proxy, u"http://127.0.0.1:%1"_s.arg(proxy.port()));
    QVERIFY(redactedHead(record.sentHeadBytes.toStdString(), {})
                .contains("Proxy-Authorization: (hidden"));
}

void TestHttpRoutes::aTunnelThroughAProxy()
{
    HttpScript server({.certificate = u"localhost"_s, .clientAuthority = {}}, responses());
    HttpScript proxy([port = server.port()](HttpPeer &peer) {
        peer.readRequest();
        peer.send("HTTP/1.1 200 Connected\r\nX-Proxy: 1\r\n\r\n");
        peer.relayTo(port);
    });
    TlsTrust trust;
    trust.caFile = HttpScript::tlsFile(u"ca.pem"_s);
    HttpEngine engine(trust, through(proxyUrl(proxy, u"http"_s).toString()), kConnectPatience);
    HttpHeaders headers;
    headers.add("Authorization", "Bearer secret");
    HttpRecord record(engine, postRequest(server.urlWithHost(u"localhost"_s), "{}", headers));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.sentence(), QString());
    QCOMPARE(record.sentHeads, 1);
    QVERIFY(record.sentHeadBytes.startsWith("POST / "));
    QVERIFY(!record.receivedHeads.contains("X-Proxy"));
    QCOMPARE(proxy.request(0).method(), "CONNECT");
    QVERIFY(proxy.request(0).header("Authorization").isEmpty());
    QVERIFY(!proxy.received(0).contains("Bearer"));
    QCOMPARE(server.requestCount(), 1);
    QVERIFY(!record.outcome->facts.proxy.isEmpty());
}

void TestHttpRoutes::aProxyThatRefuses_data()
{
    QTest::addColumn<int>("status");
    QTest::newRow("407") << 407;
    QTest::newRow("502") << 502;
    QTest::newRow("closes") << 0;
}

void TestHttpRoutes::aProxyThatRefuses()
{
    QFETCH(int, status);
    HttpScript proxy([status](HttpPeer &peer) {
        peer.readRequest();
        if (status != 0)
            peer.respond(status, "text/plain", "no");
    });
    HttpEngine engine({}, through(proxyUrl(proxy, u"http"_s).toString()), kConnectPatience);
    HttpRecord record(engine, getRequest(QUrl(u"https://example.test/mcp"_s)));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), status == 0 ? Failure::Proxy : Failure::ProxyRefused);
    QVERIFY2(record.sentence().contains(u"proxy http://127.0.0.1"), qPrintable(record.sentence()));
    QVERIFY(status == 0 || record.sentence().contains(QString::number(status)));
    QVERIFY(!record.outcome->requestSent);
}

void TestHttpRoutes::aProxyThatIsNotThere()
{
    QTcpServer unused;
    QVERIFY(unused.listen(QHostAddress::LocalHost));
    const QString proxy = u"http://127.0.0.1:%1"_s.arg(unused.serverPort());
    unused.close();
    HttpEngine engine({}, through(proxy), kConnectPatience);
    HttpRecord record(engine, getRequest(QUrl(u"http://example.test/mcp"_s)));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::Proxy);
    QVERIFY2(record.sentence().contains(proxy), qPrintable(record.sentence()));
}

void TestHttpRoutes::aSocksProxy_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<QString>("host");
    QTest::newRow("socks5h resolves at the proxy") << u"socks5h"_s << u"example.test"_s;
    QTest::newRow("socks5 resolves here") << u"socks5"_s << u"127.0.0.1"_s;
}

void TestHttpRoutes::aSocksProxy()
{
    QFETCH(QString, scheme);
    QFETCH(QString, host);
    HttpScript server(responses());
    HttpScript proxy(socks(server.port()));
    HttpEngine engine({}, through(proxyUrl(proxy, scheme).toString()), kConnectPatience);
    HttpRecord record(engine, postRequest(server.urlWithHost(host), "{}"));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.sentence(), QString());
    QCOMPARE(record.bodyBytes, "here");
    QCOMPARE(proxy.connectionCount(), 1);
    QCOMPARE(server.requestCount(), 1);
}

void TestHttpRoutes::otherKindsOfProxyAreRefused()
{
    HttpScript proxy(responses());
    for (const QString &scheme : {u"ftp"_s, u"socks4"_s, u"file"_s}) {
        HttpEngine engine({}, through(proxyUrl(proxy, scheme).toString()), kConnectPatience);
        HttpRecord record(engine, getRequest(QUrl(u"http://example.test/"_s)));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.failure(), Failure::Proxy);
        QVERIFY(record.sentence().contains(u"socks5h"));
    }
    QCOMPARE(proxy.connectionCount(), 0);
}

void TestHttpRoutes::theEnvironmentsProxyIsUsedAndNamed()
{
    HttpScript proxy(responses());
    const QByteArray address =
        "me:secret@127.0.0.1:" + QByteArray::number(proxy.port()) + "/?key=hush";
    qputenv("http_proxy", address);
    qputenv("no_proxy", "direct.invalid");
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, getRequest(QUrl(u"http://example.test/mcp"_s)));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.sentence(), QString());
    QCOMPARE(proxy.request(0).target(), "http://example.test/mcp");
    QCOMPARE(record.outcome->facts.proxy, u"http://127.0.0.1:%1"_s.arg(proxy.port()));
    HttpRecord direct(engine, getRequest(QUrl(u"http://direct.invalid/"_s)));
    QTRY_VERIFY_WITH_TIMEOUT(direct.isFinished(), 10'000);
    QVERIFY(direct.failure() == Failure::Resolve || direct.failure() == Failure::TimedOut);
    QCOMPARE(direct.outcome->facts.proxy, QString());
    QCOMPARE(proxy.requestCount(), 1);
}

void TestHttpRoutes::theEnvironmentsProxyIsNotForThisMachine()
{
    HttpScript proxy(responses());
    HttpScript server(responses());
    qputenv("http_proxy", proxy.url().toEncoded());
    HttpEngine engine({}, {}, kConnectPatience);
    for (const QString &host : {u"localhost"_s, u"127.0.0.1"_s}) {
        HttpRecord record(engine, getRequest(server.urlWithHost(host)));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.sentence(), QString());
    }
    QCOMPARE(proxy.connectionCount(), 0);
}

void TestHttpRoutes::theEnvironmentsProxyIsIgnoredOnDemand()
{
    HttpScript proxy(responses());
    qputenv("http_proxy", proxy.url().toEncoded());
    HttpEngine engine({}, {HttpRoute::Proxy::None, {}, {}}, kConnectPatience);
    HttpRecord record(engine, getRequest(QUrl(u"http://example.invalid/"_s)));
    QTRY_VERIFY_WITH_TIMEOUT(record.isFinished(), 10'000);
    QVERIFY(record.failure() == Failure::Resolve || record.failure() == Failure::TimedOut);
    QCOMPARE(proxy.connectionCount(), 0);
}

QTEST_GUILESS_MAIN(TestHttpRoutes)
#include "tst_httproutes.moc"
