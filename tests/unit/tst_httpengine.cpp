// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httprecord.h"
#include "support/httpscript.h"

#include <QFile>
#include <QTest>

#include <atomic>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using Failure = HttpOutcome::Failure;
using namespace Qt::StringLiterals;

class TestHttpEngine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void moduleIsLoadedByTheFirstEngine(); // so it stands first
    void givesTheWholeExchange();
    void sendsExactlyTheHeadersThatAreGiven();
    void addsNothingToARequestWithoutHeaders();
    void expectsNoBodyForHead();
    void sendsABodyByPartsAndKnowsItsEnd();
    void doesNotSendWhatBreaksTheHead();
    void readsResponsesThatAreSplitAtEveryByte();
    void informationalHeadsAreNoResponse();
    void undoesChunksAndGivesTrailers();
    void redirectsAreResponses();
    void keepsNoCookies();
    void reusesAConnection();
    void isSentBeforeTheServerReadsIt_data();
    void isSentBeforeTheServerReadsIt();
    void handsOnAStreamAsItComes();
    void sixtyFourStreamsAndCallsBesideThem();
};

namespace {

// The module that needs libcurl. (Qt may have loaded another libcurl, for libproxy.)
bool moduleIsLoaded()
{
    QFile maps(u"/proc/self/maps"_s);
    return maps.open(QIODevice::ReadOnly) && maps.readAll().contains("/sonde-http.so");
}

} // namespace

void TestHttpEngine::moduleIsLoadedByTheFirstEngine()
{
    QVERIFY(!moduleIsLoaded());
    const HttpEngine engine({}, {}, kConnectPatience);
    QVERIFY(moduleIsLoaded());
}

void TestHttpEngine::givesTheWholeExchange()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.send("HTTP/1.1 200 Fine\r\nX-One: 1\r\ncontent-length: 5\r\nX-One: 2\r\n\r\nhello");
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, postRequest(server.url(u"/mcp?a=b"_s), "{}"));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::None);
    QVERIFY(!record.outcome->error);
    QVERIFY(record.inOrder);
    QCOMPARE(record.sentHeadBytes, server.request(0).head());
    QCOMPARE(record.sentBodyBytes, "{}");
    QCOMPARE(record.receivedHeads,
        "HTTP/1.1 200 Fine\r\nX-One: 1\r\ncontent-length: 5\r\nX-One: 2\r\n\r\n");
    QCOMPARE(record.heads.size(), 1);
    QCOMPARE(record.heads[0].reason, "Fine");
    QCOMPARE(record.heads[0].headers.values("x-one"), std::vector<QByteArray>({"1", "2"}));
    QCOMPARE(record.bodyBytes, "hello");
    QCOMPARE(server.request(0).target(), "/mcp?a=b");

    const HttpOutcome &outcome = *record.outcome;
    QVERIFY(outcome.requestSent);
    QCOMPARE(outcome.facts.httpVersion, u"HTTP/1.1"_s);
    QCOMPARE(outcome.facts.remoteAddress, u"127.0.0.1:%1"_s.arg(server.port()));
    QVERIFY(outcome.facts.localAddress.startsWith(u"127.0.0.1:"));
    QVERIFY(!outcome.facts.reused);
    QVERIFY(outcome.facts.tlsVersion.isEmpty());
    const HttpTimes &times = outcome.times;
    QVERIFY(times.begun > 0 && times.begun <= times.resolved && times.resolved <= times.connected);
    QVERIFY(times.connected <= times.requestSent && times.requestSent <= times.firstByte);
    QVERIFY(times.firstByte <= times.ended);
    QCOMPARE(times.secured, 0);
}

