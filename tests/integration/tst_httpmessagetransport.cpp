// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/transportrecord.h"

#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using namespace Qt::StringLiterals;
using Stream = HttpState::Stream;

class TestHttpMessageTransport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void movesAMessageAndItsResponse();
    void recordsTheExchangeAsItWas();
    void hidesSecretsInTheRecording();
    void keepsASessionAndEndsIt();
    void readsStreamsThatAreSplitAtEveryByte();
    void sixtyFourCallsEachWithAStreamOfItsOwn();
    void aStandingStreamBringsWhatTheServerAsks();
    void takesUpABrokenStreamAfterRetry();
    void takesUpTheStandingStreamAgain();
    void aStreamWithoutAResponseIsARefusal();
    void closingTheStreamCancelsWhereThereAreNoSessions();
    void backPressureHoldsAStreamBack();
    void readsAResponseThatIsSplitAtEveryByte();
    void readsTheMembersOfABatch();
    void recordsWhatWasRunningWhenItIsDropped();
    void sendsWhatWasLostOnAnIdleConnectionOnceMore_data();
    void sendsWhatWasLostOnAnIdleConnectionOnceMore();
};

void TestHttpMessageTransport::movesAMessageAndItsResponse()
{
    HttpScript server(serve);
    TransportRecord record(targetOf(server));
    QTRY_VERIFY(record.started);
    record.request("1", "initialize");
    QTRY_COMPARE(record.received.size(), 1U);
    const Received &response = record.received.front();
    QCOMPARE(response.message.kind, rpc::Kind::Response);
    QCOMPARE(response.httpStatus, 200);
    QCOMPARE(response.responseTo, rpc::Id("1"));
    QVERIFY(response.place.exchange != 0);
    const SeenRequest seen = server.request(0);
    QCOMPARE(seen.method(), "POST");
    QCOMPARE(seen.header("Accept"), "application/json, text/event-stream");
    QCOMPARE(seen.header("Content-Type"), "application/json");
    QVERIFY(seen.header("MCP-Protocol-Version").isEmpty());
    QVERIFY(seen.header("Mcp-Session-Id").isEmpty());
    QCOMPARE(seen.body(), R"({"jsonrpc":"2.0","id":1,"method":"initialize"})");
    QTRY_COMPARE(record.state.sessionId, "abc-1");
    QVERIFY(record.state.times.firstByte > 0);
    QCOMPARE(record.state.facts.httpVersion, u"HTTP/1.1"_s);
}

void TestHttpMessageTransport::recordsTheExchangeAsItWas()
{
    HttpScript server([](HttpPeer &peer) {
        const SeenRequest request = peer.readRequest();
        peer.send("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n");
        peer.openStream();
        peer.event({}, "7");
        peer.event("\n" + resultFor(idOf(request)));
        peer.endStream();
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server, u"/mcp?a=b"_s));
    record.request("1");
    QTRY_VERIFY(record.response("1"));
    QTRY_COMPARE(record.traffic.exchanges.at(0).state, rpc::Exchange::State::Done);
    QVERIFY(record.traffic.inOrder);
    const auto &exchange = record.traffic.exchanges.at(0);
    QCOMPARE(exchange.method, std::string("POST"));
    QCOMPARE(exchange.target, std::string("/mcp?a=b"));
    QCOMPARE(exchange.status, 200);
    const auto facts = json::Document::parse(std::string_view(exchange.facts));
    QVERIFY2(facts.isValid(), exchange.facts.c_str());
    const auto number = [&](const char *path) {
        return facts.path(QString::fromLatin1(path)).toInt64().value_or(-1);
    };
    QCOMPARE(facts.root()["url"].toString(), server.url(u"/mcp?a=b"_s).toString());
    const std::string sent = record.traffic.bytesOf(rpc::Channel::Sent);
    QCOMPARE(QByteArray::fromStdString(sent), server.request(0).raw);
    QCOMPARE(number("request.head") + number("request.body"), std::int64_t(sent.size()));
    const std::string got = record.traffic.bytesOf(rpc::Channel::Received);
    QVERIFY(got.starts_with("HTTP/1.1 103 Early Hints\r\n"));
    QVERIFY(std::string_view(got).substr(number("answer.interim")).starts_with("HTTP/1.1 200"));
    QCOMPARE(number("answer.interim") + number("answer.head") + number("answer.body"),
        std::int64_t(got.size()));
    QCOMPARE(number("answer.status"), 200);
    QVERIFY(number("times.requestSent") > 0);
    QVERIFY(number("times.firstByte") >= number("times.requestSent"));
    QVERIFY(number("times.ended") >= number("times.firstByte"));
    QVERIFY(facts.path(u"connection.remote").toString().startsWith(u"127.0.0.1:"));

    // The message of ours, the event without a message, and the response, all of that exchange.
    QCOMPARE(record.traffic.messagesOf(rpc::Channel::Sent).size(), 1U);
    const auto messages = record.traffic.messagesOf(rpc::Channel::Received);
    QCOMPARE(messages.size(), 2U);
    QCOMPARE(messages[0].kind, rpc::Kind::Event);
    QVERIFY(messages[0].text.find("id: 7") != std::string::npos);
    QCOMPARE(messages[1].kind, rpc::Kind::Response);
    QCOMPARE(messages[1].exchange, 1U);
}

