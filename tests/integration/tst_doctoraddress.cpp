// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/demohttp.h"
#include "support/doctorrun.h"
#include "support/doctorserver.h"
#include "support/faultcount.h"
#include "support/madecertificate.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTcpServer>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// Faults of servers with a URL, each set up for real: the doctor names the first cause.
class TestDoctorAddress : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheCauseOfAnAddress_data();
    void namesTheCauseOfAnAddress();
    void namesTheCauseOfACertificate_data();
    void namesTheCauseOfACertificate();
    void findsNothingInHealthyServers_data();
    void findsNothingInHealthyServers();
    void showsTheVersionsOfHttpAndTls_data();
    void showsTheVersionsOfHttpAndTls();
    void showsHttp2();
    void warnsOfAWrongClock();
    void sendsNothingWithEffects();
    void hidesSecrets();
    void cleanupTestCase();

private:
    void compare(
        const config::Profile &profile, const QString &cause, std::chrono::milliseconds patience);

    FaultCount m_count{"servers with a URL"};
};

void TestDoctorAddress::compare(
    const config::Profile &profile, const QString &cause, std::chrono::milliseconds patience)
{
    QString report;
    const doctor::Verdict verdict =
        examine(profile, patience, std::make_shared<ChosenPaths>(), &report);
    QVERIFY2(m_count.add(cause, causeOf(verdict)), qPrintable(causeOf(verdict) + u'\n' + report));
    QVERIFY(!verdict.sentence().isEmpty() && !verdict.whatToDo().isEmpty());
    QVERIFY2(otherFailures(verdict).isEmpty(), qPrintable(report));
}

void TestDoctorAddress::namesTheCauseOfAnAddress_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("proxy");
    QTest::addColumn<QString>("cause");
    QTcpServer unused;
    QVERIFY(unused.listen(QHostAddress::LocalHost));
    const QString closed = QString::number(unused.serverPort());
    unused.close();
    QTest::newRow("no scheme") << u"example.org/mcp"_s << QString() << u"url-incomplete"_s;
    QTest::newRow("a socket of the web") << u"ws://localhost/mcp"_s << QString() << u"url-scheme"_s;
    QTest::newRow("a placeholder")
        << u"http://localhost:1/${PATH_OF_MCP}"_s << QString() << u"url-placeholder"_s;
    QTest::newRow("an address to listen at")
        << u"http://0.0.0.0:"_s + closed + u"/mcp"_s << QString() << u"url-unspecified"_s;
    QTest::newRow("no such name") << u"http://no-such-host.invalid/mcp"_s << QString()
                                  << u"name-unknown"_s;
    QTest::newRow("nothing listens")
        << u"http://127.0.0.1:"_s + closed + u"/mcp"_s << QString() << u"nothing-listens"_s;
    QTest::newRow("the proxy does not run")
        << u"http://example.org/mcp"_s << u"http://127.0.0.1:"_s + closed << u"proxy-unreachable"_s;
}

void TestDoctorAddress::namesTheCauseOfAnAddress()
{
    QFETCH(QString, url);
    QFETCH(QString, proxy);
    QFETCH(QString, cause);
    config::Profile profile = at(url);
    if (!proxy.isEmpty()) {
        profile.http()->proxy = config::ProxyMode::Given;
        profile.http()->proxyUrl = proxy;
    }
    compare(profile, cause, kUsual);
}

void TestDoctorAddress::namesTheCauseOfACertificate_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<QString>("authority");
    QTest::addColumn<QString>("cause");
    const QString own = HttpScript::tlsFile(u"ca.pem"_s);
    QTest::newRow("expired") << u"expired"_s << u"https"_s << own << u"certificate-expired"_s;
    QTest::newRow("not yet valid")
        << u"later"_s << u"https"_s << QString() << u"certificate-not-yet-valid"_s;
    QTest::newRow("self-signed") << u"selfsigned"_s << u"https"_s << own
                                 << u"certificate-self-signed"_s;
    QTest::newRow("for another host")
        << u"wrongname"_s << u"https"_s << own << u"certificate-name"_s;
    QTest::newRow("of an unknown authority")
        << u"localhost"_s << u"https"_s << QString() << u"certificate-unknown-authority"_s;
    QTest::newRow("of a company's proxy")
        << u"company"_s << u"https"_s << QString() << u"certificate-corporate"_s;
    QTest::newRow("a client certificate")
        << u"client"_s << u"https"_s << own << u"client-certificate"_s;
    QTest::newRow("http to a TLS port")
        << u"localhost"_s << u"http"_s << own << u"tls-behind-http"_s;
    QTest::newRow("https to a plain port")
        << QString() << u"https"_s << own << u"plain-behind-https"_s;
}

