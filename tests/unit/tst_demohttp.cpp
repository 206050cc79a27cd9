// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httpwire.h"
#include "support/places.h"

#include <QProcess>
#include <QTest>

using namespace sonde;
using namespace sonde::demo;
using namespace sonde::test;

namespace {

// A session that has begun.
struct Session {
    Session(HttpWire &http, const QByteArray &named, const QByteArray &capabilities = "{}")
        : wire(http)
        , revision(named)
    {
        id = wire.ask(test::post(initialize(revision, capabilities))).fields["mcp-session-id"];
    }

    QByteArrayList fields() const
    {
        return {"Mcp-Session-Id: " + id, "MCP-Protocol-Version: " + revision};
    }
    QByteArray post(const QByteArray &body) const { return test::post(body, fields()); }
    QByteArray get(const QByteArrayList &more = {}) const
    {
        return request("GET", "/mcp", fields() + more);
    }

    HttpWire &wire;
    QByteArray revision;
    QByteArray id;
};

} // namespace

class TestDemoHttp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesStrangers_data();
    void refusesStrangers();
    void opensASessionAndEndsIt();
    void sendsNoBodyToHead();
    void keepsSessionsApart();
    void makesRoomForNewSessions();
    void checksTheRevisionOfEachRequest_data();
    void checksTheRevisionOfEachRequest();
    void asksForTheRightTypes_data();
    void asksForTheRightTypes();
    void respondsWithJsonOrWithEvents();
    void asksTheClientOnTheStreamOfTheCall();
    void takesBatchesInOneRevisionOnly();
    void tellsOfChangesOnTheStandingStream();
    void resumesAStreamWhereItBroke();
    void hangsUpWhereTheClientCanComeBack();
    void respondsToACancelledCallWithNothing();
    void refusesResumptionOfTheUnknown();
    void speaksTheOldestTransport();
    void respondsOverASocket();
};

void TestDemoHttp::refusesStrangers_data()
{
    QTest::addColumn<QByteArrayList>("fields");
    QTest::addColumn<int>("status");
    const auto row = [](const char *name, const QByteArrayList &fields, int status) {
        QTest::newRow(name) << fields << status;
    };
    row("localhost", {"Host: localhost:1"}, 200);
    row("an address", {"Host: 127.0.0.1"}, 200);
    row("an address of IPv6", {"Host: [::1]:8080"}, 200);
    row("another name", {"Host: evil.example.com"}, 403);
    row("a name that begins like ours", {"Host: localhost.evil.example.com"}, 403);
    row("a name behind ours", {"Host: localhost:80.evil.example.com"}, 403);
    row("a page of this machine", {"Origin: http://localhost:3000"}, 200);
    row("a page of elsewhere", {"Origin: https://evil.example.com"}, 403);
    row("a page of nowhere", {"Origin: null"}, 403);
}

void TestDemoHttp::refusesStrangers()
{
    QFETCH(QByteArrayList, fields);
    HttpWire wire;
    QTEST(wire.ask(post(initialize("2025-11-25"), fields)).status, "status");
}

void TestDemoHttp::opensASessionAndEndsIt()
{
    HttpWire wire;
    const QByteArray ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    QCOMPARE(wire.ask(post(ping)).status, 400); // no session named
    QCOMPARE(wire.ask(post(ping, {"Mcp-Session-Id: none"})).status, 404);

    Session session(wire, "2025-11-25");
    QCOMPARE(session.id.size(), 32);
    const HttpResponse response = wire.ask(session.post(ping));
    QCOMPARE(response.status, 200);
    QCOMPARE(response.fields.at("content-type"), "application/json");
    QCOMPARE(response.body, R"({"jsonrpc":"2.0","id":1,"result":{}})");
    const QByteArray initialized = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
    QCOMPARE(wire.ask(session.post(initialized)).status, 202);

    QCOMPARE(wire.ask(request("DELETE", "/mcp", session.fields())).status, 204);
    QCOMPARE(wire.ask(session.post(ping)).status, 404);
}

void TestDemoHttp::sendsNoBodyToHead()
{
    HttpWire wire;
    auto client = wire.connect();
    client.send(request("HEAD", "/mcp", {}) + post(initialize("2025-11-25")));
    QByteArray bytes = client.readAll();
    const qsizetype end = bytes.indexOf("\r\n\r\n") + 4;
    QVERIFY(bytes.startsWith("HTTP/1.1 405 "));
    QVERIFY(bytes.mid(end).startsWith("HTTP/1.1 200 "));
}