void TestHttpMessageTransport::hidesSecretsInTheRecording()
{
    HttpScript server(serve);
    HttpTarget target = targetOf(server);
    target.headers.add("Authorization", "Bearer hush-1");
    target.headers.add({"X-Key", "hush-2", true});
    target.headers.add("X-Plain", "loud");
    TransportRecord record(target);
    record.request("1");
    QTRY_VERIFY(record.response("1"));
    QCOMPARE(server.request(0).header("authorization"), "Bearer hush-1");
    QCOMPARE(server.request(0).header("X-Key"), "hush-2");
    for (const auto &[stream, bytes] : record.traffic.recorded)
        QVERIFY(bytes.find("hush") == std::string::npos);
    QVERIFY(record.traffic.bytesOf(rpc::Channel::Sent).find("loud") != std::string::npos);
}

void TestHttpMessageTransport::keepsASessionAndEndsIt()
{
    HttpScript server(serve);
    TransportRecord record(targetOf(server));
    record.request("1", "initialize");
    QTRY_VERIFY(record.response("1"));
    record.notify("notifications/initialized");
    record.ready();
    QTRY_COMPARE(record.state.standing, Stream::NotOffered);
    record.request("2");
    QTRY_VERIFY(record.response("2"));
    record.transport->stop();
    QVERIFY(!record.ended);
    QTRY_VERIFY(record.ended);
    QVERIFY(record.ended->requested);

    const auto requests = server.requests();
    QCOMPARE(requests.size(), 5U);
    QByteArrayList methods;
    for (std::size_t i = 1; i < requests.size(); ++i) {
        methods << requests[i].method();
        QCOMPARE(requests[i].header("Mcp-Session-Id"), "abc-1");
    }
    // The standing stream waits for the notification to be delivered.
    QCOMPARE(methods, QByteArrayList({"POST", "GET", "POST", "DELETE"}));
    QCOMPARE(requests[2].header("Accept"), "text/event-stream");
    QCOMPARE(requests[2].header("MCP-Protocol-Version"), "2025-11-25");
    QCOMPARE(requests[4].header("MCP-Protocol-Version"), "2025-11-25");
    QCOMPARE(record.notes(),
        QStringList({u"connected"_s, u"session started"_s, u"standing stream not offered"_s,
            u"session ended"_s, u"connection ended"_s}));
}