void TestDoctorAddress::namesTheCauseOfACertificate()
{
    QFETCH(QString, certificate);
    QFETCH(QString, scheme);
    QFETCH(QString, authority);
    QFETCH(QString, cause);
    const MadeCertificate later("Tide Authority", 30, 60);
    const MadeCertificate company("Zscaler Intermediate Root CA", -30, 60);
    HttpScript::Tls tls;
    tls.certificate = certificate;
    if (certificate == u"later")
        tls.certificate = later.name();
    else if (certificate == u"company")
        tls.certificate = company.name();
    else if (certificate == u"client") {
        tls.certificate = u"localhost"_s;
        tls.clientAuthority = u"ca.pem"_s;
    }
    const HttpScript::Script script = [](HttpPeer &peer) {
        for (;;)
            serve(peer, peer.readRequest());
    };
    const auto server = certificate.isEmpty() ? std::make_unique<HttpScript>(script)
                                              : std::make_unique<HttpScript>(tls, script);
    QUrl url = server->url(u"/mcp"_s);
    url.setScheme(scheme);
    config::Profile profile = at(url);
    profile.http()->caFile = authority;
    compare(profile, cause, certificate.isEmpty() ? kShort : kUsual);
}

void TestDoctorAddress::findsNothingInHealthyServers_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QString>("path");
    QTest::addColumn<config::HttpTransport>("transport");
    using Transport = config::HttpTransport;
    QTest::newRow("both eras") << QStringList() << u"/mcp"_s << Transport::Auto;
    QTest::newRow("legacy") << QStringList{u"--legacy-only"_s} << u"/mcp"_s << Transport::Auto;
    QTest::newRow("modern") << QStringList{u"--modern-only"_s} << u"/mcp"_s
                            << Transport::Streamable;
    QTest::newRow("2025-03-26") << QStringList{u"--revisions"_s, u"2025-03-26"_s} << u"/mcp"_s
                                << Transport::Streamable;
    QTest::newRow("HTTP+SSE") << QStringList() << u"/sse"_s << Transport::Sse;
    QTest::newRow("HTTP+SSE, found out")
        << QStringList{u"--legacy-only"_s} << u"/sse"_s << Transport::Auto;
}

void TestDoctorAddress::findsNothingInHealthyServers()
{
    QFETCH(QStringList, switches);
    QFETCH(QString, path);
    QFETCH(config::HttpTransport, transport);
    const Demo demo(switches);
    config::Profile profile = at(demo.url(path));
    profile.http()->transport = transport;
    QString report;
    const doctor::Verdict verdict =
        examine(profile, kUsual, std::make_shared<ChosenPaths>(), &report);
    QVERIFY2(!verdict.cause && verdict.others.empty(), qPrintable(report));
    QVERIFY(verdict.passed > 6);
}

void TestDoctorAddress::showsTheVersionsOfHttpAndTls_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("said");
    QTest::newRow("without the authority")
        << u"localhost"_s
        << u"signed by CN=Sonde Test Authority · TLSv1.3 · certificates sent: 1"_s;
    QTest::newRow("with the authority")
        << u"localhost-chain"_s
        << u"signed by CN=Sonde Test Authority · TLSv1.3 · certificates sent: 2"_s;
    QTest::newRow("not encrypted") << QString() << u"the connection is not encrypted (http)"_s;
}

