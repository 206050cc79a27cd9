// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httpwire.h"

#include "demo/http/headercheck.h"

#include <QTest>

using namespace sonde;
using namespace sonde::demo;
using namespace sonde::test;

namespace {

const QByteArray kMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"progressToken":"p"})";
const QByteArrayList kCallFields{
    "MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: slow_count"};

QByteArray stateless(const QByteArray &method, const QByteArray &params = {})
{
    return R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":{)" + params
        + (params.isEmpty() ? "" : ",") + kMeta + "}}";
}

QByteArrayList modernFields(const QByteArray &method)
{
    return {"MCP-Protocol-Version: 2026-07-28", "Mcp-Method: " + method};
}

} // namespace

class TestDemoHttpModern : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statelessHasOnlyPost();
    void comparesTheHeadWithTheBody_data();
    void comparesTheHeadWithTheBody();
    void decodesHeaderValues_data();
    void decodesHeaderValues();
    void saysByStatusWhatIsWrong_data();
    void saysByStatusWhatIsWrong();
    void namesTheRevisionsItSpeaks();
    void takesAClosedStreamForACancellation();
    void listensUntilTheServerEnds();
};

void TestDemoHttpModern::statelessHasOnlyPost()
{
    HttpWire wire;
    for (const char *method : {"GET", "DELETE", "PUT"}) {
        const HttpResponse response =
            wire.ask(request(method, "/mcp", {"MCP-Protocol-Version: 2026-07-28"}));
        QCOMPARE(response.status, 405);
        QCOMPARE(response.fields.at("allow"), "POST");
    }
}

void TestDemoHttpModern::comparesTheHeadWithTheBody_data()
{
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QByteArrayList>("fields");
    QTest::addColumn<QByteArray>("response");
    const auto row = [](const char *name, const char *tool, const QByteArray &arguments,
                         const QByteArrayList &fields, const char *response) {
        QTest::newRow(name) << QByteArray(tool) << arguments << fields << QByteArray(response);
    };
    const QByteArray version = "MCP-Protocol-Version: 2026-07-28";
    const QByteArray method = "Mcp-Method: tools/call";
    const QByteArray name = "Mcp-Name: get_alerts";
    row("all there", "get_alerts", "{}", {version, method, name}, "\"result\"");
    row("no version", "get_alerts", "{}", {method, name}, "-32020");
    row("another version", "get_alerts", "{}", {"MCP-Protocol-Version: 2025-11-25", method, name},
        "-32020");
    row("no method", "get_alerts", "{}", {version, name}, "-32020");
    row("a method in other letters", "get_alerts", "{}", {version, "Mcp-Method: Tools/call", name},
        "-32020");
    row("no name", "get_alerts", "{}", {version, method}, "-32020");
    row("a name in Base64", "get_alerts", "{}",
        {version, method, "Mcp-Name: =?base64?Z2V0X2FsZXJ0cw==?="}, "\"result\"");
    row("a parameter", "get_alerts", R"({"city":"Oulu"})",
        {version, method, name, "Mcp-Param-City: Oulu"}, "\"result\"");
    row("a parameter in Base64", "get_alerts", R"({"city":"Reykjavík"})",
        {version, method, name, "Mcp-Param-City: =?base64?UmV5a2phdsOtaw==?="}, "\"result\"");
    row("an empty parameter", "get_alerts", R"({"city":""})",
        {version, method, name, "Mcp-Param-City:"}, "\"result\"");
    row("no parameter", "get_alerts", R"({"city":"Oulu"})", {version, method, name}, "-32020");
    row("another parameter", "get_alerts", R"({"city":"Oulu"})",
        {version, method, name, "Mcp-Param-City: Turku"}, "-32020");
    row("a parameter for nothing", "get_alerts", R"({"city":null})",
        {version, method, name, "Mcp-Param-City: Oulu"}, "-32020");
    row("a parameter for a null", "get_alerts", R"({"city":null})", {version, method, name},
        "\"id\":1");
}

void TestDemoHttpModern::comparesTheHeadWithTheBody()
{
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, arguments);
    QFETCH(QByteArrayList, fields);
    QFETCH(QByteArray, response);
    HttpWire wire;
    const QByteArray body = call(tool, arguments, ',' + kMeta);
    const HttpResponse got = wire.ask(post(body, fields));
    QVERIFY2(got.body.contains(response), got.body.constData());
    QCOMPARE(got.status, response == "-32020" ? 400 : 200);
}

void TestDemoHttpModern::decodesHeaderValues_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("text"); // "!": refused
    QTest::newRow("plain") << QByteArray("us-west1") << QByteArray("us-west1");
    QTest::newRow("encoded") << QByteArray("=?base64?SGVsbG8=?=") << QByteArray("Hello");
    QTest::newRow("encoded twice")
        << QByteArray("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=") << QByteArray("=?base64?literal?=");
    QTest::newRow("empty") << QByteArray("=?base64?"
                                         "?=")
                           << QByteArray("");
    QTest::newRow("no padding") << QByteArray("=?base64?SGVsbG8?=") << QByteArray("!");
    QTest::newRow("other letters") << QByteArray("=?base64?SGVs!!!bG8=?=") << QByteArray("!");
    QTest::newRow("no end") << QByteArray("=?base64?SGVsbG8=") << QByteArray("=?base64?SGVsbG8=");
    QTest::newRow("too short") << QByteArray("=?base64?=") << QByteArray("=?base64?=");
}