void TestDemoHttp::keepsSessionsApart()
{
    HttpWire wire;
    Session first(wire, "2025-11-25");
    Session second(wire, "2025-03-26");
    QVERIFY(first.id != second.id);
    // The same id at the same time, and each in its own revision.
    auto slow = wire.connect();
    slow.send(first.post(call("slow_count", R"({"n":1})")));
    const QByteArray list = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
    QVERIFY(!wire.ask(second.post(list)).body.contains("\"icons\""));
    QVERIFY(wire.ask(first.post(list)).body.contains("This id is still in use"));
    wire.pass(Milliseconds(500));
    QVERIFY(slow.read().body.contains("Counted to 1."));
}

void TestDemoHttp::makesRoomForNewSessions()
{
    HttpWire wire;
    const QByteArray ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    Session used(wire, "2025-11-25");
    Session unused(wire, "2025-11-25");
    for (std::size_t i = 1; i < HttpServer::kMaxSessions; ++i) {
        wire.pass(Milliseconds(1));
        wire.ask(used.post(ping));
        QVERIFY(!Session(wire, "2025-11-25").id.isEmpty());
    }
    QCOMPARE(wire.ask(used.post(ping)).status, 200);
    QCOMPARE(wire.ask(unused.post(ping)).status, 404);
}

void TestDemoHttp::checksTheRevisionOfEachRequest_data()
{
    QTest::addColumn<QByteArrayList>("fields");
    QTest::addColumn<int>("status");
    QTest::newRow("none") << QByteArrayList() << 200; // 2025-03-26 has no such header
    QTest::newRow("the agreed one") << QByteArrayList{"mcp-protocol-version: 2025-06-18"} << 200;
    QTest::newRow("another one") << QByteArrayList{"MCP-Protocol-Version: 2025-11-25"} << 400;
    QTest::newRow("an unknown one") << QByteArrayList{"MCP-Protocol-Version: 1999-01-01"} << 400;
}

void TestDemoHttp::checksTheRevisionOfEachRequest()
{
    QFETCH(QByteArrayList, fields);
    HttpWire wire;
    Session session(wire, "2025-06-18");
    fields << "Mcp-Session-Id: " + session.id;
    QTEST(wire.ask(post(R"({"jsonrpc":"2.0","id":1,"method":"ping"})", fields)).status, "status");
}

void TestDemoHttp::asksForTheRightTypes_data()
{
    QTest::addColumn<QByteArrayList>("fields");
    QTest::addColumn<int>("status");
    QTest::newRow("anything") << QByteArrayList{"Accept: */*"} << 200;
    QTest::newRow("with qualities")
        << QByteArrayList{"Accept: text/event-stream;q=0.5, Application/JSON"} << 200;
    QTest::newRow("in two fields")
        << QByteArrayList{"Accept: text/event-stream", "Accept: application/json"} << 200;
    QTest::newRow("without events") << QByteArrayList{"Accept: application/json"} << 406;
    QTest::newRow("with a charset")
        << QByteArrayList{"Content-Type: application/json; charset=utf-8"} << 200;
    QTest::newRow("a form") << QByteArrayList{"Content-Type: text/plain"} << 415;
}

void TestDemoHttp::asksForTheRightTypes()
{
    QFETCH(QByteArrayList, fields);
    HttpWire wire;
    QTEST(wire.ask(post(initialize("2025-11-25"), fields)).status, "status");
}

void TestDemoHttp::respondsWithJsonOrWithEvents()
{
    HttpWire wire;
    Session session(wire, "2025-06-18");
    auto client = wire.connect();
    client.send(session.post(call("slow_count", R"({"n":1})", R"(,"_meta":{"progressToken":7})")));
    QCOMPARE(client.read().status, 0); // undecided
    wire.pass(Milliseconds(500));
    const HttpResponse response = client.read();
    QCOMPARE(response.fields.at("content-type"), "text/event-stream");
    QCOMPARE(response.fields.at("x-accel-buffering"), "no");
    QVERIFY(response.complete);
    QCOMPARE(response.events().size(), 2);
    QVERIFY(response.events().at(0).contains("notifications/progress"));
    QVERIFY(response.events().at(1).contains("Counted to 1."));
}

