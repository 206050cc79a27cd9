// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/mockwire.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;
using namespace sonde::test;

// A mock over HTTP: which response a message of the recording goes into, in each transport.
class TestMockEndpoint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void respondsWithJson();
    void streamsWhatComesBeforeTheResponse();
    void keepsSessionsApart();
    void waitsForTheResponseOfTheClient();
    void sendsWhatBelongsToNoRequestToTheStandingStream();
    void endsACancelledRequest();
    void endsWhatIsOpenWithItsSession();
    void respondsToEachRequestOfABatch();
    void playsHttpWithSse();
    void playsTheModernEra();
    void leavesOutWhatHasNoStream();
    void endsASubscriptionWithItsConnection();
    void playsTheTimesOfTheRecording();
    void refusesWhatTheTransportForbids_data();
    void refusesWhatTheTransportForbids();
    void makesRoomForNewSessions();
    void makesTheFaultsOfAFile();
};

namespace {

QByteArray sent(const QByteArray &members)
{
    return rpcLine('>', members);
}

QByteArray received(const QByteArray &members)
{
    return rpcLine('<', members);
}

constexpr char kProgress[] =
    R"("method":"notifications/progress","params":{"progressToken":"p","progress":1})";
constexpr char kMessage[] = R"("method":"notifications/message","params":{"data":1})";
constexpr char kChanged[] = R"("method":"notifications/tools/list_changed")";
constexpr char kCount[] = R"("method":"count","params":{"_meta":{"progressToken":"p"}})";
constexpr char kRoots[] = R"("method":"roots/list")";

// A legacy server: a response at once, one after progress, one after a server request, and what
// follows the handshake.
const QByteArrayList kLegacy{sent(R"("id":0,"method":"initialize","params":{})"),
    received(R"("id":0,"result":{"protocolVersion":"2025-11-25"})"),
    sent(R"("method":"notifications/initialized")"), received(kChanged),
    sent(R"("id":1,"method":"now")"), received(R"("id":1,"result":{"v":1.0})"), "@3",
    sent(R"("id":2,)" + QByteArray(kCount)), "@5", received(kProgress), received(kMessage), "@5",
    received(R"("id":2,"result":{"counted":1})"), sent(R"("id":3,"method":"ask")"),
    received(R"("id":1,)" + QByteArray(kRoots)), sent(R"("id":1,"result":{"roots":[]})"),
    received(R"("id":3,"result":{"asked":true})"), sent(R"("id":4,"method":"never")")};

constexpr char kModernMeta[] =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"})";

QByteArray subscribed(const QByteArray &id, const QByteArray &method)
{
    return R"("method":")" + method
        + R"(","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":)" + id + "}}";
}

QByteArray modern(const QByteArray &id, const QByteArray &method)
{
    return "\"id\":" + id + R"(,"method":")" + method + R"(","params":{)" + kModernMeta + "}";
}

const QByteArrayList kModern{sent(modern("1", "now")), received(R"("id":1,"result":{"v":1.0})"),
    sent(modern("2", "subscriptions/listen")),
    received(subscribed("2", "notifications/subscriptions/acknowledged")),
    received(subscribed("2", "notifications/tools/list_changed")), sent(modern("3", "wrong")),
    received(R"("id":3,"error":{"code":-32020,"message":"A header"})")};

using Wire = MockWire;

const QByteArray kInitialize = message(R"("id":7,"method":"initialize","params":{})");

QByteArrayList opened(Wire &wire)
{
    return {"Mcp-Session-Id: " + wire.ask(post(kInitialize)).fields["mcp-session-id"]};
}

} // namespace

void TestMockEndpoint::respondsWithJson()
{
    Wire wire(kLegacy);
    const HttpResponse first = wire.ask(post(kInitialize));
    QCOMPARE(first.status, 200);
    QCOMPARE(first.body, message(R"("id":7,"result":{"protocolVersion":"2025-11-25"})"));
    QCOMPARE(first.fields.at("content-type"), "application/json");
    const QByteArrayList session{"Mcp-Session-Id: " + first.fields.at("mcp-session-id")};
    const HttpResponse initialized =
        wire.ask(post(message(R"("method":"notifications/initialized")"), session));
    QCOMPARE(initialized.status, 202);
    QVERIFY(initialized.complete);
    QCOMPARE(wire.ask(post(message(R"("id":"x","method":"now")"), session)).body,
        message(R"("id":"x","result":{"v":1.0})"));
    // An error is no reason for another status: 404 would mean that the session is gone.
    const HttpResponse unknown = wire.ask(post(message(R"("id":8,"method":"other")"), session));
    QCOMPARE(unknown.status, 200);
    QVERIFY2(unknown.body.contains("-32601"), unknown.body.constData());
    QCOMPARE(wire.remarks(), QByteArrayList{"# The recording has no request other."});
}

