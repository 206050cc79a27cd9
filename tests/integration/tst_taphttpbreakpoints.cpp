// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tapfolder.h"
#include "support/tappedexchanges.h"

#include "tap/http/httpbreakpoints.h"

#include <csignal>
#include <memory>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;
using tap::Breakpoint;
using Act = tap::BreakpointAction::Kind;
using Way = tap::HeldDecision::Kind;

// Breakpoints in a real `sonde-cli tap --url` between hosts on sockets and a server that does what
// a test says.
class TestTapHttpBreakpoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void sendsWhatAPersonHasEdited();
    void decidesOnRequests_data();
    void decidesOnRequests();
    void actsOnRequests_data();
    void actsOnRequests();
    void confirmsADroppedNotification();
    void decidesOnResponses_data();
    void decidesOnResponses();
    void decidesOnEvents_data();
    void decidesOnEvents();
    void keepsTheOrderOfEvents();
    void holdsOneOfSeveralClients();
    void letsGoWhenTheClientLeaves();
    void letsGoWhenTheWindowLeaves();
    void takesOutACancelledRequest();
    void endsWhileItHolds();
    void passesLongMessages();
    void touchesNothingWithoutAWindow();
    void composesInTheSessionOfAClient();

private:
    std::unique_ptr<TapFolder> m_taps;
};

void TestTapHttpBreakpoints::init()
{
    m_taps = std::make_unique<TapFolder>();
    QVERIFY(m_taps->isValid());
}

void TestTapHttpBreakpoints::sendsWhatAPersonHasEdited()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    HttpHost host(tap.url(), post(call(5)));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    QCOMPARE(sonde->held[0].bytes.toByteArray(), call(5));
    QCOMPARE(sonde->held[0].channel, rpc::Channel::Sent);
    QCOMPARE(server.requestCount(), 0);
    const QByteArray edited = call(5, "from a person: h\xc3\xa9");
    sonde->decide(sonde->held[0].message, {Way::SendChanged, edited.toStdString()});
    QTRY_COMPARE(host.body(), result(5, "from a person: h\xc3\xa9"));
    QCOMPARE(server.request(0).body(), edited);
    QCOMPARE(server.request(0).header("Content-Length"), QByteArray::number(edited.size()));
    QVERIFY(holds([&] { return sonde->gone == QList<quint64>{sonde->held[0].message}; }));
    tap.end();
    const QByteArray trace = shown(tap);
    QVERIFY2(
        trace.contains("message held") && trace.contains("message changed"), trace.constData());
    QCOMPARE(changes(tap), QByteArrayList{"request body: " + call(5) + " → " + edited});
}

void TestTapHttpBreakpoints::decidesOnRequests_data()
{
    addRequestDecisions(5);
}

void TestTapHttpBreakpoints::decidesOnRequests()
{
    QFETCH(const int, way);
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, body);
    QFETCH(const int, requests);
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    HttpHost host(tap.url(), post(call(5)));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    tap::HeldDecision decision{Way(way), text.toStdString()};
    decision.delay = std::chrono::milliseconds(1);
    sonde->decide(sonde->held[0].message, decision);
    QVERIFY(holds([&] { return sonde->gone.size() == 1; }));
    // What comes later is not held up.
    HttpHost other(tap.url(), post(call(6)));
    QVERIFY(holds([&] { return sonde->held.size() == 2; }));
    sonde->decide(sonde->held[1].message, {Way::SendAsItWas});
    QTRY_COMPARE(other.body(), result(6, "original"));
    if (!body.isEmpty())
        QTRY_COMPARE(host.body(), body);
    QCOMPARE(host.received.isEmpty(), body.isEmpty());
    QVERIFY(!host.isEnded());
    QCOMPARE(server.requestCount(), requests + 1);
    tap.end();
    QVERIFY(shown(tap).contains("tools/call")); // of the server, or not
    if (!body.isEmpty())
        QCOMPARE(unansweredIn(tap.recording()), 0);
}