void TestHttpEngine::sendsExactlyTheHeadersThatAreGiven()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "text/plain", "");
    });
    HttpHeaders headers;
    headers.add("mcp-Protocol-VERSION", "2025-11-25");
    headers.add("Accept", "application/json, text/event-stream");
    headers.add("X-Empty", "");
    headers.add("content-type", "application/json");
    headers.add("X-Twice", "b");
    headers.add("X-Twice", "a");
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, postRequest(server.url(), "12345", headers));
    QTRY_VERIFY(record.isFinished());
    QList<QByteArray> lines = server.request(0).headerLines();
    QCOMPARE(lines.takeFirst(), "Host: 127.0.0.1:" + QByteArray::number(server.port()));
    QVERIFY(lines.removeOne("Content-Length: 5"));
    const QList<QByteArray> expected{"mcp-Protocol-VERSION: 2025-11-25",
        "Accept: application/json, text/event-stream", "X-Empty:", "content-type: application/json",
        "X-Twice: b", "X-Twice: a"};
    QCOMPARE(lines, expected);
}

void TestHttpEngine::addsNothingToARequestWithoutHeaders()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(200, "text/plain", "");
        }
    });
    const QByteArray host = "Host: 127.0.0.1:" + QByteArray::number(server.port());
    const QUrl url = server.url();
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord get(engine, getRequest(url));
    QTRY_VERIFY(get.isFinished());
    HttpRecord remove(engine, {"DELETE", url, {}, {}, false});
    QTRY_VERIFY(remove.isFinished());
    HttpRecord empty(engine, postRequest(url, {}));
    QTRY_VERIFY(empty.isFinished());
    HttpRecord put(engine, {"PUT", url, {}, Bytes::copyOf("x"), true});
    QTRY_VERIFY(put.isFinished());
    QCOMPARE(server.request(0).raw, "GET / HTTP/1.1\r\n" + host + "\r\n\r\n");
    QCOMPARE(server.request(1).raw, "DELETE / HTTP/1.1\r\n" + host + "\r\n\r\n");
    QCOMPARE(server.request(2).raw, "POST / HTTP/1.1\r\n" + host + "\r\nContent-Length: 0\r\n\r\n");
    QCOMPARE(server.request(3).raw, "PUT / HTTP/1.1\r\n" + host + "\r\nContent-Length: 1\r\n\r\nx");
}

void TestHttpEngine::expectsNoBodyForHead()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
        }
    });
    HttpEngine engine({}, {}, kConnectPatience);
    for (int i = 0; i < 2; ++i) {
        HttpRecord record(engine, {"HEAD", server.url(), {}, {}, false});
        QTRY_VERIFY(record.isFinished());
        QVERIFY(!record.outcome->error);
    }
    QVERIFY(server.request(0).raw.startsWith("HEAD / HTTP/1.1\r\n"));
    QCOMPARE(server.connectionCount(), 1);
}

void TestHttpEngine::sendsABodyByPartsAndKnowsItsEnd()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readHead();
        peer.waitFor("read");
        peer.readBody();
        peer.respond(200, "text/plain", "ok");
    });
    const QByteArray body(8'000'000, 'x'); // more than sockets take
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, postRequest(server.url(), body));
    QTRY_COMPARE(server.requestCount(), 1);
    QTRY_VERIFY(!record.sentBodyBytes.isEmpty());
    // Others go on while this one waits.
    HttpScript other([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "text/plain", "");
    });
    HttpRecord beside(engine, getRequest(other.url()));
    QTRY_VERIFY(beside.isFinished());
    QVERIFY(record.sentBodyBytes.size() < body.size());
    QVERIFY(!record.isFinished());
    server.open("read");
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::None);
    QVERIFY(record.inOrder);
    QCOMPARE(record.sentBodyBytes, body);
    QCOMPARE(server.request(0).body(), body);
    QVERIFY(record.outcome->times.requestSent > beside.outcome->times.ended);
    QVERIFY(record.outcome->times.requestSent <= record.outcome->times.firstByte);
}