void TestDemoHttpModern::decodesHeaderValues()
{
    QFETCH(QByteArray, value);
    const auto decoded = decodeHeaderValue(value.toStdString());
    QTEST(QByteArray::fromStdString(decoded.value_or("!")), "text");
}

void TestDemoHttpModern::saysByStatusWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("response");
    const auto row = [](const char *name, const QByteArray &body, const char *method, int status,
                         const char *response) {
        QTest::newRow(name) << body << QByteArray(method) << status << QByteArray(response);
    };
    row("fine", stateless("server/discover"), "server/discover", 200, "supportedVersions");
    row("no _meta", R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}})", "tools/list",
        400, "-32602");
    row("no method", stateless("no/method"), "no/method", 404, "-32601");
    row("a method of sessions", stateless("ping"), "ping", 404, "-32601");
    row("the handshake", stateless("initialize"), "initialize", 404, "-32601");
    row("no such prompt", stateless("prompts/get", R"("name":"none")"), "prompts/get", 200,
        "-32602");
    row("a missing capability", stateless("tools/call", R"("name":"list_roots")"), "tools/call",
        400, "-32021");
    row("no JSON", "{", "tools/list", 400, "-32700");
    row("no message", R"({"id":1})", "tools/list", 400, "-32600");
    row("an answer", R"({"jsonrpc":"2.0","id":1,"result":{}})", "tools/list", 400, "error");
    row("a notification", R"({"jsonrpc":"2.0","method":"notifications/cancelled"})", "x", 202, "");
}

void TestDemoHttpModern::saysByStatusWhatIsWrong()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, response);
    HttpWire wire;
    QByteArrayList fields = modernFields(method);
    if (body.contains("list_roots"))
        fields << "Mcp-Name: list_roots";
    else if (body.contains("none"))
        fields << "Mcp-Name: none";
    const HttpResponse got = wire.ask(post(body, fields));
    QVERIFY2(got.body.contains(response), got.body.constData());
    QTEST(got.status, "status");
}

void TestDemoHttpModern::namesTheRevisionsItSpeaks()
{
    QByteArray body = stateless("server/discover");
    body.replace("2026-07-28", "2099-01-01");
    const QByteArrayList fields{"MCP-Protocol-Version: 2099-01-01", "Mcp-Method: server/discover"};
    const HttpResponse response = HttpWire().ask(post(body, fields));
    QCOMPARE(response.status, 400);
    QVERIFY(response.body.contains(R"("code":-32022)"));
    QVERIFY(response.body.contains(R"("supported":["2026-07-28","2025-11-25",)"));

    // Who speaks only sessions does not know what that was.
    ServerOptions older;
    older.revisions = {Revision::R2025_11_25};
    const HttpResponse strange =
        HttpWire(older).ask(post(stateless("server/discover"), modernFields("server/discover")));
    QCOMPARE(strange.status, 400);
    QVERIFY(!strange.body.contains("-3202"));
    // And the other way round.
    ServerOptions newer;
    newer.revisions = {Revision::R2026_07_28};
    const HttpResponse late = HttpWire(newer).ask(post(initialize("2025-11-25")));
    QCOMPARE(late.status, 400);
    QVERIFY(late.body.contains(R"("data":{"supported":["2026-07-28"],"requested":"2025-11-25"})"));
}

void TestDemoHttpModern::takesAClosedStreamForACancellation()
{
    HttpWire wire;
    auto client = wire.connect();
    client.send(post(call("slow_count", R"({"n":3})", ',' + kMeta), kCallFields));
    wire.pass(Milliseconds(500));
    const HttpResponse response = client.read();
    QVERIFY(response.events().at(0).contains("\"progress\":1"));
    QVERIFY(response.lastId().isEmpty()); // nothing can be resumed here
    const auto deadline = wire.server().nextDeadline();
    QVERIFY(deadline && *deadline == Milliseconds(1000));
    client.leave();
    QVERIFY(*wire.server().nextDeadline() > Milliseconds(1000)); // the call is gone
}

void TestDemoHttpModern::listensUntilTheServerEnds()
{
    HttpWire wire;
    auto client = wire.connect();
    HttpResponse response = client.ask(post(
        stateless("subscriptions/listen",
            R"("notifications":{"resourcesListChanged":true,"toolsListChanged":true,"resourceSubscriptions":["demo://pulse"]})"),
        modernFields("subscriptions/listen")));
    QVERIFY(response.events().at(0).contains("notifications/subscriptions/acknowledged"));
    QVERIFY(!response.events().at(0).contains("toolsListChanged"));
    wire.pass(Milliseconds(1000));
    QVERIFY(client.read().events().at(1).contains("demo://pulse"));
    wire.server().end();
    response = client.read();
    QVERIFY(response.complete);
    QVERIFY(response.events().at(2).contains(R"("resultType":"complete")"));
}

QTEST_GUILESS_MAIN(TestDemoHttpModern)
#include "tst_demohttpmodern.moc"
