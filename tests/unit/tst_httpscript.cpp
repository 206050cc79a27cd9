// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httpscript.h"

#include <QSslConfiguration>
#include <QSslSocket>
#include <QTcpSocket>
#include <QTest>

using namespace sonde::test;

// The scripted server is trusted by many tests: these hold it to what its header says.
class TestHttpScript : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsEveryByteOfEachRequest();
    void waitsForAGate();
    void endsWhileScriptsWait();
    void resetsAConnection();
    void speaksTls();
};

namespace {

constexpr int kDeadline = 10'000;

QByteArray readAll(QTcpSocket &socket, const QByteArray &until)
{
    QByteArray all;
    while (!all.contains(until) && socket.waitForReadyRead(kDeadline))
        all += socket.readAll();
    return all;
}

} // namespace

void TestHttpScript::keepsEveryByteOfEachRequest()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readHead();
        peer.readBody();
        peer.respond(200, "text/plain", "one");
        peer.readRequest();
        peer.openChunked(200, "text/plain");
        peer.chunk("two");
        peer.endChunked();
    });
    const QByteArray first = "POST /a?b HTTP/1.1\r\nhost: x\r\nContent-Length: 3\r\n\r\nabc";
    const QByteArray second =
        "POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n";
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), server.port());
    socket.write(first + second);
    const QByteArray responses = readAll(socket, "0\r\n\r\n");
    QVERIFY(responses.startsWith("HTTP/1.1 200"));
    QCOMPARE(server.requestCount(), 2);
    QCOMPARE(server.request(0).raw, first);
    QCOMPARE(server.request(1).raw, second);
    QCOMPARE(server.received(0), first + second);
    QCOMPARE(server.request(0).method(), "POST");
    QCOMPARE(server.request(0).target(), "/a?b");
    QCOMPARE(server.request(0).body(), "abc");
    QCOMPARE(server.request(0).header("HOST"), "x");
    QCOMPARE(server.request(0).headerLines(), QList<QByteArray>({"host: x", "Content-Length: 3"}));
}

void TestHttpScript::waitsForAGate()
{
    HttpScript server([](HttpPeer &peer) {
        peer.waitFor("go");
        peer.send("gone");
    });
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), server.port());
    QTRY_COMPARE(server.openConnections(), 1);
    QCOMPARE(socket.bytesAvailable(), 0);
    server.open("go");
    QCOMPARE(readAll(socket, "gone"), "gone");
    QTRY_COMPARE(server.openConnections(), 0);
}

void TestHttpScript::endsWhileScriptsWait()
{
    QTcpSocket stalled;
    QTcpSocket reading;
    {
        HttpScript server([](HttpPeer &peer) {
            if (peer.connection() == 0)
                peer.stall();
            peer.readRequest();
        });
        stalled.connectToHost(QStringLiteral("127.0.0.1"), server.port());
        reading.connectToHost(QStringLiteral("127.0.0.1"), server.port());
        QTRY_COMPARE(server.connectionCount(), 2);
    }
    QTRY_COMPARE(stalled.state(), QAbstractSocket::UnconnectedState);
    QTRY_COMPARE(reading.state(), QAbstractSocket::UnconnectedState);
}

void TestHttpScript::resetsAConnection()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readHead();
        peer.reset();
    });
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), server.port());
    socket.write("GET / HTTP/1.1\r\n\r\n");
    QTRY_COMPARE(socket.state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(socket.error(), QAbstractSocket::RemoteHostClosedError);
    QCOMPARE(server.requestCount(), 1);
}

void TestHttpScript::speaksTls()
{
    HttpScript server(
        {.certificate = QStringLiteral("localhost"), .clientAuthority = {}}, [](HttpPeer &peer) {
            peer.readRequest();
            peer.respond(200, "text/plain", "hidden");
        });
    QSslSocket socket;
    QSslConfiguration trust = socket.sslConfiguration();
    trust.setCaCertificates(
        QSslCertificate::fromPath(HttpScript::tlsFile(QStringLiteral("ca.pem"))));
    socket.setSslConfiguration(trust);
    socket.connectToHostEncrypted(QStringLiteral("localhost"), server.port());
    QVERIFY2(socket.waitForEncrypted(kDeadline), qPrintable(socket.errorString()));
    socket.write("GET / HTTP/1.1\r\n\r\n");
    QVERIFY(readAll(socket, "hidden").endsWith("hidden"));
}

QTEST_GUILESS_MAIN(TestHttpScript)
#include "tst_httpscript.moc"