void TestTapHttpBreakpoints::actsOnRequests_data()
{
    QTest::addColumn<int>("act");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sent"); // to the server; empty: nothing
    QTest::addColumn<QByteArray>("event");
    QTest::newRow("patch") << int(
        Act::Patch) << QByteArray(R"([{"op":"replace","path":"/params/note","value":"new"}])")
                           << call(5, "new") << QByteArray("message changed");
    QTest::newRow("respond") << int(Act::Respond) << QByteArray(R"({"note":"mocked"})")
                             << QByteArray() << QByteArray("message answered");
    QTest::newRow("drop") << int(Act::Drop) << QByteArray() << QByteArray()
                          << QByteArray("message dropped");
    QTest::newRow("close") << int(Act::Close) << QByteArray() << QByteArray()
                           << QByteArray("stream closed");
    QTest::newRow("truncate") << int(Act::Truncate) << QByteArray() << QByteArray("{")
                              << QByteArray("message broken");
    QTest::newRow("split") << int(Act::Split) << QByteArray() << call(5)
                           << QByteArray("breakpoint failed");
}

void TestTapHttpBreakpoints::actsOnRequests()
{
    QFETCH(const int, act);
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, sent);
    QFETCH(const QByteArray, event);
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    Breakpoint one = breakpoint(Act(act));
    one.action.text = text.toStdString();
    QVERIFY(sonde->set({one}));
    HttpHost host(tap.url(), post(call(5)));
    QVERIFY(holds([&] { return sonde->hits[1] == 1; }));
    if (!sent.isEmpty()) {
        QTRY_COMPARE(server.requestCount(), 1);
        QTRY_COMPARE(server.request(0).body(), sent);
        QTRY_VERIFY(!host.received.isEmpty());
    } else if (Act(act) == Act::Respond) {
        QTRY_COMPARE(host.body(), result(5, "mocked"));
    } else if (Act(act) == Act::Close) {
        QTRY_VERIFY(host.isEnded());
        QCOMPARE(host.received, QByteArray());
    }
    tap.end();
    QCOMPARE(server.requestCount(), sent.isEmpty() ? 0 : 1);
    const QByteArray trace = shown(tap);
    QVERIFY2(trace.contains(event), trace.constData());
    QVERIFY2(trace.contains("tools/call") || Act(act) == Act::Truncate, trace.constData());
    if (Act(act) == Act::Respond)
        QCOMPARE(unansweredIn(tap.recording()), 0);
}

void TestTapHttpBreakpoints::confirmsADroppedNotification()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    const TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set(
        {breakpoint(Act::Drop, rpc::Channel::Sent, u"method == \"notifications/x\""_s)}));
    HttpHost host(tap.url(), post(R"({"jsonrpc":"2.0","method":"notifications/x"})"));
    QTRY_VERIFY(host.received.startsWith("HTTP/1.1 202 "));
    QCOMPARE(server.requestCount(), 0);
}

void TestTapHttpBreakpoints::decidesOnResponses_data()
{
    addResultDecisions(5);
}

void TestTapHttpBreakpoints::decidesOnResponses()
{
    QFETCH(const int, way);
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, body);
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold, rpc::Channel::Received)}));
    HttpHost host(tap.url(), post(call(5), "accept-encoding: gzip\r\n"));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    QCOMPARE(sonde->held[0].bytes.toByteArray(), result(5, "original"));
    QCOMPARE(sonde->held[0].channel, rpc::Channel::Received);
    QCOMPARE(host.received, QByteArray());
    QVERIFY(server.request(0).header("Accept-Encoding").isEmpty());
    sonde->decide(sonde->held[0].message, {Way(way), text.toStdString()});
    QVERIFY(holds([&] { return sonde->gone.size() == 1; }));
    if (!body.isEmpty()) {
        QTRY_COMPARE(host.body(), body);
        QVERIFY(host.received.contains(
            QByteArray("Content-Length: " + QByteArray::number(body.size()) + "\r\n")));
    }
    QCOMPARE(host.received.isEmpty(), body.isEmpty());
    tap.end();
    const QByteArray trace = shown(tap);
    QVERIFY2(trace.contains("tools/call  id 5  ok"), trace.constData());
    QCOMPARE(changes(tap),
        Way(way) == Way::SendChanged
            ? QByteArrayList{"answer body: " + result(5, "original") + " → " + body}
            : QByteArrayList());
}

void TestTapHttpBreakpoints::decidesOnEvents_data()
{
    addResultDecisions(1);
}