void TestHttpMessageTransport::readsStreamsThatAreSplitAtEveryByte()
{
    HttpScript server([](HttpPeer &peer) {
        const SeenRequest request = peer.readRequest();
        const QByteArray events = "id: 1\r\ndata:\r\n\r\n: keep-alive\n\nevent: other\ndata: x\n\n"
                                  "data: {\"jsonrpc\":\"2.0\",\ndata:  \"method\":\"note\"}\n\n"
                                  "data: "
            + resultFor(idOf(request)) + "\n\n";
        peer.sendSplit("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
                       "Content-Length: "
            + QByteArray::number(events.size()) + "\r\n\r\n" + events);
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_VERIFY(record.response("1"));
    QCOMPARE(record.received.size(), 2U);
    QCOMPARE(record.received[0].message.method, std::string("note"));
    QVERIFY(record.received[0].place.folded);
    QVERIFY(record.traffic.inOrder);
    const auto messages = record.traffic.messagesOf(rpc::Channel::Received);
    QCOMPARE(messages.size(), 4U);
    QCOMPARE(messages[0].text, std::string("id: 1\r\ndata:\r\n\r\n"));
    QCOMPARE(messages[1].text, std::string("event: other\ndata: x\n\n"));
    QCOMPARE(messages[1].method, std::string("other"));
}

void TestHttpMessageTransport::sixtyFourCallsEachWithAStreamOfItsOwn()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            peer.openStream();
            peer.event(R"({"jsonrpc":"2.0","method":"begun"})");
            peer.waitFor("all");
            peer.event(resultFor(idOf(request)));
            peer.endStream();
        }
    });
    TransportRecord record(targetOf(server));
    for (int i = 0; i < 64; ++i)
        record.request(QByteArray::number(i));
    QTRY_COMPARE(record.received.size(), 64U);
    QTRY_COMPARE(record.state.openStreams, 64);
    server.open("all");
    QTRY_COMPARE(record.received.size(), 128U);
    for (int i = 0; i < 64; ++i)
        QVERIFY(record.response(std::to_string(i)));
    QTRY_COMPARE(record.state.openStreams, 0);
    QVERIFY(record.refused.empty());
    QVERIFY(record.traffic.inOrder);
    // 64 lanes, two of the connection's own.
    QCOMPARE(record.traffic.streams.size(), 2U * 64 + 2);
    record.request("64");
    QTRY_VERIFY(record.response("64"));
    QCOMPARE(record.traffic.streams.size(), 2U * 64 + 2);
}

void TestHttpMessageTransport::aStandingStreamBringsWhatTheServerAsks()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.method() != "GET") {
                peer.respond(202, {}, {});
                continue;
            }
            peer.openStream();
            peer.event(R"({"jsonrpc":"2.0","id":"s1","method":"ping"})");
            peer.waitForClose();
        }
    });
    TransportRecord record(targetOf(server));
    record.ready();
    QTRY_COMPARE(record.received.size(), 1U);
    QCOMPARE(record.received[0].message.kind, rpc::Kind::Request);
    QCOMPARE(record.received[0].responseTo, rpc::Id());
    QCOMPARE(record.state.standing, Stream::Open);
    QCOMPARE(record.state.openStreams, 1);
    record.send(Outgoing::Kind::Response, rpc::response("\"s1\"", "{}"), {});
    QTRY_COMPARE(server.requestCount(), 2);
    QTRY_COMPARE(server.request(1).body(), R"({"jsonrpc":"2.0","id":"s1","result":{}})");
}

