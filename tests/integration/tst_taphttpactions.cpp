// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tapfolder.h"
#include "support/tappedexchanges.h"

#include <memory>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;
using tap::Breakpoint;
using Act = tap::BreakpointAction::Kind;
using Way = tap::HeldDecision::Kind;

// What breakpoints and a person do beyond the exchange of a message, in a real
// `sonde-cli tap --url`: messages sent twice or in pieces, responses to the server, messages for
// the host; HTTP+SSE; and how the recording links what came with what was done.
class TestTapHttpActions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void sendsARequestTwice();
    void sendsAnEventTwice();
    void sendsNoBodyTwice();
    void splitsAnEvent();
    void respondsToTheServer_data();
    void respondsToTheServer();
    void composesForTheHost();
    void composesBetweenTheEventsOfTheServer();
    void refusesWithoutAStream();
    void letsHeadersFollowTheMessage();
    void linksARequestWithWhatWasSent();
    void linksAResponseWithWhatWasSent_data();
    void linksAResponseWithWhatWasSent();
    void stopsBothDirectionsOfHttpSse();
    void composesOverHttpSse();

private:
    std::unique_ptr<TapFolder> m_taps;
};

namespace {

const QByteArray kAskRoots = R"({"jsonrpc":"2.0","id":1,"method":"roots/list"})";
const QByteArray kRoots = R"({"jsonrpc":"2.0","id":1,"result":{"roots":[]}})";

// Streams a request of the server on GET; confirms what is posted.
void askForRoots(HttpPeer &peer)
{
    for (;;) {
        const SeenRequest request = peer.readRequest();
        if (request.method() == "GET") {
            peer.openStream();
            peer.event(kAskRoots);
            peer.waitForClose();
        }
        if (request.body().contains("initialize"))
            peer.respond(200, "application/json", pong("0"), {{"Mcp-Session-Id", "a"}});
        else
            peer.respond(202, "text/plain", "");
    }
}

// HTTP+SSE: the results of calls are events of the one stream.
HttpScript::Script sseServer(HttpScript *&server)
{
    return [&server](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.method() == "GET") {
                peer.openStream();
                peer.event("/messages?s=1", {}, "endpoint");
                for (int i = 1;; ++i) {
                    peer.waitFor("posted " + QByteArray::number(i));
                    const QByteArray body = server->requests().back().body();
                    const auto id = body.indexOf("\"id\":") + 5;
                    peer.event(R"({"jsonrpc":"2.0","id":)"
                        + body.mid(id, body.indexOf(',', id) - id)
                        + R"(,"result":{"note":"original"}})");
                }
            }
            peer.respond(202, "text/plain", "");
            server->open("posted " + QByteArray::number(server->requestCount() - 1));
        }
    };
}

// The text of the events of breakpoints and of what they are about: "message changed: REQUEST".
QByteArrayList links(const TapProgram &tap)
{
    QByteArrayList all;
    const auto reader = trace::SessionReader::open(tap.recording());
    const auto records = reader ? (*reader)->records(1, (*reader)->messageCount())
                                : Result<std::vector<trace::Record>>(reader.error());
    for (std::size_t i = 0; records && i < records->size(); ++i) {
        const trace::Record &record = (*records)[i];
        const QString what = (*reader)->string(record.method);
        if (record.kind != rpc::Kind::Lifecycle || !what.startsWith(u"message "_s))
            continue;
        const auto about =
            record.pair > 0 ? (*reader)->read((*records)[record.pair - 1]) : Result<Bytes>(Bytes());
        all += what.toUtf8() + ": " + (about ? about->toByteArray() : QByteArray("unread"));
    }
    return all;
}

} // namespace

void TestTapHttpActions::init()
{
    m_taps = std::make_unique<TapFolder>();
    QVERIFY(m_taps->isValid());
}

void TestTapHttpActions::sendsARequestTwice()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Duplicate)}));
    HttpHost host(tap.url(), post(call(5), "Mcp-Session-Id: a\r\n"));
    QTRY_COMPARE(host.body(), result(5, "original"));
    QTRY_COMPARE(server.requestCount(), 2);
    for (int i : {0, 1}) {
        QCOMPARE(server.request(i).body(), call(5));
        QCOMPARE(server.request(i).header("Mcp-Session-Id"), QByteArray("a"));
    }
    host.write(post(R"({"jsonrpc":"2.0","method":"notifications/x"})"));
    QTRY_VERIFY(host.received.contains("HTTP/1.1 202 "));
    QCOMPARE(host.received.count("original"), 1); // the second response is for nobody
    tap.end();
    QCOMPARE(links(tap), QByteArrayList{QByteArray("message duplicated: " + call(5))});
}