void TestTapHttpBreakpoints::decidesOnEvents()
{
    QFETCH(const int, way);
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, body);
    HttpScript server(sendEvents);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold, rpc::Channel::Received)}));
    HttpHost host(tap.url(), post(call(1)));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    QTRY_VERIFY(host.received.contains(R"("n":1)")); // is not held
    sonde->decide(sonde->held[0].message, {Way(way), text.toStdString()});
    QTRY_VERIFY(host.received.endsWith("\r\n0\r\n\r\n"));
    const QByteArray events = unchunked(host.body());
    QVERIFY(events.indexOf(R"("n":1)") < events.indexOf(R"("n":2)"));
    QCOMPARE(events.contains("second"), !body.isEmpty()); // the id of the event
    QVERIFY(body.isEmpty() || events.contains(QByteArray("data: " + body + "\n")));
    QCOMPARE(events.contains("original"), Way(way) == Way::SendAsItWas);
    tap.end();
    QCOMPARE(changes(tap),
        Way(way) == Way::SendChanged
            ? QByteArrayList{"answer event: " + result(1, "original") + " → " + body}
            : QByteArrayList());
}

void TestTapHttpBreakpoints::keepsTheOrderOfEvents()
{
    HttpScript server(sendEvents);
    const auto sonde = m_taps->follower();
    const TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold, rpc::Channel::Received)}));
    HttpHost host(tap.url(), post(call(1)));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    HttpHost other(tap.url(), post(call(1))); // is not behind it
    QVERIFY(holds([&] { return sonde->held.size() == 2; }));
    QVERIFY(!host.received.contains(R"("n":2)"));
    sonde->decide(sonde->held[1].message, {Way::SendAsItWas});
    QTRY_VERIFY(other.received.endsWith("\r\n0\r\n\r\n"));
    QVERIFY(!host.received.contains(R"("n":2)"));
    sonde->decide(sonde->held[0].message, {Way::SendAsItWas});
    QTRY_VERIFY(host.received.endsWith("\r\n0\r\n\r\n"));
    QCOMPARE(unchunked(host.body()), unchunked(other.body()));
}

void TestTapHttpBreakpoints::holdsOneOfSeveralClients()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    const TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold, rpc::Channel::Sent, u"params.note == \"held\""_s)}));
    HttpHost held(tap.url(), post(call(1, "held")));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    std::vector<std::unique_ptr<HttpHost>> hosts;
    for (int i = 0; i < 20; ++i) // all with the same id
        hosts.push_back(std::make_unique<HttpHost>(tap.url(), post(call(1))));
    for (const auto &host : hosts)
        QTRY_COMPARE(host->body(), result(1, "original"));
    QCOMPARE(held.received, QByteArray());
    sonde->decide(sonde->held[0].message, {Way::SendAsItWas});
    QTRY_COMPARE(held.body(), result(1, "held"));
}

void TestTapHttpBreakpoints::letsGoWhenTheClientLeaves()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    HttpHost host(tap.url(), post(call(5)));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    host.abort();
    QVERIFY(holds([&] { return sonde->gone.size() == 1; }));
    sonde->decide(sonde->held[0].message, {Way::SendAsItWas});
    QVERIFY(holds([&] { return sonde->refused.size() == 1; }));
    QCOMPARE(sonde->refused[0].why, tap::TapRefusal::NotHeld);
    QCOMPARE(server.requestCount(), 0);
    // And one whose response is held.
    QVERIFY(sonde->set({breakpoint(Act::Hold, rpc::Channel::Received)}));
    HttpHost other(tap.url(), post(call(6)));
    QVERIFY(holds([&] { return sonde->held.size() == 2; }));
    other.abort();
    QVERIFY(holds([&] { return sonde->gone.size() == 2; }));
    tap.end();
    const QByteArray trace = shown(tap);
    QVERIFY2(trace.contains("tools/call  id 6  ok"), trace.constData());
    QVERIFY2(trace.contains("tools/call  id 5"), trace.constData());
}

void TestTapHttpBreakpoints::letsGoWhenTheWindowLeaves()
{
    HttpScript server(echo);
    auto sonde = m_taps->follower();
    const TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    HttpHost host(tap.url(), post(call(5)));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    sonde.reset();
    QTRY_COMPARE(host.body(), result(5, "original"));
    HttpHost other(tap.url(), post(call(6)));
    QTRY_COMPARE(other.body(), result(6, "original"));
    // Another window may take control.
    sonde = m_taps->follower();
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    HttpHost third(tap.url(), post(call(7)));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    QCOMPARE(sonde->held[0].bytes.toByteArray(), call(7));
}