void TestDemoHttp::asksTheClientOnTheStreamOfTheCall()
{
    HttpWire wire;
    Session session(wire, "2025-11-25", R"({"roots":{}})");
    auto client = wire.connect();
    HttpResponse response = client.ask(session.post(call("list_roots")));
    QVERIFY(!response.complete);
    QCOMPARE(response.events().size(), 1); // the priming event has no data
    QVERIFY(response.body.startsWith("id: 2-0\nretry: 500\ndata: \n\n"));
    QVERIFY(response.events().at(0).contains(R"("id":"s-1","method":"roots/list")"));

    const QByteArray roots =
        R"({"jsonrpc":"2.0","id":"s-1","result":{"roots":[{"uri":"file:///here"}]}})";
    QCOMPARE(wire.ask(session.post(roots)).status, 202);
    response = client.read();
    QVERIFY(response.complete);
    QVERIFY(response.events().at(1).contains("file:///here"));
}

void TestDemoHttp::takesBatchesInOneRevisionOnly()
{
    HttpWire wire;
    const QByteArray batch = R"([{"jsonrpc":"2.0","id":1,"method":"ping"},)"
                             R"({"jsonrpc":"2.0","method":"notifications/initialized"},)"
                             R"({"jsonrpc":"2.0","id":2,"method":"ping"}])";
    const HttpResponse response = wire.ask(Session(wire, "2025-03-26").post(batch));
    QCOMPARE(response.status, 200);
    QCOMPARE(response.body,
        R"([{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}])");
    const QByteArray silent = R"([{"jsonrpc":"2.0","method":"notifications/initialized"}])";
    QCOMPARE(wire.ask(Session(wire, "2025-03-26").post(silent)).status, 202);
    QCOMPARE(wire.ask(Session(wire, "2025-06-18").post(batch)).status, 400);
    QCOMPARE(wire.ask(post(batch, {"MCP-Protocol-Version: 2026-07-28"})).status, 400);
}

void TestDemoHttp::tellsOfChangesOnTheStandingStream()
{
    HttpWire wire;
    Session session(wire, "2025-11-25");
    auto listener = wire.connect();
    QCOMPARE(listener.ask(session.get()).status, 200);
    QCOMPARE(wire.ask(session.get()).status, 409); // each message goes to one stream only

    wire.ask(session.post(
        R"({"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"demo://pulse"}})"));
    wire.pass(Milliseconds(1000));
    QVERIFY(listener.read().events().at(0).contains("notifications/resources/updated"));
    // Another session's doing is news here too.
    wire.ask(Session(wire, "2025-06-18").post(call("station_delete", R"({"station":17})")));
    QVERIFY(listener.read().events().at(1).contains("notifications/resources/list_changed"));
}

void TestDemoHttp::resumesAStreamWhereItBroke()
{
    HttpWire wire;
    Session session(wire, "2025-11-25");
    auto client = wire.connect();
    client.send(session.post(call("slow_count", R"({"n":4})", R"(,"_meta":{"progressToken":7})")));
    wire.pass(Milliseconds(500));
    wire.pass(Milliseconds(500));
    HttpResponse response = client.read();
    QCOMPARE(response.events().size(), 2);
    const QByteArray last = response.lastId();
    client.leave();
    wire.pass(Milliseconds(500)); // it goes on all the same

    auto again = wire.connect();
    response = again.ask(session.get({"Last-Event-ID: " + last}));
    QCOMPARE(response.events().size(), 1);
    QVERIFY(response.events().at(0).contains("\"progress\":3"));
    QVERIFY(!response.complete);
    wire.pass(Milliseconds(500));
    response = again.read();
    QVERIFY(response.complete);
    QVERIFY(response.events().at(2).contains("Counted to 4."));
    // What is over can still be fetched.
    response = wire.ask(session.get({"Last-Event-ID: " + last}));
    QVERIFY(response.complete);
    QCOMPARE(response.events().size(), 3);
}