void TestTapHttpActions::sendsAnEventTwice()
{
    HttpScript server(sendEvents);
    const auto sonde = m_taps->follower();
    const TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Duplicate, rpc::Channel::Received)}));
    HttpHost host(tap.url(), post(call(1)));
    QTRY_VERIFY(host.received.endsWith("\r\n0\r\n\r\n"));
    const QByteArray events = unchunked(host.body());
    QCOMPARE(events.count(result(1, "original")), 2);
    QVERIFY(events.lastIndexOf("original") < events.indexOf(R"("n":2)"));
    QCOMPARE(events.count(R"("n":2)"), 1);
}

void TestTapHttpActions::sendsNoBodyTwice()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Duplicate, rpc::Channel::Received)}));
    HttpHost host(tap.url(), post(call(5)));
    QTRY_COMPARE(host.body(), result(5, "original"));
    tap.end();
    QVERIFY(shown(tap).contains("breakpoint failed"));
}

void TestTapHttpActions::splitsAnEvent()
{
    HttpScript server(sendEvents);
    const auto sonde = m_taps->follower();
    const TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    Breakpoint one = breakpoint(Act::Split, rpc::Channel::Received);
    one.action.bytes = 10;
    QVERIFY(sonde->set({one}));
    HttpHost host(tap.url(), post(call(1)));
    QTRY_VERIFY(host.received.endsWith("\r\n0\r\n\r\n"));
    const QByteArray message = result(1, "original");
    QVERIFY2(
        host.received.contains(QByteArray(message.left(10) + "\r\n")), host.received.constData());
    QVERIFY(unchunked(host.body()).contains(QByteArray("data: " + message + "\n")));
}

void TestTapHttpActions::respondsToTheServer_data()
{
    QTest::addColumn<int>("act");
    QTest::newRow("a person") << int(Act::Hold);
    QTest::newRow("a breakpoint") << int(Act::Respond);
}

void TestTapHttpActions::respondsToTheServer()
{
    QFETCH(const int, act);
    HttpScript server(askForRoots);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    Breakpoint one = breakpoint(Act(act), rpc::Channel::Received, u"method == \"roots/list\""_s);
    one.action.text = R"({"roots":[]})";
    QVERIFY(sonde->set({one}));
    HttpHost opening(tap.url(),
        post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})", "X-Own: 1\r\n"));
    QTRY_COMPARE(opening.body(), pong("0"));
    HttpHost host(tap.url(), get("/mcp", "Accept: text/event-stream\r\nMcp-Session-Id: a\r\n"));
    if (Act(act) == Act::Hold) {
        QVERIFY(holds([&] { return sonde->held.size() == 1; }));
        sonde->decide(sonde->held[0].message, {Way::Respond, kRoots.toStdString()});
    }
    QTRY_COMPARE(server.requestCount(), 3);
    const SeenRequest response = server.request(2);
    QCOMPARE(response.method(), QByteArray("POST"));
    QCOMPARE(response.body(), kRoots);
    QCOMPARE(response.header("Mcp-Session-Id"), QByteArray("a"));
    QCOMPARE(response.header("X-Own"), QByteArray("1"));
    QVERIFY(holds([&] { return sonde->responses.contains(kRoots); }));
    QVERIFY(!host.received.contains("roots/list"));
    tap.end();
    QVERIFY2(shown(tap).contains("roots/list  id 1  ok"), shown(tap).constData());
    QVERIFY(links(tap).contains(QByteArray("message answered: " + kAskRoots)));
}

void TestTapHttpActions::composesForTheHost()
{
    HttpScript server(askForRoots);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({}));
    HttpHost host(tap.url(), get("/mcp", "Accept: text/event-stream\r\nMcp-Session-Id: a\r\n"));
    QTRY_VERIFY(host.received.contains("roots/list"));
    const QByteArray notification =
        R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";
    sonde->link->say(tap::composedLine({3, rpc::Channel::Received, notification.toStdString()}));
    QVERIFY(holds([&] { return sonde->composed == QList<quint64>{3}; }));
    QTRY_VERIFY(unchunked(host.body()).endsWith(QByteArray("data: " + notification + "\n\n")));
    const QByteArray request = R"({"jsonrpc":"2.0","id":"sonde-1","method":"ping"})";
    sonde->link->say(tap::composedLine({4, rpc::Channel::Received, request.toStdString()}));
    QTRY_VERIFY(unchunked(host.body()).endsWith(QByteArray("data: " + request + "\n\n")));
    // The response is for the person, and not for the server.
    HttpHost responding(tap.url(), post(pong("\"sonde-1\""), "Mcp-Session-Id: a\r\n"));
    QTRY_VERIFY(responding.received.startsWith("HTTP/1.1 202 "));
    QVERIFY(holds([&] { return sonde->responses.contains(pong("\"sonde-1\"")); }));
    QCOMPARE(server.requestCount(), 1);
    responding.received.clear();
    responding.write(post(kRoots, "Mcp-Session-Id: a\r\n"));
    QTRY_VERIFY(responding.received.startsWith("HTTP/1.1 202 "));
    QCOMPARE(server.requestCount(), 2);
    tap.end();
    QVERIFY2(shown(tap).contains("ping  id \"sonde-1\"  ok"), shown(tap).constData());
    QCOMPARE(links(tap),
        (QByteArrayList{"message composed: " + notification, "message composed: " + request,
            "message not passed on: " + pong("\"sonde-1\"")}));
    QVERIFY(changes(tap).contains(QByteArray("answer event:  → " + notification)));
}

