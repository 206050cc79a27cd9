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

// Breakpoints in a real `sonde-cli tap --stdio --url`: towards the host there are lines, towards
// the server exchanges.
class TestTapBridgeBreakpoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void sendsWhatAPersonHasEdited();
    void decidesOnRequests_data();
    void decidesOnRequests();
    void actsOnRequests_data();
    void actsOnRequests();
    void decidesOnResponses_data();
    void decidesOnResponses();
    void actsOnResponses_data();
    void actsOnResponses();
    void waitsForThePersonWhenTheInputEnds();
    void takesOutACancelledRequest_data();
    void takesOutACancelledRequest();
    void endsTheSessionWhileItHolds();
    void letsGoWhenTheWindowLeaves();
    void composesInBothDirections();

private:
    std::unique_ptr<TapFolder> m_taps;
};

namespace {

// `sonde-cli tap --stdio`, as the host that has started it sees it.
class Bridge {
public:
    Bridge(const HttpScript &server, const TapFolder &taps)
        : m_folder(taps.data().path())
    {
        process.setProcessEnvironment(taps.environment());
        process.start(kCli,
            {u"tap"_s, u"--stdio"_s, u"--url"_s, server.url(u"/mcp"_s).toString(),
                u"--no-keychain"_s, u"--record"_s, m_folder});
        QObject::connect(&process, &QProcess::readyReadStandardOutput, &process,
            [this] { received += process.readAllStandardOutput(); });
    }
    ~Bridge() { end(); }
    void say(const QByteArray &message) { process.write(message + '\n'); }
    int end()
    {
        process.closeWriteChannel();
        process.waitForFinished(kPatienceMs);
        return process.exitCode();
    }
    QString recording() const
    {
        const QDir files(m_folder);
        return files.filePath(files.entryList({u"*.sonde"_s}).value(0));
    }
    QByteArray trace() const { return cli({u"trace"_s, u"show"_s, recording()}).out; }
    int calls() const
    {
        return cli({u"trace"_s, u"filter"_s, recording(),
                       u"method == \"tools/call\" and kind == request"_s, u"--count"_s})
            .out.trimmed()
            .toInt();
    }

    QProcess process;
    QByteArray received;

private:
    const QString m_folder;
};

const QByteArray kEdited = call(5, "from a person");

} // namespace

void TestTapBridgeBreakpoints::init()
{
    m_taps = std::make_unique<TapFolder>();
    QVERIFY(m_taps->isValid());
}

void TestTapBridgeBreakpoints::sendsWhatAPersonHasEdited()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    Bridge host(server, *m_taps);
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    QVERIFY(sonde->link->introduction().breakpoints);
    host.say(call(5));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    QCOMPARE(sonde->held[0].bytes.toByteArray(), call(5));
    QCOMPARE(sonde->held[0].channel, rpc::Channel::Sent);
    QCOMPARE(server.requestCount(), 0);
    sonde->decide(sonde->held[0].message, {Way::SendChanged, kEdited.toStdString()});
    QTRY_COMPARE(host.received, result(5, "from a person") + '\n');
    QCOMPARE(server.request(0).body(), kEdited);
    QVERIFY(holds([&] { return sonde->gone == QList<quint64>{sonde->held[0].message}; }));
    QCOMPARE(host.end(), 0);
    const QByteArray trace = host.trace();
    for (const char *part : {"message held", "message changed", "from a person"})
        QVERIFY2(trace.contains(part), trace.constData());
    QCOMPARE(host.calls(), 1); // what the host sent, once
}

void TestTapBridgeBreakpoints::decidesOnRequests_data()
{
    addRequestDecisions(5);
}

void TestTapBridgeBreakpoints::decidesOnRequests()
{
    QFETCH(const int, way);
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, body);
    QFETCH(const int, requests);
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    Bridge host(server, *m_taps);
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    host.say(call(5));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    tap::HeldDecision decision{Way(way), text.toStdString()};
    decision.delay = std::chrono::milliseconds(1);
    sonde->decide(sonde->held[0].message, decision);
    QVERIFY(holds([&] { return sonde->gone.size() == 1; }));
    host.say(R"({"jsonrpc":"2.0","id":6,"method":"ping","params":{"note":"after"}})");
    QTRY_VERIFY(host.received.contains(result(6, "after")));
    if (!body.isEmpty())
        QTRY_VERIFY(host.received.contains(QByteArray(body + '\n')));
    QCOMPARE(host.received.contains("\"id\":5,"), !body.isEmpty());
    QCOMPARE(server.requestCount(), requests + 1);
    QCOMPARE(host.end(), 0);
    if (!body.isEmpty())
        QCOMPARE(unansweredIn(host.recording()), 0);
}

