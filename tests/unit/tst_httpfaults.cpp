// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httprecord.h"
#include "support/httpscript.h"

#include <QTcpServer>
#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using Failure = HttpOutcome::Failure;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

// What servers do wrong. Each ends in the failure that happened, and each request is on the wire
// exactly once.
class TestHttpFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isSentOnce_data();
    void isSentOnce();
    void isSentOnceOnAReusedConnection_data();
    void isSentOnceOnAReusedConnection();
    void twentyPostsAreTwentyRequests();
    void anIdleConnectionThatWasClosedIsReplaced();
    void aResponseBeforeTheBodyIsSentIsAResponse_data();
    void aResponseBeforeTheBodyIsSentIsAResponse();
    void closingWhileTheBodyIsSentIsASendFailure();
    void aStreamWithoutALengthEndsWithTheConnection();
    void nobodyListens();
    void anUnknownName();
    void aServerThatTakesNoConnection();
    void abortWhileTheNameIsLookedUpDoesNotWait();
};

namespace {

struct Fault {
    std::function<void(HttpPeer &)> response;
    Failure failure;
    bool hasHead = false;
};

const std::vector<std::pair<const char *, Fault>> &faults()
{
    static const std::vector<std::pair<const char *, Fault>> all{
        {"closes", {[](HttpPeer &peer) { peer.close(); }, Failure::NoResponse}},
        {"resets", {[](HttpPeer &peer) { peer.reset(); }, Failure::NoResponse}},
        {"half a status line",
            {[](HttpPeer &peer) {
                 peer.send("HTTP/1.1 2");
                 peer.close();
             },
                Failure::NoResponse}},
        {"a letter",
            {[](HttpPeer &peer) {
                 peer.send("H");
                 peer.close();
             },
                Failure::NoResponse}},
        {"half a head",
            {[](HttpPeer &peer) {
                 peer.send("HTTP/1.1 200 OK\r\nContent-Ty");
                 peer.close();
             },
                Failure::BadResponse}},
        {"only 103",
            {[](HttpPeer &peer) {
                 peer.send("HTTP/1.1 103 Early Hints\r\n\r\n");
                 peer.close();
             },
                Failure::BadResponse}},
        {"101",
            {[](HttpPeer &peer) {
                 peer.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n");
                 peer.waitForClose();
             },
                Failure::BadResponse}},
        {"no HTTP",
            {[](HttpPeer &peer) {
                 peer.send("220 mail.example ESMTP\r\n");
                 peer.close();
             },
                Failure::BadResponse}},
        {"status 999",
            {[](HttpPeer &peer) {
                 peer.send("HTTP/1.1 999 x\r\nContent-Length: 0\r\n\r\n");
                 peer.close();
             },
                Failure::BadResponse}},
        {"half a body",
            {[](HttpPeer &peer) {
                 peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
                 peer.close();
             },
                Failure::Truncated, true}},
        {"half a chunk",
            {[](HttpPeer &peer) {
                 peer.openStream();
                 peer.send("10\r\nabc");
                 peer.close();
             },
                Failure::Truncated, true}},
        {"no last chunk",
            {[](HttpPeer &peer) {
                 peer.openStream();
                 peer.event("abc");
                 peer.close();
             },
                Failure::Truncated, true}},
        {"a reset in the body",
            {[](HttpPeer &peer) {
                 peer.openStream();
                 peer.event("abc");
                 peer.waitFor("seen");
                 peer.reset();
             },
                Failure::Truncated, true}},
        {"a chunk size that is none",
            {[](HttpPeer &peer) {
                 peer.openStream();
                 peer.send("zz\r\nabc\r\n");
                 peer.waitForClose();
             },
                Failure::Truncated, true}},
    };
    return all;
}

void addFaultRows()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < faults().size(); ++i)
        QTest::newRow(faults()[i].first) << int(i);
}

} // namespace

void TestHttpFaults::isSentOnce_data()
{
    addFaultRows();
}

