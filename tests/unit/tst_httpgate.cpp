// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/opengate.h"

#include <QTest>

using namespace sonde::serve;
using namespace sonde::test;

namespace {

QByteArray post(const QByteArray &body)
{
    return "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + QByteArray::number(body.size())
        + "\r\n\r\n" + body;
}

} // namespace

class TestHttpGate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void streamsAReply();
    void passesAReplyOnAsItIs_data();
    void passesAReplyOnAsItIs();
    void serializesPipelinedRequests();
    void keepsNamesAsWritten();
    void cutsABodyOff();
    void tellsThatTheClientLeft();
    void tellsThatASlowReaderCatchesUp();
    void refusesWhatIsTooLargeTogether();
    void refusesASlowHead();
    void letsTooManyConnectionsWait();
    void takesNoConnectionsAfterItsEnd();
};

void TestHttpGate::streamsAReply()
{
    OpenGate site;
    Caller client(site, kGet);
    QTRY_COMPARE(site.replies.size(), std::size_t(1));
    HttpReply &reply = *site.replies.front();
    reply.writeInterim("HTTP/1.1 103 Early Hints\r\n\r\n");
    reply.beginAsIs(200, "Fine", {{"X-Own", "1", {}}});
    reply.write("ab");
    QTRY_COMPARE(client.received,
        QByteArray("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 Fine\r\nX-Own: 1\r\n"
                   "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"));
    reply.end();
    QTRY_VERIFY(client.received.endsWith("0\r\n\r\n"));
    client.write(kGet);
    QTRY_COMPARE(site.replies.size(), std::size_t(2));
    QVERIFY(!client.isEnded());
}