// Those that another transport would show in another way; the others are in the tests of the
// engine and of the tap over HTTP.
void TestTapBridgeBreakpoints::actsOnRequests_data()
{
    QTest::addColumn<int>("act");
    QTest::addColumn<QByteArrayList>("bodies"); // that the server gets
    QTest::addColumn<QByteArray>("line"); // that the host gets; empty: nothing
    const QByteArray whole = call(5);
    QTest::newRow("duplicate") << int(Act::Duplicate) << QByteArrayList{whole, whole}
                               << result(5, "original");
    QTest::newRow("truncate") << int(Act::Truncate) << QByteArrayList{whole.left(9)}
                              << QByteArray();
    QTest::newRow("close") << int(Act::Close) << QByteArrayList() << QByteArray();
}

void TestTapBridgeBreakpoints::actsOnRequests()
{
    QFETCH(const int, act);
    QFETCH(const QByteArrayList, bodies);
    QFETCH(const QByteArray, line);
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    Bridge host(server, *m_taps);
    Breakpoint stops = breakpoint(Act(act));
    stops.action.bytes = 9;
    QVERIFY(sonde->set({stops}));
    host.say(call(5));
    QVERIFY(holds([&] { return sonde->hits[1] == 1; }));
    QTRY_COMPARE(server.requestCount(), int(bodies.size()));
    for (int i = 0; i < bodies.size(); ++i)
        QTRY_COMPARE(server.request(i).body(), bodies[i]); // which follows the head
    if (!line.isEmpty())
        QTRY_VERIFY(host.received.startsWith(QByteArray(line + '\n')));
    QCOMPARE(host.end(), 0);
    QCOMPARE(host.received.isEmpty(), line.isEmpty());
    const QByteArray trace = host.trace();
    QCOMPARE(host.calls(), 1);
    QVERIFY2(trace.contains("breakpoint 1"), trace.constData());
}

void TestTapBridgeBreakpoints::decidesOnResponses_data()
{
    addResultDecisions(5);
}

void TestTapBridgeBreakpoints::decidesOnResponses()
{
    QFETCH(const int, way);
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, body);
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    Bridge host(server, *m_taps);
    QVERIFY(sonde->set({breakpoint(Act::Hold, rpc::Channel::Received)}));
    host.say(call(5));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    QCOMPARE(sonde->held[0].bytes.toByteArray(), result(5, "original"));
    QCOMPARE(host.received, QByteArray());
    sonde->decide(sonde->held[0].message, {Way(way), text.toStdString()});
    QVERIFY(holds([&] { return sonde->gone.size() == 1; }));
    if (!body.isEmpty())
        QTRY_COMPARE(host.received, body + '\n');
    QCOMPARE(host.end(), 0);
    QCOMPARE(host.received.isEmpty(), body.isEmpty());
}

void TestTapBridgeBreakpoints::actsOnResponses_data()
{
    QTest::addColumn<int>("act");
    QTest::addColumn<QByteArray>("lines"); // that the host gets
    const QByteArray whole = result(5, "original");
    QTest::newRow("duplicate") << int(Act::Duplicate) << whole + '\n' + whole + '\n';
    QTest::newRow("truncate") << int(Act::Truncate) << whole.left(9) + '\n';
    QTest::newRow("split") << int(Act::Split) << whole + '\n';
    QTest::newRow("close") << int(Act::Close) << QByteArray();
}

void TestTapBridgeBreakpoints::actsOnResponses()
{
    QFETCH(const int, act);
    QFETCH(const QByteArray, lines);
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    Bridge host(server, *m_taps);
    Breakpoint stops = breakpoint(Act(act), rpc::Channel::Received);
    stops.action.bytes = 9;
    QVERIFY(sonde->set({stops}));
    host.say(call(5));
    QVERIFY(holds([&] { return sonde->hits[1] == 1; }));
    QTRY_COMPARE(host.received, lines);
    if (Act(act) == Act::Close)
        QTRY_COMPARE(host.process.state(), QProcess::NotRunning);
    QCOMPARE(host.end(), 0);
    QCOMPARE(host.received, lines);
    const QByteArray trace = host.trace();
    QVERIFY2(trace.contains("breakpoint 1"), trace.constData());
}

