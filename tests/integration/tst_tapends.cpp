// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httphost.h"
#include "support/tapprogram.h"

#include <csignal>

#include <sys/socket.h>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// How the tap of a server with a URL ends, and what it does with a client that sends no more.
class TestTapEnds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void respondsToAClientThatSendsNoMore();
    void endsWhatAClientThatSentNoMoreLeaves();
    void endsWithWhoStartedIt();
    void endsWhenWhoStartedItIsKilled();
    void outlivesInputThatIsNoPipe();
};

namespace {

using Host = HttpHost;

QByteArray shown(const TapProgram &tap)
{
    return cli({u"trace"_s, u"show"_s, tap.recording()}).out;
}

// Nothing listens there.
bool isRefused(const QUrl &url)
{
    QTcpSocket socket;
    socket.connectToHost(url.host(), quint16(url.port()));
    return !socket.waitForConnected(kPatienceMs)
        && socket.error() == QAbstractSocket::ConnectionRefusedError;
}

} // namespace

void TestTapEnds::respondsToAClientThatSendsNoMore()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.waitFor("half closed");
        peer.respond(200, "application/json", pong("1"));
    });
    TapProgram tap(server.url(u"/mcp"_s));
    Host host(tap.url(), post(ping(1)));
    QTRY_COMPARE(server.requestCount(), 1);
    QCOMPARE(::shutdown(int(host.socketDescriptor()), SHUT_WR), 0);
    Host refused(tap.url(), "GET /mcp HTTP/1.1\r\nHost: evil.com\r\n\r\n");
    QTRY_VERIFY(refused.received.startsWith("HTTP/1.1 421 ")); // so the tap has seen the end
    QCOMPARE(server.openConnections(), 1);
    server.open("half closed");
    QTRY_COMPARE(host.body(), pong("1"));
    QTRY_VERIFY(host.isEnded());
    tap.end();
    const QByteArray trace = shown(tap);
    QVERIFY2(trace.contains("ping  id 1  ok"), trace.constData());
}

void TestTapEnds::endsWhatAClientThatSentNoMoreLeaves()
{
    HttpScript server(streamAPing);
    TapProgram tap(server.url(u"/mcp"_s));
    Host host(tap.url(), get("/mcp"));
    QTRY_VERIFY(host.received.contains("data: "));
    QCOMPARE(::shutdown(int(host.socketDescriptor()), SHUT_WR), 0);
    Host refused(tap.url(), "GET /mcp HTTP/1.1\r\nHost: evil.com\r\n\r\n");
    QTRY_VERIFY(refused.received.startsWith("HTTP/1.1 421 "));
    QCOMPARE(server.openConnections(), 1);
    host.close();
    QTRY_COMPARE(server.openConnections(), 0);
}

void TestTapEnds::endsWithWhoStartedIt()
{
    HttpScript server(streamAPing);
    TapProgram tap(server.url(u"/mcp"_s));
    Host host(tap.url(), get("/mcp"));
    QTRY_VERIFY(host.received.contains("data: "));
    const Run run = tap.endStarter();
    COMPARE_CODE(run, 0);
    QVERIFY2(run.err.contains("The tap ends with its standard input."), run.err.constData());
    QTRY_VERIFY(host.isEnded());
    QTRY_COMPARE(server.openConnections(), 0);
    QVERIFY(isRefused(tap.url()));
    QVERIFY(shown(tap).contains("the tap was ended"));
}

void TestTapEnds::endsWhenWhoStartedItIsKilled()
{
    HttpScript server(respondToPings);
    QTemporaryDir folder;
    QProcess starter;
    starter.setProcessEnvironment(cleanEnvironment());
    // The shell holds the other end of the pipe, and nothing else of the tap.
    starter.start(u"/bin/sh"_s,
        {u"-c"_s,
            u"mkfifo \"$1/in\"; \"$2\" tap --url \"$3\" --json --record \"$1\" "
            "<\"$1/in\" & exec 3>\"$1/in\"; wait"_s,
            u"sh"_s, folder.path(), kCli, server.url(u"/mcp"_s).toString()});
    while (!starter.canReadLine() && starter.waitForReadyRead(kLongPatienceMs)) { }
    const QUrl url(QJsonDocument::fromJson(starter.readLine()).object().value(u"url").toString());
    Host host(url, post(ping(1)));
    QTRY_COMPARE(host.body(), pong("1"));
    starter.kill();
    starter.waitForFinished(kPatienceMs);
    QTRY_VERIFY(isRefused(url));
}

void TestTapEnds::outlivesInputThatIsNoPipe()
{
    HttpScript server(respondToPings);
    QTemporaryDir folder;
    QProcess tap;
    tap.setProcessEnvironment(cleanEnvironment());
    tap.setStandardInputFile(QProcess::nullDevice());
    tap.start(kCli,
        {u"tap"_s, u"--url"_s, server.url(u"/mcp"_s).toString(), u"--json"_s, u"--record"_s,
            folder.path()});
    while (!tap.canReadLine() && tap.waitForReadyRead(kLongPatienceMs)) { }
    const QUrl url(QJsonDocument::fromJson(tap.readLine()).object().value(u"url").toString());
    Host host(url, post(ping(1)));
    QTRY_COMPARE(host.body(), pong("1"));
    QVERIFY(tap.readAllStandardError().contains("Ctrl+C ends the tap."));
    tap.terminate();
    COMPARE_CODE(finishedRun(tap), 128 + SIGTERM);
    QVERIFY(isRefused(url));
}

QTEST_GUILESS_MAIN(TestTapEnds)
#include "tst_tapends.moc"