void TestHttpFaults::isSentOnce()
{
    QFETCH(int, index);
    const Fault &fault = faults()[std::size_t(index)].second;
    HttpScript server([fault](HttpPeer &peer) {
        peer.readRequest();
        fault.response(peer);
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record;
    record.onBody = [&] { server.open("seen"); };
    record.start(engine, postRequest(server.url(), "{}"));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), fault.failure);
    QCOMPARE(record.status() != 0, fault.hasHead);
    QVERIFY(record.outcome->error.has_value());
    QCOMPARE(record.outcome->error->domain, Domain::Transport);
    QVERIFY(record.sentence().endsWith(u'.'));
    QVERIFY(record.outcome->requestSent);
    QVERIFY(record.inOrder);
    QCOMPARE(record.sentHeads, 1);
    QCOMPARE(server.connectionCount(), 1);
    QCOMPARE(server.requestCount(), 1);
}

void TestHttpFaults::isSentOnceOnAReusedConnection_data()
{
    addFaultRows();
}

void TestHttpFaults::isSentOnceOnAReusedConnection()
{
    QFETCH(int, index);
    const Fault &fault = faults()[std::size_t(index)].second;
    HttpScript server([fault](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "text/plain", "fine");
        peer.readRequest();
        fault.response(peer);
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord first(engine, postRequest(server.url(), "{}"));
    QTRY_VERIFY(first.isFinished());
    HttpRecord record;
    record.onBody = [&] { server.open("seen"); };
    record.start(engine, postRequest(server.url(), "{}"));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), fault.failure);
    QVERIFY(record.outcome->facts.reused);
    QVERIFY(record.outcome->requestSent);
    QVERIFY(record.inOrder);
    QCOMPARE(record.sentHeads, 1);
    QCOMPARE(server.connectionCount(), 1); // not even an empty one more
    QCOMPARE(server.requestCount(), 2);
}

void TestHttpFaults::twentyPostsAreTwentyRequests()
{
    // Every second one on a reused connection, all at once, none answered.
    HttpScript server([](HttpPeer &peer) {
        if (peer.readRequest().target() == "/warm") {
            peer.waitFor("warm");
            peer.respond(200, "text/plain", "");
            peer.readRequest();
        }
        peer.close();
    });
    HttpEngine engine({}, {}, kConnectPatience);
    std::vector<std::unique_ptr<HttpRecord>> warm;
    for (int i = 0; i < 10; ++i)
        warm.push_back(std::make_unique<HttpRecord>(engine, getRequest(server.url(u"/warm"_s))));
    QTRY_COMPARE(server.requestCount(), 10);
    server.open("warm");
    for (const auto &record : warm)
        QTRY_VERIFY(record->isFinished());
    std::vector<std::unique_ptr<HttpRecord>> posts;
    for (int i = 0; i < 20; ++i)
        posts.push_back(std::make_unique<HttpRecord>(
            engine, postRequest(server.url(), "number " + QByteArray::number(i))));
    int reused = 0;
    for (const auto &record : posts) {
        QTRY_VERIFY(record->isFinished());
        QCOMPARE(record->failure(), Failure::NoResponse);
        reused += record->outcome->facts.reused;
    }
    QCOMPARE(reused, 10);
    QSet<QByteArray> bodies;
    for (const SeenRequest &request : server.requests()) {
        if (request.method() == "POST")
            bodies += request.body();
    }
    QCOMPARE(bodies.size(), 20);
    QCOMPARE(server.requestCount(), 30);
    QCOMPARE(server.connectionCount(), 20);
}

void TestHttpFaults::anIdleConnectionThatWasClosedIsReplaced()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "text/plain", "x");
    }); // closes, without saying so
    HttpEngine engine({}, {}, kConnectPatience);
    for (int i = 1; i <= 5; ++i) {
        HttpRecord record(engine, postRequest(server.url(), "{}"));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.failure(), Failure::None);
        QTRY_COMPARE(server.openConnections(), 0);
        QCOMPARE(server.requestCount(), i);
    }
}

void TestHttpFaults::aResponseBeforeTheBodyIsSentIsAResponse_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<bool>("chunked");
    QTest::newRow("413, then closes") << 413 << true << false;
    QTest::newRow("413, and waits") << 413 << false << false;
    QTest::newRow("200, then closes") << 200 << true << false;
    QTest::newRow("413 in chunks, then closes") << 413 << true << true;
}