// Longer than the bridge waits for a response.
void TestTapBridgeBreakpoints::waitsForThePersonWhenTheInputEnds()
{
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    Bridge host(server, *m_taps);
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    host.say(call(5));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    host.process.closeWriteChannel();
    tap::HeldDecision later{Way::Delay, {}};
    later.delay = std::chrono::milliseconds(2000);
    sonde->decide(sonde->held[0].message, later);
    QTRY_COMPARE(host.received, result(5, "original") + '\n');
    QTRY_COMPARE(host.process.state(), QProcess::NotRunning);
    QCOMPARE(host.process.exitCode(), 0);
}

void TestTapBridgeBreakpoints::takesOutACancelledRequest_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::newRow("legacy") << call(5);
    QTest::newRow("modern") << QByteArray(
        R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"get","_meta":)"
        R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})");
}

void TestTapBridgeBreakpoints::takesOutACancelledRequest()
{
    QFETCH(const QByteArray, request);
    HttpScript server(echo);
    const auto sonde = m_taps->follower();
    Bridge host(server, *m_taps);
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    host.say(request);
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    host.say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})");
    QVERIFY(holds([&] { return sonde->gone.size() == 1; }));
    host.say(R"({"jsonrpc":"2.0","id":6,"method":"ping","params":{"note":"after"}})");
    QTRY_COMPARE(host.received, result(6, "after") + '\n');
    QCOMPARE(server.requestCount(), 1);
    QCOMPARE(host.end(), 0);
    const QByteArray trace = host.trace();
    QVERIFY2(trace.contains("cancelled before it was sent"), trace.constData());
}

// The host ends the bridge by a signal while a person decides.
void TestTapBridgeBreakpoints::endsTheSessionWhileItHolds()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const QByteArray body = peer.readRequest().body();
            if (body.contains("initialize\""))
                peer.respond(200, "application/json",
                    R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25"}})",
                    {{"Mcp-Session-Id", "abc"}});
            else
                peer.respond(202, "text/plain", "");
        }
    });
    const auto sonde = m_taps->follower();
    Bridge host(server, *m_taps);
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    host.say(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})");
    QTRY_VERIFY(host.received.contains("2025-11-25"));
    host.say(call(5));
    QVERIFY(holds([&] { return sonde->held.size() == 1; }));
    host.process.terminate();
    QVERIFY(host.process.waitForFinished(kPatienceMs));
    QTRY_COMPARE(server.request(server.requestCount() - 1).method(), QByteArray("DELETE"));
    const QByteArray trace = host.trace();
    QVERIFY2(trace.contains("connection ended"), trace.constData());
}

void TestTapBridgeBreakpoints::letsGoWhenTheWindowLeaves()
{
    HttpScript server(echo);
    auto sonde = m_taps->follower();
    Bridge host(server, *m_taps);
    QVERIFY(sonde->set({breakpoint(Act::Hold)}));
    host.say(call(5));
    host.say(call(6));
    QVERIFY(holds([&] { return sonde->held.size() == 2; }));
    sonde.reset();
    QTRY_COMPARE(host.received.count('\n'), 2);
    QVERIFY(host.received.contains(result(5, "original")));
    QVERIFY(host.received.contains(result(6, "original")));
}

void TestTapBridgeBreakpoints::composesInBothDirections()
{
    HttpScript server(respondToPings);
    const auto sonde = m_taps->follower();
    Bridge host(server, *m_taps);
    QVERIFY(sonde->set({}));
    host.say(ping(1));
    QTRY_COMPARE(host.received, pong("1") + '\n');
    const QByteArray own = R"({"jsonrpc":"2.0","id":"sonde-1","method":"ping"})";
    sonde->link->say(tap::composedLine({1, rpc::Channel::Sent, own.toStdString()}));
    QTRY_COMPARE(server.requestCount(), 2);
    QCOMPARE(server.request(1).body(), own);
    const QByteArray news = R"({"jsonrpc":"2.0","method":"notifications/x"})";
    sonde->link->say(tap::composedLine({2, rpc::Channel::Received, news.toStdString()}));
    QTRY_COMPARE(host.received, pong("1") + '\n' + news + '\n');
    QVERIFY(holds([&] { return sonde->composed == QList<quint64>({1, 2}); }));
    host.say(ping(6));
    // And not the response to the request of the person.
    QTRY_COMPARE(host.received, pong("1") + '\n' + news + '\n' + pong("6") + '\n');
    QCOMPARE(host.end(), 0);
    const QByteArray trace = host.trace();
    QVERIFY2(trace.count("message composed") == 2, trace.constData());
}

QTEST_GUILESS_MAIN(TestTapBridgeBreakpoints)
#include "tst_tapbridgebreakpoints.moc"
