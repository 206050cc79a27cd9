// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/transportrecord.h"

#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using namespace Qt::StringLiterals;
using Stream = HttpState::Stream;

namespace {

// The older way: a stream that stays, and POSTs beside it that it responds to.
struct OldServer {
    explicit OldServer(const QByteArray &endpoint, const QByteArray &type = "message")
        : script([this, endpoint, type](HttpPeer &peer) {
            for (;;) {
                const SeenRequest request = peer.readRequest();
                if (request.method() == "POST") {
                    peer.respond(202, "text/plain", "Accepted");
                    script.open("posted");
                    continue;
                }
                peer.openStream();
                peer.event(endpoint, {}, "endpoint");
                peer.waitFor("posted");
                peer.event("2026-01-01", {}, "heartbeat");
                peer.event(resultFor("1"), {}, type);
                peer.waitFor("end");
                peer.endStream();
            }
        })
    {
    }
    HttpScript script;
};

HttpTarget oldTarget(const HttpScript &server)
{
    HttpTarget target = targetOf(server, u"/sse"_s);
    target.transport = HttpTarget::Transport::Sse;
    return target;
}

} // namespace

class TestHttpWithSse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void speaksTheOlderWay();
    void tellsOfAMessageInAnEventOfAnotherTypeAtOnce();
    void theOlderWaysEndpointMustBeOfTheSameOrigin();
    void nothingIsPostedToAnotherOrigin();
    void theOlderWayFailsWithTheEvidence();
    void theOlderWayEndsWithItsStream();
};

void TestHttpWithSse::speaksTheOlderWay()
{
    OldServer server("/messages?session=7");
    HttpTarget target = oldTarget(server.script);
    target.headers.add("X-Own", "y");
    TransportRecord record(target);
    QVERIFY(!record.started);
    QTRY_VERIFY(record.started);
    QVERIFY(record.state.sse);
    QCOMPARE(record.state.standing, Stream::Open);
    record.request("1");
    QTRY_VERIFY(record.response("1"));
    QCOMPARE(server.script.request(1).target(), "/messages?session=7");
    QCOMPARE(server.script.request(1).header("X-Own"), "y");
    record.transport->stop();
    QTRY_VERIFY(record.ended);
    QVERIFY(record.ended->requested);
    QVERIFY(record.refused.empty());
    QVERIFY(record.traffic.inOrder);
    QCOMPARE(record.traffic.messagesOf(rpc::Channel::Received).front().method, "endpoint");
}

// The stream stays open: until the request times out, only this explains why.
void TestHttpWithSse::tellsOfAMessageInAnEventOfAnotherTypeAtOnce()
{
    OldServer server("/messages", "response");
    TransportRecord record(oldTarget(server.script));
    QTRY_VERIFY(record.started);
    record.request("1");
    QTRY_COMPARE(record.received.size(), 1U);
    const rpc::Message &message = record.received[0].message;
    QCOMPARE(message.kind, rpc::Kind::Invalid);
    QVERIFY2(
        message.reason.contains(u"in an event of type “response”"), qPrintable(message.reason));
    QVERIFY(!record.response("1"));
    QVERIFY(record.refused.empty());
    const auto recorded = record.traffic.messagesOf(rpc::Channel::Received);
    QCOMPARE(recorded.back().kind, rpc::Kind::Event); // as it came
    QCOMPARE(recorded.back().method, "response");
}

void TestHttpWithSse::theOlderWaysEndpointMustBeOfTheSameOrigin()
{
    HttpScript other(serve);
    OldServer server(other.url(u"/messages"_s).toEncoded());
    HttpTarget target = oldTarget(server.script);
    target.headers.add("Authorization", "Bearer x");
    TransportRecord record(target);
    QTRY_VERIFY(record.startError);
    QVERIFY(record.startError->sentence.contains(u"another origin"));
    record.request("1");
    record.transport->stop();
    QCOMPARE(record.state.standing, Stream::Failed);
    QCOMPARE(server.script.requestCount(), 1);
    QCOMPARE(other.connectionCount(), 0);
}

void TestHttpWithSse::nothingIsPostedToAnotherOrigin()
{
    HttpScript other(serve);
    HttpScript server([&other](HttpPeer &peer) {
        if (peer.readRequest().method() == "POST") {
            peer.respond(307, {}, {}, {{"Location", other.url(u"/m"_s).toEncoded()}});
        } else {
            peer.openStream();
            peer.event("/m", {}, "endpoint");
        }
        peer.waitForClose();
    });
    HttpTarget target = oldTarget(server);
    target.headers.add("Authorization", "Bearer x");
    target.followSameOrigin = true;
    TransportRecord record(target);
    QTRY_VERIFY(record.started);
    record.request("1");
    QTRY_COMPARE(record.refused.size(), 1U);
    QVERIFY(record.refused[0].failure.error.sentence.contains(u"another origin"));
    QCOMPARE(other.connectionCount(), 0);
}

void TestHttpWithSse::theOlderWayFailsWithTheEvidence()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.respond(401, {}, {}, {{"WWW-Authenticate", "Bearer realm=\"x\""}});
        peer.waitForClose();
    });
    TransportRecord record(oldTarget(server));
    QTRY_VERIFY(record.startError);
    QCOMPARE(record.startError->domain, Domain::Authorization);
    QCOMPARE(record.refused.size(), 1U);
    QCOMPARE(record.refused[0].failure.challenges.size(), 1U);
}

void TestHttpWithSse::theOlderWayEndsWithItsStream()
{
    OldServer server("messages");
    TransportRecord record(oldTarget(server.script));
    QTRY_VERIFY(record.started);
    record.request("1");
    QTRY_VERIFY(record.response("1"));
    QCOMPARE(server.script.request(1).target(), "/messages");
    server.script.open("end");
    QTRY_VERIFY(record.ended);
    QVERIFY(!record.ended->requested);
    QCOMPARE(record.ended->end().recordedText(), u"ended; the server ended the event stream"_s);
}

QTEST_GUILESS_MAIN(TestHttpWithSse)
#include "tst_httpwithsse.moc"