void TestMockEndpoint::streamsWhatComesBeforeTheResponse()
{
    Wire wire(kLegacy);
    const HttpResponse stream =
        wire.ask(post(message(R"("id":9,)" + QByteArray(kCount)), opened(wire)));
    QCOMPARE(stream.fields.at("content-type"), "text/event-stream");
    QCOMPARE(stream.events(),
        (QByteArrayList{
            message(kProgress), message(kMessage), message(R"("id":9,"result":{"counted":1})")}));
    QVERIFY(stream.complete);
}

// Each has the recording from its beginning.
void TestMockEndpoint::keepsSessionsApart()
{
    Wire wire(kLegacy
        + QByteArrayList{sent(R"("id":5,"method":"now")"), received(R"("id":5,"result":{"v":2})")});
    const QByteArray now = message(R"("id":1,"method":"now")");
    for (int i = 0; i < 2; ++i) {
        const QByteArrayList session = opened(wire);
        QCOMPARE(wire.ask(post(now, session)).body, message(R"("id":1,"result":{"v":1.0})"));
        QCOMPARE(wire.ask(post(now, session)).body, message(R"("id":1,"result":{"v":2})"));
        QCOMPARE(wire.ask(request("DELETE", "/mcp", session)).status, 204);
        QCOMPARE(wire.ask(post(now, session)).status, 404);
    }
}

void TestMockEndpoint::waitsForTheResponseOfTheClient()
{
    Wire wire(kLegacy);
    const QByteArrayList session = opened(wire);
    auto asking = wire.connect();
    const HttpResponse asked = asking.ask(post(message(R"("id":9,"method":"ask")"), session));
    QCOMPARE(asked.events(), QByteArrayList{message(R"("id":1,)" + QByteArray(kRoots))});
    QVERIFY(!asked.complete);
    QCOMPARE(wire.ask(post(message(R"("id":1,"result":{"roots":[]})"), session)).status, 202);
    const HttpResponse done = asking.read();
    QCOMPARE(done.events().last(), message(R"("id":9,"result":{"asked":true})"));
    QVERIFY(done.complete);
}

void TestMockEndpoint::sendsWhatBelongsToNoRequestToTheStandingStream()
{
    Wire wire(kLegacy);
    const QByteArrayList session = opened(wire);
    const auto initialized = post(message(R"("method":"notifications/initialized")"), session);
    QCOMPARE(wire.ask(initialized).status, 202);
    auto listening = wire.connect();
    HttpResponse stream = listening.ask(request("GET", "/mcp", session)); // what was sent before
    QCOMPARE(stream.events(), QByteArrayList{message(kChanged)});
    QVERIFY(!stream.complete);
    QCOMPARE(wire.ask(request("GET", "/mcp", session)).status, 409);
    wire.ask(initialized);
    stream = listening.read();
    QCOMPARE(stream.events(), (QByteArrayList{message(kChanged), message(kChanged)}));
    // It goes on where it broke.
    listening.leave();
    const QByteArrayList resumed = session + QByteArrayList{"Last-Event-ID: 0-1"};
    QCOMPARE(wire.ask(request("GET", "/mcp", resumed)).events(), QByteArrayList{message(kChanged)});
    for (const char *other : {"Last-Event-ID: 5-1", "Last-Event-ID: x"})
        QCOMPARE(wire.ask(request("GET", "/mcp", session + QByteArrayList{other})).status, 400);
}

void TestMockEndpoint::endsACancelledRequest()
{
    Wire wire(kLegacy);
    const QByteArrayList session = opened(wire);
    auto asking = wire.connect();
    QVERIFY(!asking.ask(post(message(R"("id":9,"method":"ask")"), session)).complete);
    wire.ask(
        post(message(R"("method":"notifications/cancelled","params":{"requestId":9})"), session));
    QVERIFY(asking.read().complete);
    QCOMPARE(asking.read().events().size(), 1);
}

void TestMockEndpoint::endsWhatIsOpenWithItsSession()
{
    Wire wire(kLegacy);
    const QByteArrayList session = opened(wire);
    auto asking = wire.connect();
    auto listening = wire.connect();
    QVERIFY(!asking.ask(post(message(R"("id":9,"method":"ask")"), session)).complete);
    QVERIFY(!listening.ask(request("GET", "/mcp", session)).complete);
    QVERIFY(!asking.isOver());
    QCOMPARE(wire.ask(request("DELETE", "/mcp", session)).status, 204);
    QVERIFY(!asking.read().complete); // it was cut off
    QVERIFY(asking.isOver());
    QVERIFY(listening.read().complete);
}