void TestHttpMessageTransport::takesUpABrokenStreamAfterRetry()
{
    HttpScript server([](HttpPeer &peer) {
        const SeenRequest request = peer.readRequest();
        peer.openStream();
        if (request.method() == "POST") {
            peer.send("13\r\nid: a\nretry: 300\nda\r\n");
            peer.send("6\r\nta: \n\n\r\n");
            peer.endStream();
            peer.readRequest();
            peer.openStream();
        }
        peer.event(resultFor("1"), "b");
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_COMPARE(server.requestCount(), 1);
    QTRY_VERIFY(!record.traffic.exchanges.empty()
        && record.traffic.exchanges[0].state == rpc::Exchange::State::Done);
    const auto ended = record.traffic.exchanges[0].ended.steady;
    QTRY_VERIFY(record.response("1"));
    const auto waited = (record.traffic.exchanges.at(1).begun.steady - ended) / 1'000'000;
    QVERIFY2(waited >= 299, QByteArray::number(waited).constData());
    QCOMPARE(server.request(1).method(), "GET");
    QCOMPARE(server.request(1).header("Last-Event-ID"), "a");
    QCOMPARE(record.response("1")->responseTo, rpc::Id("1"));
    QCOMPARE(record.state.resumptions, 1);
    QVERIFY(record.refused.empty());
    QVERIFY(record.notes().contains(u"stream resumed"_s));
}

void TestHttpMessageTransport::takesUpTheStandingStreamAgain()
{
    HttpScript server([](HttpPeer &peer) {
        const SeenRequest request = peer.readRequest();
        peer.openStream();
        if (request.header("Last-Event-ID").isEmpty()) {
            peer.send("f\r\nretry: 1\nid: 5\n\r\n");
            peer.send("1\r\n\n\r\n");
            peer.close(); // in the middle of the body
        }
        peer.event(R"({"jsonrpc":"2.0","method":"again"})");
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server));
    record.ready();
    QTRY_COMPARE(record.received.size(), 1U);
    QCOMPARE(server.requestCount(), 2);
    QCOMPARE(server.request(1).header("Last-Event-ID"), "5");
    QCOMPARE(record.state.resumptions, 1);
}

void TestHttpMessageTransport::aStreamWithoutAResponseIsARefusal()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.openStream();
        peer.event(R"({"jsonrpc":"2.0","method":"progress"})");
        peer.endStream();
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_COMPARE(record.refused.size(), 1U);
    QCOMPARE(record.refused[0].id, rpc::Id("1"));
    QVERIFY(record.refused[0].failure.mayHaveActed);
    QCOMPARE(record.refused[0].failure.status, 200);
    QCOMPARE(record.refused[0].failure.error.sentence,
        u"The event stream ended before the response arrived."_s);
}

void TestHttpMessageTransport::closingTheStreamCancelsWhereThereAreNoSessions()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.openStream({{"Mcp-Session-Id", "no"}});
        peer.event({}, "1");
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server));
    record.transport->setProtocol({true, "2026-07-28", true});
    record.request("1", "tools/call", {{"Mcp-Method", "tools/call"}});
    QTRY_COMPARE(record.state.openStreams, 1);
    QCOMPARE(server.request(0).header("MCP-Protocol-Version"), "2026-07-28");
    QCOMPARE(server.request(0).header("Mcp-Method"), "tools/call");
    record.transport->abandon("1");
    QTRY_COMPARE(server.openConnections(), 0);
    QTRY_COMPARE(record.state.openStreams, 0);
    QCOMPARE(record.traffic.exchanges.at(0).state, rpc::Exchange::State::Aborted);
    QVERIFY(record.refused.empty());
    record.transport->stop();
    QTRY_VERIFY(record.ended);
    QCOMPARE(server.requestCount(), 1); // no standing stream, no DELETE
}

void TestHttpMessageTransport::backPressureHoldsAStreamBack()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.openStream();
        for (int i = 0; i < 4000; ++i)
            peer.event(R"({"jsonrpc":"2.0","method":")" + QByteArray(8000, 'x') + R"("})");
        peer.event(resultFor("1"));
        peer.endStream();
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server), false);
    record.transport->setReading(false);
    record.request("1");
    QTRY_COMPARE(server.requestCount(), 1);
    // Nothing may come, however much else does.
    HttpScript other(serve);
    TransportRecord busy(targetOf(other), false);
    for (int i = 0; i < 200; ++i) {
        const QByteArray id = QByteArray::number(i);
        busy.request(id);
        QTRY_VERIFY(busy.response(id.toStdString()));
    }
    QVERIFY(record.received.size() < 200);
    record.transport->setReading(true);
    QTRY_VERIFY_WITH_TIMEOUT(record.response("1"), 20'000);
    QCOMPARE(record.received.size(), 4001U);
}