void TestHttpFaults::aResponseBeforeTheBodyIsSentIsAResponse()
{
    QFETCH(int, status);
    QFETCH(bool, closes);
    QFETCH(bool, chunked);
    HttpScript server([status, closes, chunked](HttpPeer &peer) {
        peer.readHead();
        peer.readBytes(100'000);
        if (chunked) {
            peer.openChunked(status, "text/plain");
            peer.chunk("eno");
            peer.chunk("ugh");
            peer.endChunked();
        } else {
            peer.respond(status, "text/plain", "enough");
        }
        if (!closes)
            peer.stall();
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, postRequest(server.url(), QByteArray(20'000'000, 'x')));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.sentence(), QString());
    QCOMPARE(record.status(), status);
    QCOMPARE(record.bodyBytes, "enough");
    QVERIFY(record.inOrder);
    QCOMPARE(server.requestCount(), 1);
}

void TestHttpFaults::closingWhileTheBodyIsSentIsASendFailure()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readHead();
        peer.readBytes(100'000);
        peer.reset();
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, postRequest(server.url(), QByteArray(20'000'000, 'x')));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::Send);
    QVERIFY(record.outcome->requestSent);
    QCOMPARE(record.outcome->times.requestSent, 0);
    QCOMPARE(server.requestCount(), 1);
}

void TestHttpFaults::aStreamWithoutALengthEndsWithTheConnection()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: x\n\n");
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, getRequest(server.url()));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::None);
    QCOMPARE(record.bodyBytes, "data: x\n\n");
}

void TestHttpFaults::nobodyListens()
{
    QTcpServer unused;
    QVERIFY(unused.listen(QHostAddress::LocalHost));
    const QString port = QString::number(unused.serverPort());
    unused.close();
    HttpEngine engine({}, {}, kConnectPatience);
    for (const QString &host : {u"127.0.0.1"_s, u"localhost"_s}) {
        HttpRecord record(engine, getRequest(QUrl(u"http://%1:%2/mcp"_s.arg(host, port))));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.failure(), Failure::Connect);
        QCOMPARE(record.sentence(),
            u"Nothing listens at %1:%2 (connection refused). Is the server running?"_s.arg(
                host, port));
        QVERIFY(record.outcome->error->detail.contains(u"libcurl 7"));
        QVERIFY(record.outcome->facts.remoteAddress.isEmpty());
        QVERIFY(!record.outcome->requestSent);
        QCOMPARE(record.outcome->times.connected, 0);
    }
}

void TestHttpFaults::anUnknownName()
{
    HttpEngine engine({}, {HttpRoute::Proxy::None, {}, {}}, 20s);
    HttpRecord record(engine, getRequest(QUrl(u"http://no-such-host.invalid/"_s)));
    QTRY_VERIFY_WITH_TIMEOUT(record.isFinished(), 25'000);
    QCOMPARE(record.failure(), Failure::Resolve);
    QVERIFY(record.sentence().contains(u"no-such-host.invalid"));
}

void TestHttpFaults::aServerThatTakesNoConnection()
{
    // TLS begins, and no response comes.
    HttpScript server([](HttpPeer &peer) { peer.stall(); });
    QUrl url = server.url();
    url.setScheme(u"https"_s);
    HttpEngine engine({}, {}, 300ms);
    HttpRecord record(engine, getRequest(url));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::TimedOut);
    QCOMPARE(record.outcome->error->domain, Domain::Timeout);
    QVERIFY(!record.outcome->requestSent);
}

void TestHttpFaults::abortWhileTheNameIsLookedUpDoesNotWait()
{
    HttpEngine engine({}, {HttpRoute::Proxy::None, {}, {}}, 20s);
    HttpRecord record(engine, getRequest(QUrl(u"http://slow-to-find.invalid/"_s)));
    QCoreApplication::processEvents(); // it begins
    record.abort();
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::Aborted);
}

QTEST_GUILESS_MAIN(TestHttpFaults)
#include "tst_httpfaults.moc"