void TestTapHttpBreakpoints::takesOutACancelledRequest()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    const TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    HttpHost host(tap.url(), post(call(5), "Mcp-Session-Id: a\r\n"));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    HttpHost cancelling(tap.url(),
        post(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})",
            "Mcp-Session-Id: a\r\n"));
    QVERIFY(holds([&] { return sonde->gone.size() == 1; }));
    for (HttpHost *const one : {&host, &cancelling}) {
        QTRY_VERIFY(one->received.startsWith("HTTP/1.1 202 "));
        QCOMPARE(one->body(), QByteArray());
    }
    QCOMPARE(server.requestCount(), 0);
}

void TestTapHttpBreakpoints::endsWhileItHolds()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    HttpHost host(tap.url(), post(call(5)));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    COMPARE_CODE(tap.end(), 128 + SIGTERM);
    QTRY_VERIFY(host.isEnded());
    QVERIFY(holds([&] { return sonde->finished == 1; }));
    QCOMPARE(server.requestCount(), 0);
}

void TestTapHttpBreakpoints::passesLongMessages()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    const TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({breakpoint(Act::Hold, rpc::Channel::Sent, {}), [] {
                            Breakpoint other = breakpoint(Act::Hold, rpc::Channel::Received, {});
                            other.number = 2;
                            return other;
                        }()}));
    const QByteArray large(qsizetype(tap::HttpBreakpoints::kMaxMessage), 'x');
    HttpHost host(tap.url(), post(call(5, large)));
    QVERIFY(QTest::qWaitFor([&] { return host.body() == result(5, large); }, kLongPatienceMs));
    QCOMPARE(sonde->held.size(), std::size_t(0));
}

void TestTapHttpBreakpoints::touchesNothingWithoutAWindow()
{
    HttpScript server([](HttpPeer &peer) {
        peer.readRequest();
        peer.openStream();
        peer.send("5\r\ndata:\r\n");
        peer.waitFor("seen");
        peer.send("3\r\n 1\n\r\n");
        peer.endStream();
    });
    const TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    HttpHost host(tap.url(), post(call(1)));
    QTRY_VERIFY(host.received.endsWith("5\r\ndata:\r\n"));
    server.open("seen");
    QTRY_VERIFY(host.received.endsWith("5\r\ndata:\r\n3\r\n 1\n\r\n0\r\n\r\n"));
}

void TestTapHttpBreakpoints::composesInTheSessionOfAClient()
{
    HttpScript server(respondToPings);
    const auto sonde = m_taps->follower();
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY(sonde->set({}));
    HttpHost host(
        tap.url(), post(ping(1), "Mcp-Session-Id: a\r\nMcp-Method: x\r\nMcp-Param-P: y\r\n"));
    QTRY_COMPARE(host.body(), pong("1"));
    const QByteArray before = host.received;
    const QByteArray text = R"({"jsonrpc":"2.0","id":"sonde-1","method":"ping"})";
    sonde->link->say(tap::composedLine({3, rpc::Channel::Sent, text.toStdString()}));
    QTRY_COMPARE(server.requestCount(), 2);
    QVERIFY(holds([&] { return sonde->composed == QList<quint64>{3}; }));
    const SeenRequest seen = server.request(1);
    QCOMPARE(seen.body(), text);
    QCOMPARE(seen.header("Mcp-Session-Id"), QByteArray("a"));
    QCOMPARE(seen.header("Mcp-Method"), QByteArray("ping"));
    QCOMPARE(seen.header("Mcp-Param-P"), QByteArray());
    QVERIFY(holds([&] { return sonde->responses.contains(pong("\"sonde-1\"")); }));
    // The host has got nothing of it, and goes on.
    host.write(post(ping(2), "Mcp-Session-Id: a\r\n"));
    QTRY_VERIFY(host.received.endsWith(pong("2")));
    QVERIFY(host.received.startsWith(before));
    QVERIFY(!host.received.contains("sonde-1"));
    QCOMPARE(sonde->refused.size(), std::size_t(0));
    tap.end();
    const QByteArray trace = shown(tap);
    QVERIFY2(trace.contains("message composed"), trace.constData());
}

QTEST_GUILESS_MAIN(TestTapHttpBreakpoints)
#include "tst_taphttpbreakpoints.moc"