void TestTapHttpActions::composesBetweenTheEventsOfTheServer()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.openStream();
        peer.chunk("id: 1\n");
        peer.waitFor("go");
        peer.chunk("data: " + kAskRoots + "\n\n");
        peer.waitForClose();
    });
    const auto sonde = m_taps->follower();
    const TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({}));
    HttpHost host(tap.url(), post(call(1)));
    QTRY_VERIFY(host.received.contains("id: 1\n"));
    const QByteArray text = R"({"jsonrpc":"2.0","method":"notifications/x"})";
    sonde->link->say(tap::composedLine({3, rpc::Channel::Received, text.toStdString()}));
    QVERIFY(holds([&] { return sonde->composed == QList<quint64>{3}; }));
    server.open("go");
    QTRY_COMPARE(
        unchunked(host.body()), "id: 1\ndata: " + kAskRoots + "\n\ndata: " + text + "\n\n");
}

void TestTapHttpActions::refusesWithoutAStream()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    const TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({}));
    for (const rpc::Channel channel : {rpc::Channel::Sent, rpc::Channel::Received})
        sonde->link->say(
            tap::composedLine({3, channel, R"({"jsonrpc":"2.0","method":"notifications/x"})"}));
    QVERIFY(holds([&] { return sonde->refused.size() == 2; }));
    for (const tap::TapRefused &one : sonde->refused) {
        QVERIFY(one.composed);
        QCOMPARE(one.why, tap::TapRefusal::NotOverHttp);
    }
    QCOMPARE(server.requestCount(), 0);
}

// 2026-07-28 basic/transports#headers: a server refuses headers that contradict the body.
void TestTapHttpActions::letsHeadersFollowTheMessage()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    const auto calling = [](const QByteArray &tool, const QByteArray &region) {
        return QByteArray(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":")"
            + tool + R"(","arguments":{"region":")" + region + R"(","note":"x"}}})");
    };
    HttpHost host(tap.url(),
        post(calling("sql", "east"),
            "Mcp-Method: tools/call\r\nMcp-Name: sql\r\nMcp-Param-Region: east\r\n"));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    const QByteArray west = calling("sql", "west");
    sonde->decide(sonde->held[0].message, {Way::SendChanged, west.toStdString()});
    QTRY_COMPARE(server.requestCount(), 1);
    QCOMPARE(server.request(0).header("Mcp-Name"), QByteArray("sql"));
    QCOMPARE(server.request(0).header("Mcp-Param-Region"), QByteArray("west"));
    host.write(post(calling("sql", "east"),
        "Mcp-Method: tools/call\r\nMcp-Name: sql\r\nMcp-Param-Region: east\r\n"));
    QVERIFY(holds([&] { return sonde->held.size() == 2; }));
    sonde->decide(
        sonde->held[1].message, {Way::SendChanged, calling("f\xc3\xbcnf", "west").toStdString()});
    QTRY_COMPARE(server.requestCount(), 2);
    QCOMPARE(server.request(1).header("Mcp-Method"), QByteArray("tools/call"));
    QCOMPARE(server.request(1).header("Mcp-Name"), QByteArray("=?base64?ZsO8bmY=?="));
    QCOMPARE(server.request(1).header("Mcp-Param-Region"), QByteArray());
    tap.end();
    const QByteArrayList changed = changes(tap);
    QVERIFY(changed.contains("request Mcp-Param-Region: east → west"));
    QVERIFY(changed.contains("request Mcp-Name: sql → =?base64?ZsO8bmY=?="));
    QVERIFY(changed.contains("request Mcp-Param-Region: east → "));
}

void TestTapHttpActions::linksARequestWithWhatWasSent()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    HttpHost host(tap.url(), post(call(5)));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    QVERIFY(holds([&] { return sonde->taken("tools/call") == 1; })); // while it is held
    const QByteArray edited = call(5, "edited");
    sonde->decide(sonde->held[0].message, {Way::SendChanged, edited.toStdString()});
    QTRY_COMPARE(host.body(), result(5, "edited"));
    tap.end();
    QCOMPARE(
        links(tap), (QByteArrayList{"message held: " + call(5), "message changed: " + call(5)}));
    QVERIFY2(shown(tap).contains("tools/call  id 5  ok"), shown(tap).constData());
}