void TestHttpGate::passesAReplyOnAsItIs_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("bounded");
    QTest::addColumn<QByteArray>("end"); // of what is received, for the body "ab"
    QTest::addColumn<bool>("closes");
    QTest::newRow("a length") << kGet << 200 << true << QByteArray("Content-Length: 2\r\n\r\nab")
                              << false;
    QTest::newRow("HEAD") << QByteArray("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n") << 200 << true
                          << QByteArray("Content-Length: 2\r\n\r\n") << false;
    QTest::newRow("HEAD without a length") << QByteArray("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
                                           << 200 << false << QByteArray("X: y\r\n\r\n") << false;
    QTest::newRow("no content") << kGet << 204 << false << QByteArray("X: y\r\n\r\n") << false;
    QTest::newRow("not modified") << kGet << 304 << true << QByteArray("Content-Length: 2\r\n\r\n")
                                  << false;
    QTest::newRow("the old version") << QByteArray("GET / HTTP/1.0\r\n\r\n") << 200 << false
                                     << QByteArray("Connection: close\r\n\r\nab") << true;
    QTest::newRow("closing") << QByteArray("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                             << 200 << true
                             << QByteArray("Content-Length: 2\r\nConnection: close\r\n\r\nab")
                             << true;
}

void TestHttpGate::passesAReplyOnAsItIs()
{
    QFETCH(QByteArray, request);
    QFETCH(int, status);
    QFETCH(bool, bounded);
    QFETCH(QByteArray, end);
    QFETCH(bool, closes);
    OpenGate site;
    Caller client(site, request);
    QTRY_COMPARE(site.replies.size(), std::size_t(1));
    HttpReply &reply = *site.replies.front();
    HttpReply::Fields fields{{"X", "y", {}}};
    if (bounded)
        fields.push_back({"Content-Length", "2", {}});
    reply.beginAsIs(status, {}, fields);
    reply.write("ab");
    reply.end();
    QTRY_VERIFY(client.received.endsWith(end));
    if (closes)
        QTRY_VERIFY(client.isEnded());
    // A client that sees where the response ends goes on.
    client.received.clear();
    client.write(kGet);
    if (!closes)
        QTRY_COMPARE(site.replies.size(), std::size_t(2));
}

void TestHttpGate::serializesPipelinedRequests()
{
    OpenGate site;
    Caller client(site, post("one") + post("two"));
    QTRY_COMPARE(site.requests.size(), std::size_t(1));
    site.replies.front()->respond(202);
    QTRY_COMPARE(site.requests.size(), std::size_t(2));
    QCOMPARE(site.requests.back().body, std::string("two"));
}

void TestHttpGate::keepsNamesAsWritten()
{
    OpenGate site;
    Caller client(site, "GET / HTTP/1.1\r\nhOST: a\r\nMcp-Session-Id: B\r\n\r\n");
    QTRY_COMPARE(site.requests.size(), std::size_t(1));
    const auto &fields = site.requests.front().fields;
    QCOMPARE(fields.front().name, std::string("host"));
    QCOMPARE(fields.front().written, std::string("hOST"));
    QCOMPARE(fields.back().written, std::string("Mcp-Session-Id"));
}

void TestHttpGate::cutsABodyOff()
{
    OpenGate site;
    Caller client(site, kGet);
    QTRY_COMPARE(site.replies.size(), std::size_t(1));
    site.replies.front()->beginAsIs(200, {}, {});
    site.replies.front()->write("ab");
    site.replies.front()->breakOff();
    QTRY_VERIFY(client.isEnded());
    QVERIFY(client.received.endsWith("2\r\nab\r\n")); // without the last chunk
}

void TestHttpGate::tellsThatTheClientLeft()
{
    OpenGate site;
    Watcher watcher;
    Caller client(site, kGet);
    QTRY_COMPARE(site.replies.size(), std::size_t(1));
    site.replies.front()->setWatcher(&watcher);
    client.abort();
    QTRY_COMPARE(watcher.gone, 1);
    QTRY_COMPARE(site.gate.connectionCount(), std::size_t(0));
    QVERIFY(!site.replies.front()->isOpen());
}

void TestHttpGate::tellsThatASlowReaderCatchesUp()
{
    OpenGate site;
    Watcher watcher;
    Caller client(site);
    client.setReadBufferSize(1);
    client.write(kGet);
    QTRY_COMPARE(site.replies.size(), std::size_t(1));
    HttpReply &reply = *site.replies.front();
    reply.setWatcher(&watcher);
    reply.beginAsIs(200, {}, {});
    const std::string piece(64 << 10, 'x');
    std::size_t written = 0;
    // Until what the client does not read fills all that lies between.
    const auto fills = [&] {
        while (!reply.isCongested()) {
            reply.write(piece);
            written += piece.size();
        }
        watcher.drained = 0;
        QTest::qWait(1);
        return watcher.drained == 0;
    };
    QTRY_VERIFY(fills());
    client.setReadBufferSize(0);
    client.received += client.readAll();
    QTRY_VERIFY(watcher.drained > 0);
    reply.end();
    QTRY_VERIFY(client.received.endsWith("0\r\n\r\n"));
    QVERIFY(std::size_t(client.received.size()) > written);
}

void TestHttpGate::refusesWhatIsTooLargeTogether()
{
    HttpGate::Limits limits;
    limits.connection.maxBody = 3000;
    limits.waitingBodies = 4000;
    OpenGate site(limits);
    const QByteArray head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ";
    Caller large(site, head + "3001\r\n\r\n");
    QTRY_VERIFY(large.received.startsWith("HTTP/1.1 413 "));
    Caller first(site, head + "3000\r\n\r\n" + QByteArray(2500, 'x'));
    QTRY_COMPARE(first.bytesToWrite(), 0);
    Caller second(site, head + "3000\r\n\r\n" + QByteArray(2500, 'x'));
    QTRY_VERIFY(
        first.received.startsWith("HTTP/1.1 503 ") || second.received.startsWith("HTTP/1.1 503 "));
    QVERIFY(site.requests.empty());
}

void TestHttpGate::refusesASlowHead()
{
    HttpGate::Limits limits;
    limits.connection.timeForRequest = Milliseconds(20);
    OpenGate site(limits);
    Caller client(site, "GET / HT");
    QTRY_VERIFY(client.received.startsWith("HTTP/1.1 408 "));
    QTRY_VERIFY(client.isEnded());
    QTRY_COMPARE(site.gate.connectionCount(), std::size_t(0));
}

void TestHttpGate::letsTooManyConnectionsWait()
{
    HttpGate::Limits limits;
    limits.connections = 1;
    OpenGate site(limits);
    Caller first(site, kGet);
    QTRY_COMPARE(site.replies.size(), std::size_t(1));
    Caller second(site, kGet);
    QTRY_COMPARE(second.bytesToWrite(), 0);
    QCOMPARE(site.gate.connectionCount(), std::size_t(1));
    // A connection that only waits for its next request makes room.
    site.replies.front()->respond(202);
    QTRY_COMPARE(site.replies.size(), std::size_t(2));
    QTRY_VERIFY(first.isEnded());
    QVERIFY(first.received.startsWith("HTTP/1.1 202 "));
    Caller third(site, kGet);
    second.abort();
    QTRY_COMPARE(site.replies.size(), std::size_t(3));
}

void TestHttpGate::takesNoConnectionsAfterItsEnd()
{
    OpenGate site;
    Caller idle(site);
    Caller busy(site, kGet);
    QTRY_COMPARE(site.replies.size(), std::size_t(1));
    QTRY_COMPARE(site.gate.connectionCount(), std::size_t(2));
    site.gate.close();
    QTRY_VERIFY(idle.isEnded());
    site.replies.front()->respond(202);
    QTRY_VERIFY(busy.received.startsWith("HTTP/1.1 202 "));
}

QTEST_GUILESS_MAIN(TestHttpGate)
#include "tst_httpgate.moc"