void TestMockEndpoint::respondsToEachRequestOfABatch()
{
    Wire wire(kLegacy);
    const QByteArray batch = '[' + message(R"("id":1,"method":"now")") + ','
        + message(R"("method":"notifications/initialized")") + ','
        + message(R"("id":2,"method":"ping")") + ']';
    const HttpResponse stream = wire.ask(post(batch, opened(wire)));
    QCOMPARE(stream.events(),
        (QByteArrayList{
            message(R"("id":1,"result":{"v":1.0})"), message(R"("id":2,"result":{})")}));
    QVERIFY(stream.complete);
}

void TestMockEndpoint::playsHttpWithSse()
{
    Wire wire(QByteArrayList{received(kMessage)} + kLegacy);
    auto listening = wire.connect();
    HttpResponse stream = listening.ask(request("GET", "/sse", {}));
    QCOMPARE(stream.events().size(), 2);
    const QByteArray endpoint = stream.events().first(); // nothing comes before it
    QVERIFY2(endpoint.startsWith("/messages?session="), endpoint.constData());
    QCOMPARE(stream.events().last(), message(kMessage));
    QCOMPARE(wire.ask(request("POST", endpoint, {}, kInitialize)).status, 202);
    QCOMPARE(
        wire.ask(request("POST", endpoint, {}, message(R"("id":9,)" + QByteArray(kCount)))).status,
        202);
    stream = listening.read();
    QCOMPARE(stream.events().mid(2),
        (QByteArrayList{message(R"("id":7,"result":{"protocolVersion":"2025-11-25"})"),
            message(kProgress), message(kMessage), message(R"("id":9,"result":{"counted":1})")}));
    const QByteArray batch = '[' + QByteArray("1,").repeated(1000) + "1]";
    QCOMPARE(wire.ask(request("POST", endpoint, {}, batch)).status, 400);
    listening.leave();
    wire.pass(0);
    QCOMPARE(wire.ask(request("POST", endpoint, {}, kInitialize)).status, 404);
}

void TestMockEndpoint::playsTheModernEra()
{
    Wire wire(kModern);
    const HttpResponse now = wire.ask(post(message(modern("5", "now"))));
    QCOMPARE(now.status, 200);
    QCOMPARE(now.body, message(R"("id":5,"result":{"v":1.0})"));
    QVERIFY(!now.fields.contains("mcp-session-id"));
    QCOMPARE(wire.ask(post(message(modern("6", "wrong")))).status, 400);
    QCOMPARE(wire.ask(post(message(modern("7", "server/discover")))).status, 404);
    QCOMPARE(wire.ask(request("GET", "/mcp", {"MCP-Protocol-Version: 2026-07-28"})).status, 405);
    // Two clients may use the same id at the same time.
    auto one = wire.connect();
    auto two = wire.connect();
    for (auto *client : {&one, &two}) {
        const HttpResponse stream = client->ask(post(message(modern("8", "subscriptions/listen"))));
        QCOMPARE(stream.events(),
            (QByteArrayList{message(subscribed("8", "notifications/subscriptions/acknowledged")),
                message(subscribed("8", "notifications/tools/list_changed"))}));
        QVERIFY(!stream.complete);
    }
}

// No stream of the modern era is open while no request is pending.
void TestMockEndpoint::leavesOutWhatHasNoStream()
{
    Wire wire(QByteArrayList{received(kMessage)} + kModern);
    const HttpResponse now = wire.ask(post(message(modern("5", "now"))));
    QCOMPARE(now.body, message(R"("id":5,"result":{"v":1.0})"));
    const QByteArrayList remarks = wire.remarks();
    QCOMPARE(remarks.size(), 1);
    QVERIFY2(remarks.front().startsWith("# A message belongs to no open request."),
        remarks.front().constData());
}

void TestMockEndpoint::endsASubscriptionWithItsConnection()
{
    Wire wire(QByteArrayList{sent(modern("2", "subscriptions/listen")), "@1000",
                  received(subscribed("2", "notifications/tools/list_changed"))},
        {.speed = {.factor = 1}});
    auto listening = wire.connect();
    listening.ask(post(message(modern("2", "subscriptions/listen"))));
    QVERIFY(wire.endpoint().nextDeadline());
    listening.leave();
    wire.pass(1);
    QVERIFY(!wire.endpoint().nextDeadline());
    QCOMPARE(wire.remarks(),
        QByteArrayList{"# Message 1 of the recording has no response, so the client gets none."});
}