void TestTapHttpActions::linksAResponseWithWhatWasSent_data()
{
    QTest::addColumn<bool>("asEvent");
    QTest::newRow("in JSON") << false;
    QTest::newRow("as an event") << true;
}

void TestTapHttpActions::linksAResponseWithWhatWasSent()
{
    QFETCH(const bool, asEvent);
    HttpScript server(asEvent ? sendEvents : echo);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold, rpc::Channel::Received)}));
    HttpHost host(tap.url(), post(call(1)));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    QVERIFY(holds([&] { return sonde->responses.size() == 1; })); // while it is held
    const QByteArray edited = result(1, "edited");
    sonde->decide(sonde->held[0].message, {Way::SendChanged, edited.toStdString()});
    QTRY_VERIFY(host.received.contains(edited));
    tap.end();
    const QByteArray original = result(1, "original");
    QCOMPARE(
        links(tap), (QByteArrayList{"message held: " + original, "message changed: " + original}));
    QCOMPARE(sonde->responses, QByteArrayList{original}); // once
}

void TestTapHttpActions::stopsBothDirectionsOfHttpSse()
{
    HttpScript *there = nullptr;
    HttpScript server(sseServer(there));
    there = &server;
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/sse"_s), {}, m_taps->environment());
    Breakpoint response = breakpoint(Act::Hold, rpc::Channel::Received);
    response.number = 2;
    QVERIFY(sonde->set({breakpoint(Act::Hold), response}));
    HttpHost host(tap.url(), get("/sse"));
    QTRY_VERIFY(host.received.contains("event: endpoint"));
    HttpHost posting(tap.url(), post(call(5)).replace("/mcp", "/messages?s=1"));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    QCOMPARE(sonde->held[0].bytes.toByteArray(), call(5));
    QCOMPARE(server.requestCount(), 1);
    sonde->decide(sonde->held[0].message, {Way::SendChanged, call(5, "edited").toStdString()});
    QTRY_VERIFY(posting.received.startsWith("HTTP/1.1 202 "));
    QCOMPARE(server.request(1).body(), call(5, "edited"));
    QVERIFY(holds([&] { return sonde->held.size() == 2; }));
    QCOMPARE(sonde->held[1].bytes.toByteArray(), result(5, "original"));
    QCOMPARE(sonde->held[1].channel, rpc::Channel::Received);
    QVERIFY(!host.received.contains("original"));
    sonde->decide(sonde->held[1].message, {Way::SendChanged, result(5, "mine").toStdString()});
    QTRY_VERIFY(host.received.contains(QByteArray("data: " + result(5, "mine") + "\n")));
    tap.end();
    QVERIFY(!host.received.contains("original"));
    QVERIFY2(shown(tap).contains("tools/call  id 5  ok"), shown(tap).constData());
    QCOMPARE(links(tap),
        (QByteArrayList{"message held: " + call(5), "message changed: " + call(5),
            "message held: " + result(5, "original"),
            "message changed: " + result(5, "original")}));
}

void TestTapHttpActions::composesOverHttpSse()
{
    HttpScript *there = nullptr;
    HttpScript server(sseServer(there));
    there = &server;
    const auto sonde = m_taps->follower();
    const TapProgram tap(server.url(u"/sse"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({}));
    HttpHost host(tap.url(), get("/sse"));
    QTRY_VERIFY(host.received.contains("event: endpoint"));
    HttpHost posting(tap.url(), post(call(5)).replace("/mcp", "/messages?s=1"));
    QTRY_VERIFY(host.received.contains(result(5, "original")));
    // Its response comes in the stream of the host, which does not get it.
    const QByteArray request = R"({"jsonrpc":"2.0","id":"sonde-1","method":"ping"})";
    sonde->link->say(tap::composedLine({3, rpc::Channel::Sent, request.toStdString()}));
    QTRY_COMPARE(server.requestCount(), 3);
    QCOMPARE(server.request(2).target(), QByteArray("/messages?s=1"));
    QCOMPARE(server.request(2).body(), request);
    QVERIFY(holds([&] {
        return sonde->responses.contains(
            QByteArray(R"({"jsonrpc":"2.0","id":"sonde-1","result":{"note":"original"}})"));
    }));
    const QByteArray notification = R"({"jsonrpc":"2.0","method":"notifications/x"})";
    sonde->link->say(tap::composedLine({4, rpc::Channel::Received, notification.toStdString()}));
    QTRY_VERIFY(host.received.contains(QByteArray("data: " + notification + "\n")));
    QVERIFY(!host.received.contains("sonde-1"));
}

QTEST_GUILESS_MAIN(TestTapHttpActions)
#include "tst_taphttpactions.moc"