void TestHttpMessageTransport::readsAResponseThatIsSplitAtEveryByte()
{
    HttpScript server([](HttpPeer &peer) {
        const QByteArray body = resultFor(idOf(peer.readRequest()));
        peer.sendSplit("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
            + QByteArray::number(body.size()) + "\r\n\r\n" + body);
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_VERIFY(record.response("1"));
    QVERIFY(record.traffic.inOrder);
}

void TestHttpMessageTransport::readsTheMembersOfABatch()
{
    const QByteArray batch = R"([{"jsonrpc":"2.0","method":"a"}, )" + resultFor("1") + "]";
    HttpScript server([batch](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(200, "application/json", batch);
        peer.readRequest();
        peer.openStream();
        peer.event(batch);
        peer.endStream();
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_COMPARE(record.received.size(), 2U);
    record.transport->setBatchesAllowed(false);
    record.request("1");
    QTRY_COMPARE(record.received.size(), 4U);
    QCOMPARE(record.received[1].message.problem, rpc::Problem::None);
    QCOMPARE(record.received[2].message.method, std::string("a"));
    QCOMPARE(record.received[2].message.problem, rpc::Problem::UnexpectedBatch);
    QCOMPARE(record.received[3].responseTo, rpc::Id("1"));
    QVERIFY(record.refused.empty());
    QVERIFY(record.traffic.inOrder); // also: each member is where its place says
}

void TestHttpMessageTransport::recordsWhatWasRunningWhenItIsDropped()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.openStream();
        peer.waitForClose();
    });
    TransportRecord record(targetOf(server));
    record.request("1");
    QTRY_COMPARE(record.state.openStreams, 1);
    record.transport.reset();
    QCOMPARE(record.traffic.exchanges.at(0).state, rpc::Exchange::State::Aborted);
    QTRY_COMPARE(server.openConnections(), 0);
    QVERIFY(record.traffic.inOrder);
}

void TestHttpMessageTransport::sendsWhatWasLostOnAnIdleConnectionOnceMore_data()
{
    QTest::addColumn<bool>("repeatable");
    QTest::addColumn<bool>("lostTwice");
    QTest::addColumn<bool>("isAnswered");
    QTest::addColumn<int>("requests"); // that the server gets
    QTest::newRow("a list") << true << false << true << 3;
    QTest::newRow("a call") << false << false << false << 2;
    QTest::newRow("a list that is lost twice") << true << true << false << 3;
}

// The server responds to the first request of its first connection and closes it in the moment of
// the second one.
void TestHttpMessageTransport::sendsWhatWasLostOnAnIdleConnectionOnceMore()
{
    QFETCH(bool, repeatable);
    QFETCH(bool, lostTwice);
    QFETCH(bool, isAnswered);
    QFETCH(int, requests);
    HttpScript server([lostTwice](HttpPeer &peer) {
        const SeenRequest request = peer.readRequest();
        if (peer.connection() > 0 && lostTwice)
            peer.close();
        peer.respond(200, "application/json", resultFor(idOf(request)));
        peer.readRequest();
        peer.close();
    });
    TransportRecord record(targetOf(server));
    record.request("1", "initialize");
    QTRY_VERIFY(record.response("1"));
    record.request("2", "tools/list", {}, repeatable);
    QTRY_VERIFY(record.response("2") || !record.refused.empty());

    QCOMPARE(record.response("2") != nullptr, isAnswered);
    QCOMPARE(record.refused.size(), isAnswered ? 0U : 1U);
    QCOMPARE(server.requestCount(), requests);
    QCOMPARE(server.connectionCount(), requests - 1);
    QCOMPARE(server.request(requests - 1).body(), server.request(1).body());
    // Each exchange is in the trace, the message once.
    QCOMPARE(record.traffic.exchanges.size(), std::size_t(requests));
    QCOMPARE(record.traffic.exchanges[1].state, rpc::Exchange::State::Failed);
    QCOMPARE(record.traffic.messagesOf(rpc::Channel::Sent).size(), 2U);
    QCOMPARE(record.notes().count(u"request repeated"_s), requests - 2);
    QVERIFY(record.traffic.inOrder);
    if (!isAnswered)
        QVERIFY(record.refused[0].failure.mayHaveActed);
}

QTEST_GUILESS_MAIN(TestHttpMessageTransport)
#include "tst_httpmessagetransport.moc"