void TestMockEndpoint::playsTheTimesOfTheRecording()
{
    Wire wire(kLegacy, {.speed = {.factor = 1}});
    auto counting = wire.connect();
    HttpResponse stream =
        counting.ask(post(message(R"("id":9,)" + QByteArray(kCount)), opened(wire)));
    QCOMPARE(stream.status, 0); // nothing yet
    wire.pass(5);
    QCOMPARE(counting.read().events(), (QByteArrayList{message(kProgress), message(kMessage)}));
    wire.pass(4);
    QVERIFY(!counting.read().complete);
    wire.pass(1);
    QVERIFY(counting.read().complete);
}

void TestMockEndpoint::refusesWhatTheTransportForbids_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("sentence");
    const QByteArray ping = message(R"("id":1,"method":"ping")");
    const auto row = [](const char *name, const QByteArray &request, int status,
                         const QByteArray &sentence) {
        QTest::newRow(name) << request << status << sentence;
    };
    row("no session", post(ping), 400, "Mcp-Session-Id is missing");
    row("another session", post(ping, {"Mcp-Session-Id: x"}), 404, "no such session");
    row("another type", post(ping, {"Content-Type: text/plain"}), 415, "application/json");
    row("no events", post(ping, {"Accept: application/json"}), 406, "text/event-stream");
    row("no revision", post(ping, {"MCP-Protocol-Version: banana"}), 400,
        "Mcp-Session-Id is missing");
    row("too many messages", post('[' + QByteArray("1,").repeated(1000) + "1]"), 400,
        "at most 1000 messages");
    row("another site", post(ping, {"Origin: http://example.com"}), 403, "");
    row("another path", request("GET", "/", {}), 404, "The endpoint is /mcp");
    row("another method", request("PUT", "/mcp", {}), 405, "not allowed");
    row("POST to /sse", request("POST", "/sse", {}, ping), 405, "starts with a GET");
    row("GET of /messages", request("GET", "/messages", {}), 405, "sent with POST");
    row("a GET without events", request("GET", "/mcp", {"Accept: application/json"}), 406,
        "text/event-stream");
    row("no session of HTTP+SSE", request("POST", "/messages?session=x", {}, ping), 404,
        "no such session");
    row("a batch of the modern era", post('[' + ping + ']', {"MCP-Protocol-Version: 2026-07-28"}),
        400, "one message");
    row("a response of the modern era",
        post(message(R"("id":1,"result":{})"), {"MCP-Protocol-Version: 2026-07-28"}), 400,
        "no pending request");
}

void TestMockEndpoint::refusesWhatTheTransportForbids()
{
    QFETCH(QByteArray, request);
    QFETCH(int, status);
    QFETCH(QByteArray, sentence);
    Wire wire(kLegacy);
    const HttpResponse response = wire.ask(request);
    QCOMPARE(response.status, status);
    QVERIFY2(response.body.contains(sentence), response.body.constData());
}

void TestMockEndpoint::makesRoomForNewSessions()
{
    Wire wire(kLegacy);
    const QByteArrayList first = opened(wire);
    auto listening = wire.connect();
    listening.ask(request("GET", "/mcp", first));
    const QByteArrayList second = opened(wire);
    for (std::size_t i = 2; i <= MockEndpoint::kMaxSessions; ++i)
        QCOMPARE(opened(wire).size(), 1);
    const QByteArray now = message(R"("id":1,"method":"now")");
    QCOMPARE(wire.ask(post(now, first)).status, 200); // it is not idle
    QCOMPARE(wire.ask(post(now, second)).status, 404);
}

void TestMockEndpoint::makesTheFaultsOfAFile()
{
    const auto made = mock::MadeResponses::read(Bytes::copyOf(R"({"responses":[
        {"method":"now","fault":"close","times":1}, {"method":"now","fault":"twice","times":1},
        {"method":"now","fault":"broken","times":1}, {"method":"now","fault":"silence"}]})"));
    QVERIFY(made);
    Wire wire(kLegacy, {.made = made.value()});
    const QByteArrayList session = opened(wire);
    const QByteArray now = post(message(R"("id":1,"method":"now")"), session);
    const QByteArray response = message(R"("id":1,"result":{"v":1.0})");
    QCOMPARE(wire.ask(now).status, 0); // the connection ended without a response
    QCOMPARE(wire.ask(now).events(), (QByteArrayList{response, response}));
    QCOMPARE(wire.ask(now).body, response.left(response.size() / 2));
    QCOMPARE(wire.ask(now).status, 0);
    QCOMPARE(wire.ask(post(message(R"("id":2,"method":"ping")"), session)).status, 200);
}

QTEST_GUILESS_MAIN(TestMockEndpoint)
#include "tst_mockendpoint.moc"