void TestHttpEngine::doesNotSendWhatBreaksTheHead()
{
    HttpScript server([](HttpPeer &peer) { peer.readRequest(); });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpHeaders broken;
    broken.add("X-Good", "a\r\nX-Bad: b");
    HttpHeaders badName;
    badName.add("X Bad", "a");
    QUrl ftp = server.url();
    ftp.setScheme(u"ftp"_s);
    for (const HttpRequest &request :
        {getRequest(server.url(), broken), getRequest(server.url(), badName), getRequest(ftp),
            HttpRequest{"GET /x HTTP/1.1\r\nA:", server.url(), {}, {}, false}}) {
        HttpRecord record(engine, request);
        QVERIFY(!record.isFinished());
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.failure(), Failure::Local);
        QVERIFY(!record.outcome->requestSent);
        QVERIFY(!record.sentence().isEmpty());
    }
    QCOMPARE(server.connectionCount(), 0);
}

void TestHttpEngine::readsResponsesThatAreSplitAtEveryByte()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.sendSplit("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
                       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
                       "Content-Type: text/event-stream\r\n\r\n"
                       "a\r\n0123456789\r\n1\r\nX\r\n0\r\n\r\n");
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, getRequest(server.url()));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::None);
    QCOMPARE(record.bodyBytes, "0123456789X");
    QCOMPARE(record.heads.size(), 1);
    QCOMPARE(record.heads[0].headers.mediaType(), "text/event-stream");
    QVERIFY(record.inOrder);
}

void TestHttpEngine::informationalHeadsAreNoResponse()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.send("HTTP/1.1 100 Continue\r\n\r\n");
        peer.send("HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n");
        peer.waitFor("go");
        peer.respond(404, "text/plain", "no");
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, getRequest(server.url()));
    QTRY_VERIFY(record.receivedHeads.endsWith("</style.css>\r\n\r\n"));
    QVERIFY(record.heads.empty());
    server.open("go");
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::None);
    QCOMPARE(record.status(), 404);
    QCOMPARE(record.heads.size(), 1);
    QVERIFY(record.receivedHeads.startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early"));
}

void TestHttpEngine::undoesChunksAndGivesTrailers()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.openChunked(200, "text/plain", {{"Trailer", "X-Sum"}});
        peer.chunk("one");
        peer.chunk("two");
        peer.endChunked("X-Sum: 6\r\n");
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, getRequest(server.url()));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::None);
    QCOMPARE(record.bodyBytes, "onetwo");
    QVERIFY(record.trailerBytes.startsWith("X-Sum: 6\r\n"));
    QVERIFY(record.inOrder);
}

void TestHttpEngine::redirectsAreResponses()
{
    HttpScript elsewhere([](HttpPeer &peer) { peer.readRequest(); });
    const QByteArray there = elsewhere.url().toEncoded();
    HttpScript server([there](HttpPeer &peer) {
        for (const int status : {301, 302, 303, 307, 308}) {
            peer.readRequest();
            peer.respond(status, "text/plain", "", {{"Location", there}});
        }
    });
    HttpEngine engine({}, {}, kConnectPatience);
    for (int i = 0; i < 5; ++i) {
        HttpHeaders headers;
        headers.add("Authorization", "Bearer secret");
        HttpRecord record(engine, postRequest(server.url(), "{}", headers));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.failure(), Failure::None);
        QVERIFY(record.heads.at(0).isRedirect());
    }
    QCOMPARE(server.requestCount(), 5);
    QCOMPARE(elsewhere.connectionCount(), 0);
}

void TestHttpEngine::keepsNoCookies()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(200, "text/plain", "", {{"Set-Cookie", "a=b"}});
        }
    });
    HttpEngine engine({}, {}, kConnectPatience);
    for (int i = 0; i < 2; ++i) {
        HttpRecord record(engine, getRequest(server.url()));
        QTRY_VERIFY(record.isFinished());
    }
    QVERIFY(server.request(1).header("Cookie").isEmpty());
}