void TestDemoHttp::hangsUpWhereTheClientCanComeBack()
{
    ServerOptions options;
    options.fixtures = true;
    HttpWire wire(options);
    Session session(wire, "2025-11-25");
    HttpResponse response = wire.ask(session.post(call("test_reconnection")));
    QVERIFY(response.complete);
    QVERIFY(response.events().isEmpty());
    auto again = wire.connect();
    again.send(session.get({"Last-Event-ID: " + response.lastId()}));
    wire.pass(Milliseconds(100));
    QVERIFY(again.read().events().at(0).contains("Sent after the connection ended."));

    Session older(wire, "2025-06-18");
    auto client = wire.connect();
    client.send(older.post(call("test_reconnection")));
    wire.pass(Milliseconds(100));
    QCOMPARE(client.read().fields.at("content-type"), "application/json");
}

void TestDemoHttp::respondsToACancelledCallWithNothing()
{
    HttpWire wire;
    Session session(wire, "2025-11-25");
    auto client = wire.connect();
    client.send(session.post(call("slow_count")));
    wire.ask(session.post(
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})"));
    const HttpResponse response = client.read();
    QCOMPARE(response.status, 200);
    QVERIFY(response.complete);
    QVERIFY(response.events().isEmpty());
}

void TestDemoHttp::refusesResumptionOfTheUnknown()
{
    HttpWire wire;
    Session session(wire, "2025-11-25");
    for (const char *id : {"7-1", "x", "1", "-1-1", "1-", "99999999999-1"})
        QCOMPARE(wire.ask(session.get({QByteArray("Last-Event-ID: ") + id})).status, 400);
    QCOMPARE(wire.ask(request("GET", "/mcp", {})).status, 400); // no session
    QCOMPARE(wire.ask(session.get({"Accept: application/json"})).status, 406);
}

void TestDemoHttp::speaksTheOldestTransport()
{
    HttpWire wire;
    auto stream = wire.connect();
    HttpResponse response = stream.ask(request("GET", "/sse", {}));
    QVERIFY(response.body.startsWith("event: endpoint\ndata: /messages?session="));
    const QByteArray endpoint = response.events().at(0);
    const auto say = [&](const QByteArray &body) {
        return wire.ask(request("POST", endpoint, {}, body)).status;
    };
    QCOMPARE(say(initialize("2024-11-05")), 202);
    QCOMPARE(say(R"({"jsonrpc":"2.0","id":1,"method":"ping"})"), 202);
    response = stream.read();
    QVERIFY(response.body.contains("event: message\n"));
    QVERIFY(response.events().at(1).contains(R"("protocolVersion":"2024-11-05")"));
    QCOMPARE(response.events().at(2), R"({"jsonrpc":"2.0","id":1,"result":{}})");
    QCOMPARE(wire.ask(request("POST", "/messages?session=none", {}, "{}")).status, 404);
    stream.leave();
    QCOMPARE(say(R"({"jsonrpc":"2.0","id":2,"method":"ping"})"), 404);
}

void TestDemoHttp::respondsOverASocket()
{
    QProcess server;
    server.start(sonde::test::programPath("sonde-demo-server"),
        {QStringLiteral("--http"), QStringLiteral("0")});
    QVERIFY(server.waitForStarted());
    server.setReadChannel(QProcess::StandardError);
    QTRY_VERIFY(server.canReadLine());
    const QByteArray line = server.readLine().trimmed();
    QVERIFY2(
        line.startsWith("sonde-demo-server: listening on http://127.0.0.1:"), line.constData());
    QVERIFY(line.endsWith("/mcp"));

    // A shell's own socket: the test needs no network library, and every byte is what it says.
    const QByteArray port = line.split(':').last().chopped(4);
    QProcess client;
    client.start(QStringLiteral("bash"),
        {QStringLiteral("-c"),
            QStringLiteral("exec 3<>/dev/tcp/127.0.0.1/%1; cat >&3; cat <&3")
                .arg(QString::fromLatin1(port))});
    QVERIFY(client.waitForStarted());
    client.write(post(initialize("2025-11-25"), {"Connection: close"}));
    client.closeWriteChannel();
    QVERIFY(client.waitForFinished());
    QByteArray response = client.readAllStandardOutput();
    QCOMPARE(readResponse(response).status, 200);

    server.terminate();
    QVERIFY(server.waitForFinished());
    QCOMPARE(server.exitStatus(), QProcess::NormalExit);
    QCOMPARE(server.exitCode(), 0);
}

QTEST_GUILESS_MAIN(TestDemoHttp)
#include "tst_demohttp.moc"