void TestDoctorAddress::showsTheVersionsOfHttpAndTls()
{
    QFETCH(const QString, certificate);
    QFETCH(const QString, said);
    const HttpScript::Script script = [](HttpPeer &peer) {
        for (;;)
            serve(peer, peer.readRequest());
    };
    const auto server = certificate.isEmpty()
        ? std::make_unique<HttpScript>(script)
        : std::make_unique<HttpScript>(HttpScript::Tls{certificate, {}}, script);
    config::Profile profile = at(server->url(u"/mcp"_s));
    profile.http()->caFile = HttpScript::tlsFile(u"ca.pem"_s);
    QString report;
    const doctor::Verdict verdict =
        examine(profile, kUsual, std::make_shared<ChosenPaths>(), &report);
    QVERIFY2(!verdict.cause, qPrintable(report));
    QVERIFY2(report.contains(said), qPrintable(report));
    QVERIFY2(report.contains(u"passed response: status 200, application/json, HTTP/1.1\n"_s),
        qPrintable(report));
}

void TestDoctorAddress::showsHttp2()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("there is no Node.js here");
    QProcess server;
    server.start(u"node"_s,
        {sourcePath("tests/servers/http2server.mjs"), HttpScript::tlsFile(u"localhost.pem"_s),
            HttpScript::tlsFile(u"localhost.key"_s)});
    QTRY_VERIFY_WITH_TIMEOUT(server.canReadLine(), kPatienceMs);
    const QString port = QString::fromLatin1(server.readLine().trimmed());
    config::Profile profile = at(QString(u"https://127.0.0.1:"_s + port + u"/echo"_s));
    profile.http()->caFile = HttpScript::tlsFile(u"ca.pem"_s);
    QString report;
    examine(profile, kUsual, std::make_shared<ChosenPaths>(), &report);
    QVERIFY2(report.contains(u"passed response: status 200, no Content-Type, HTTP/2\n"_s),
        qPrintable(report));
    server.closeWriteChannel();
    QTRY_COMPARE(server.state(), QProcess::NotRunning);
}

void TestDoctorAddress::warnsOfAWrongClock()
{
    const HttpScript server([](HttpPeer &peer) {
        for (;;)
            serve(peer, peer.readRequest(), {{"Date", "Sun, 06 Nov 1994 08:49:37 GMT"}});
    });
    QString report;
    const doctor::Verdict verdict =
        examine(at(server.url(u"/mcp"_s)), kUsual, std::make_shared<ChosenPaths>(), &report);
    QVERIFY2(!verdict.cause, qPrintable(report));
    QCOMPARE(verdict.others.size(), std::size_t(1));
    QCOMPARE(doctor::kindId(verdict.others.front().kind), u"clock-wrong"_s);
}

void TestDoctorAddress::sendsNothingWithEffects()
{
    const HttpScript server([](HttpPeer &peer) {
        for (;;)
            serve(peer, peer.readRequest(), {{"Mcp-Session-Id", "abc"}});
    });
    QString report;
    examine(at(server.url(u"/mcp"_s)), kUsual, std::make_shared<ChosenPaths>(), &report);
    QCOMPARE(methodsOf(server.requests()),
        (QStringList{u"initialize"_s, u"notifications/initialized"_s, u"ping"_s, u"GET"_s,
            u"OPTIONS"_s, u"DELETE"_s}));
}

void TestDoctorAddress::hidesSecrets()
{
    const HttpScript server([](HttpPeer &peer) {
        const SeenRequest request = peer.readRequest();
        peer.respond(500, "text/plain", "bad " + request.header("Authorization"));
    });
    config::Profile profile = at(server.url(u"/mcp"_s).toString() + u"?key=hush-5678"_s);
    sendToken(profile);
    QString report;
    const doctor::Verdict verdict =
        examine(profile, kUsual, std::make_shared<ChosenPaths>(), &report);
    QCOMPARE(causeOf(verdict), u"server-failed"_s);
    QVERIFY2(report.contains(u"bad") && !report.contains(u"hush-"), qPrintable(report));
}

void TestDoctorAddress::cleanupTestCase()
{
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorAddress)
#include "tst_doctoraddress.moc"