void TestHttpEngine::reusesAConnection()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(200, "text/plain", "x");
        }
    });
    HttpEngine engine({}, {}, kConnectPatience);
    for (int i = 0; i < 10; ++i) {
        HttpRecord record(engine, postRequest(server.url(), "{}"));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.failure(), Failure::None);
        QCOMPARE(record.outcome->facts.reused, i > 0);
        QCOMPARE(record.outcome->times.connected == 0, i > 0);
        QVERIFY(!record.outcome->facts.remoteAddress.isEmpty());
    }
    QCOMPARE(server.connectionCount(), 1);
    QCOMPARE(server.requestCount(), 10);
}

void TestHttpEngine::handsOnAStreamAsItComes()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.openStream();
        peer.event("one");
        peer.waitFor("more");
        peer.event("two");
        peer.waitFor("end");
        peer.endStream();
    });
    HttpEngine engine({}, {}, kConnectPatience);
    HttpRecord record(engine, getRequest(server.url()));
    QTRY_COMPARE(record.bodyBytes, "data: one\n\n");
    server.open("more");
    QTRY_COMPARE(record.bodyBytes, "data: one\n\ndata: two\n\n");
    QVERIFY(!record.isFinished());
    server.open("end");
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::None);
}

void TestHttpEngine::sixtyFourStreamsAndCallsBesideThem()
{
    constexpr int kStreams = 64;
    HttpScript server([](HttpPeer &peer) {
        const SeenRequest request = peer.readRequest();
        if (request.target() == "/call") {
            peer.respond(200, "application/json", request.body());
            return;
        }
        peer.openStream();
        peer.event(request.body());
        peer.waitFor("end");
        peer.event("last");
        peer.endStream();
    });
    HttpEngine engine({}, {}, kConnectPatience);
    std::vector<std::unique_ptr<HttpRecord>> streams;
    for (int i = 0; i < kStreams; ++i)
        streams.push_back(
            std::make_unique<HttpRecord>(engine, postRequest(server.url(), QByteArray::number(i))));
    for (int i = 0; i < kStreams; ++i)
        QTRY_COMPARE(streams[size_t(i)]->bodyBytes, "data: " + QByteArray::number(i) + "\n\n");
    QCOMPARE(server.openConnections(), kStreams);
    for (int i = 0; i < 8; ++i) {
        HttpRecord call(engine, postRequest(server.url(u"/call"_s), "beside"));
        QTRY_VERIFY(call.isFinished());
        QCOMPARE(call.bodyBytes, "beside");
    }
    server.open("end");
    for (const auto &stream : streams) {
        QTRY_VERIFY(stream->isFinished());
        QCOMPARE(stream->failure(), Failure::None);
        QVERIFY(stream->bodyBytes.endsWith("data: last\n\n"));
    }
    QCOMPARE(server.requestCount(), kStreams + 8);
}

void TestHttpEngine::isSentBeforeTheServerReadsIt_data()
{
    QTest::addColumn<int>("size"); // of the body
    QTest::newRow("a short message") << 20;
    QTest::newRow("some packets") << 40'000;
}

// The server runs at once when the request is written, and the client perhaps only after it has
// answered: the stamp must be older than the write, or the server seems to take no time.
void TestHttpEngine::isSentBeforeTheServerReadsIt()
{
    QFETCH(int, size);
    std::atomic<std::int64_t> read{0};
    HttpScript server([&read](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            read = SystemClock::instance().now().steady;
            peer.respond(200, "text/plain", "fine");
        }
    });
    HttpEngine engine({}, {}, kConnectPatience);
    for (int i = 0; i < 100; ++i) {
        HttpRecord record(engine, postRequest(server.url(), QByteArray(size, 'x')));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.failure(), Failure::None);
        QVERIFY(record.inOrder);
        const HttpTimes &times = record.outcome->times;
        QVERIFY2(record.stamps.at(0).steady <= read, "the head");
        QVERIFY2(record.stamps.at(1).steady <= read, "the body");
        QVERIFY2(times.requestSent <= read && times.begun <= times.requestSent, "the times");
        QVERIFY(read <= times.firstByte);
    }
}

QTEST_GUILESS_MAIN(TestHttpEngine)
#include "tst_httpengine.moc"
