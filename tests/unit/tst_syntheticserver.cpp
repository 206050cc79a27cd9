// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/snapshotfile.h"
#include "schema/validator.h"
#include "support/mockplay.h"
#include "synthetic/syntheticserver.h"

#include <QTest>

using namespace sonde;
using namespace sonde::test;
using synthetic::fitsTemplate;

// A mock of a snapshot, without a recording.
class TestSyntheticServer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensInBothEras();
    void givesTheListsAsTheyAre();
    void makesResultsThatFitTheOutputSchema();
    void givesEqualRequestsEqualBytes();
    void leavesOutWhatARevisionDoesNotHave();
    void readsResourcesByTheirType();
    void matchesTemplates_data();
    void matchesTemplates();
    void fillsPromptsWithTheArguments();
    void refusesAsAServerMust_data();
    void refusesAsAServerMust();
    void judgesArgumentsByTheInputSchema();
    void refusesInTheModernEra_data();
    void refusesInTheModernEra();
    void keepsASubscriptionOpen();
    void putsMadeResponsesFirst();
};

namespace {

constexpr char kSnapshot[] = R"({"format":"sonde-snapshot","version":1,"revision":"2025-11-25",
"serverInfo":{"name":"weather","version":"1.0"},
"capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true},"prompts":{},
  "logging":{},"completions":{},"tasks":{"list":{}},
  "extensions":{"io.modelcontextprotocol/tasks":{},"x/y":{}}},
"instructions":"Ask for a city.",
"tools":{"complete":true,"items":[
{"name":"forecast","outputSchema":{"type":"object","properties":{"city":{"type":"string"},
  "degrees":{"type":"number","minimum":-50,"maximum":50}},"required":["city","degrees"]},
  "inputSchema":{"type":"object","properties":{"city":{"type":"string"},
  "days":{"type":"integer","maximum":7}},"required":["city"]}},
{"name":"note", "title": "Note" , "inputSchema":{"type":"object"}}]},
"resources":{"complete":true,"items":[
{"uri":"demo://data","name":"d","mimeType":"application/json"},
{"uri":"demo://image","name":"i","mimeType":"image/png"},
{"uri":"demo://text","name":"t"}]},
"resourceTemplates":{"complete":true,"items":[
{"uriTemplate":"demo://stations/{id}","name":"s","mimeType":"text/plain"}]},
"prompts":{"complete":true,"items":[
{"name":"packing","description":"What to pack","arguments":[{"name":"city","required":true},
  {"name":"days"}]}]}})";

changes::Snapshot snapshot()
{
    return changes::readSnapshot(Bytes::copyOf(kSnapshot)).value();
}

constexpr char kMeta[] = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                         R"("io.modelcontextprotocol/clientCapabilities":{}})";

QByteArray requestOf(const QByteArray &method, const QByteArray &params)
{
    return rpcLine('>', "\"id\":7,\"method\":\"" + method + "\",\"params\":{" + params + "}");
}

QByteArray opening(const QByteArray &revision)
{
    return requestOf("initialize", "\"protocolVersion\":\"" + revision + "\"");
}

// What the server sends, without "< ", to the last line.
QByteArray lastResponse(const QByteArrayList &lines, std::uint64_t seed = 0)
{
    const mock::MockScript script = synthetic::syntheticScript(snapshot(), seed);
    MockPlay played(script);
    played.play(lines);
    const QByteArray last = played.lines().last();
    return last.startsWith("< ") ? last.mid(2) : QByteArray();
}

QByteArray inSession(const QByteArray &method, const QByteArray &params,
    const QByteArray &revision = "2025-11-25", std::uint64_t seed = 0)
{
    return lastResponse({opening(revision), requestOf(method, params)}, seed);
}

QByteArray modern(const QByteArray &method, const QByteArray &params = {})
{
    return lastResponse(
        {requestOf(method, params + QByteArray(params.isEmpty() ? "" : ",") + kMeta)});
}

json::Document parsed(const QByteArray &text)
{
    return json::Document::parse(Bytes::fromByteArray(text));
}

} // namespace

void TestSyntheticServer::opensInBothEras()
{
    const QByteArray capabilities =
        R"("capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true},)"
        R"("prompts":{},"logging":{},"completions":{},"extensions":{"x/y":{}}})";
    const QByteArray info = R"({"name":"weather","version":"1.0"})";
    const QByteArray legacy = R"({"jsonrpc":"2.0","id":7,"result":{"protocolVersion":"2025-03-26",)"
        + capabilities + ",\"serverInfo\":" + info + R"(,"instructions":"Ask for a city."}})";
    QCOMPARE(lastResponse({opening("2025-03-26")}), legacy);
    QVERIFY(lastResponse({opening("1999-01-01")}).contains("\"2025-11-25\""));
    const QByteArray discovered = modern("server/discover");
    const json::Document document = parsed(discovered);
    const json::Value result = document.root()["result"];
    QVERIFY2(discovered.contains(capabilities), discovered.constData());
    QVERIFY(result["resultType"].equals("complete"));
    QVERIFY(result["ttlMs"].toInt64() && result["cacheScope"].isString());
    QCOMPARE(result["supportedVersions"].first().text(), std::string("2026-07-28"));
    QCOMPARE(QByteArray::fromStdString(
                 std::string(result["_meta"]["io.modelcontextprotocol/serverInfo"].raw())),
        info);
}

void TestSyntheticServer::givesTheListsAsTheyAre()
{
    const QByteArray note = R"({"name":"note", "title": "Note" , "inputSchema":{"type":"object"}})";
    QVERIFY(inSession("tools/list", "").contains(note));
    QVERIFY(modern("tools/list").contains(note));
    for (const char *method :
        {"resources/list", "resources/templates/list", "prompts/list", "tools/list"}) {
        const QByteArray list = inSession(method, "");
        QVERIFY2(list.contains("\"result\":{") && !list.contains('\n'), list.constData());
    }
    const QByteArray error = inSession("tools/list", R"("cursor":"x")");
    QVERIFY2(error.contains("-32602"), error.constData());
}

void TestSyntheticServer::makesResultsThatFitTheOutputSchema()
{
    const json::Document tools = parsed(inSession("tools/list", ""));
    const json::Value schema = tools.root()["result"]["tools"].first()["outputSchema"];
    const auto validator = schema::Validator::make(
        std::make_shared<json::Document>(json::Document::parse(schema.raw())));
    QVERIFY(validator);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const json::Document response = parsed(inSession(
            "tools/call", R"("name":"forecast","arguments":{"city":"Oulu"})", "2025-11-25", seed));
        const json::Value result = response.root()["result"];
        QVERIFY(validator->validate(result["structuredContent"]).isValid());
        QCOMPARE(result["content"].first()["text"].text(),
            std::string(result["structuredContent"].raw()));
    }
}

void TestSyntheticServer::givesEqualRequestsEqualBytes()
{
    const QByteArray oulu = R"("name":"forecast","arguments":{"city":"Oulu","days":2})";
    const QByteArray turned = R"("name":"forecast","arguments":{"days":2,"city":"Oulu"})";
    const QByteArray turku = R"("name":"forecast","arguments":{"city":"Turku","days":2})";
    const QByteArray first = inSession("tools/call", oulu);
    QCOMPARE(inSession("tools/call", oulu), first);
    QCOMPARE(inSession("tools/call", turned), first);
    QVERIFY(inSession("tools/call", turku) != first);
    QVERIFY(inSession("tools/call", oulu, "2025-11-25", 1) != first);
}

void TestSyntheticServer::leavesOutWhatARevisionDoesNotHave()
{
    const QByteArray call = R"("name":"forecast","arguments":{"city":"Oulu"})";
    QVERIFY(inSession("tools/call", call, "2025-06-18").contains("structuredContent"));
    QVERIFY(!inSession("tools/call", call, "2025-03-26").contains("structuredContent"));
    QVERIFY(modern("tools/call", call).contains("structuredContent"));
    QVERIFY(modern("ping").contains("-32601"));
    QVERIFY(inSession("server/discover", "").contains("-32601"));
}

void TestSyntheticServer::readsResourcesByTheirType()
{
    const auto contents = [](const char *uri) {
        const json::Document response =
            parsed(inSession("resources/read", "\"uri\":\"" + QByteArray(uri) + "\""));
        const json::Value first = response.root()["result"]["contents"].first();
        return QByteArray::fromStdString(first["text"].text() + '|' + first["blob"].text() + '|'
            + first["mimeType"].text() + '|' + first["uri"].text());
    };
    QVERIFY(parsed(contents("demo://data").split('|').first()).root()["count"].isNumber());
    QVERIFY(
        QByteArray::fromBase64(contents("demo://image").split('|').at(1)).startsWith("\x89PNG"));
    QVERIFY(contents("demo://text").endsWith("||demo://text"));
    QVERIFY(contents("demo://stations/7").endsWith("||text/plain|demo://stations/7"));
}

void TestSyntheticServer::matchesTemplates_data()
{
    QTest::addColumn<QByteArray>("uriTemplate");
    QTest::addColumn<QByteArray>("uri");
    QTest::addColumn<bool>("fits");
    const auto row = [](const char *uriTemplate, const char *uri, bool fits) {
        QTest::addRow("%s %s", uriTemplate, uri)
            << QByteArray(uriTemplate) << QByteArray(uri) << fits;
    };
    row("a://{id}", "a://7", true);
    row("a://{id}", "a://7/8", false);
    row("a://{id}/x", "a://7/x", true);
    row("a://{id}/x", "a://7/y", false);
    row("a://{+path}", "a://7/8", true);
    row("a://b{?q,r}", "a://b?q=1&r=2", true);
    row("a://b{?q}", "a://b", true);
    row("a://b.c", "a://bxc", false);
    row("a://{id", "a://7", false);
    row("a://(", "a://(", true);
}

void TestSyntheticServer::matchesTemplates()
{
    QFETCH(QByteArray, uriTemplate);
    QFETCH(QByteArray, uri);
    QFETCH(bool, fits);
    QCOMPARE(fitsTemplate(uriTemplate.toStdString(), uri.toStdString()), fits);
}

void TestSyntheticServer::fillsPromptsWithTheArguments()
{
    const json::Document response =
        parsed(inSession("prompts/get", R"("name":"packing","arguments":{"city":"Oulu"})"));
    const json::Value result = response.root()["result"];
    QCOMPARE(result["description"].text(), std::string("What to pack"));
    const json::Value message = result["messages"].first();
    QVERIFY(message["role"].equals("user") && message["content"]["type"].equals("text"));
    QVERIFY(message["content"]["text"].text().starts_with("packing. city: Oulu. "));
}

void TestSyntheticServer::refusesAsAServerMust_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<int>("code");
    const auto row = [](const char *method, const char *params, int code) {
        QTest::addRow("%s %s", method, params) << QByteArray(method) << QByteArray(params) << code;
    };
    row("tools/call", R"("name":"none")", -32602);
    row("tools/call", "", -32602);
    row("tools/call", R"("name":"note","arguments":[])", -32602);
    row("resources/read", R"("uri":"demo://none")", -32002);
    row("resources/read", "", -32602);
    row("resources/subscribe", R"("uri":"demo://none")", -32002);
    row("prompts/get", R"("name":"none")", -32602);
    row("prompts/get", R"("name":"packing")", -32602);
    row("prompts/get", R"("name":"packing","arguments":{"city":1})", -32602);
    row("completion/complete", R"("ref":{"type":"ref/prompt","name":"none"})", -32602);
    row("logging/setLevel", R"("level":"loud")", -32602);
    row("tasks/list", "", -32601);
    row("no/such", "", -32601);
    row("resources/subscribe", R"("uri":"demo://text")", 0);
    row("logging/setLevel", R"("level":"info")", 0);
    row("completion/complete", R"("ref":{"type":"ref/prompt","name":"packing"},"argument":{})", 0);
}

void TestSyntheticServer::refusesAsAServerMust()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, params);
    QFETCH(int, code);
    const QByteArray response = inSession(method, params);
    const json::Document document = parsed(response);
    QVERIFY2(document.root()["error"]["code"].toInt64().value_or(0) == code, response.constData());
    QVERIFY2(document.root()["result"].exists() == (code == 0), response.constData());
}

// SEP-1303: from 2025-11-25 on, the model is to see what is wrong.
void TestSyntheticServer::judgesArgumentsByTheInputSchema()
{
    const QByteArray missing = R"("name":"forecast","arguments":{})";
    const QByteArray wrong = R"("name":"forecast","arguments":{"city":"Oulu","days":8})";
    const QByteArray result = inSession("tools/call", missing);
    QVERIFY2(
        result.contains("\"isError\":true") && result.contains("is missing"), result.constData());
    QVERIFY(modern("tools/call", wrong).contains("\"isError\":true"));
    const QByteArray error = inSession("tools/call", wrong, "2025-06-18");
    QVERIFY2(error.contains("-32602") && error.contains("/days"), error.constData());
}

void TestSyntheticServer::refusesInTheModernEra_data()
{
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QByteArray>("code");
    const QByteArray version = R"("_meta":{"io.modelcontextprotocol/protocolVersion":)";
    const auto row = [](const char *name, const QByteArray &params, const char *code) {
        QTest::newRow(name) << params << QByteArray(code);
    };
    row("another revision", version + R"("2099-01-01"})", "-32022");
    row("a legacy revision", version + R"("2025-11-25"})", "-32022");
    row("no capabilities", version + R"("2026-07-28"})", "-32602");
    row("no resource", QByteArray(R"("uri":"demo://none",)") + kMeta, "-32602");
}

void TestSyntheticServer::refusesInTheModernEra()
{
    QFETCH(QByteArray, params);
    QFETCH(QByteArray, code);
    const QByteArray response = lastResponse({requestOf("resources/read", params)});
    QVERIFY2(response.contains(QByteArray("\"code\":" + code)), response.constData());
}

void TestSyntheticServer::keepsASubscriptionOpen()
{
    const mock::MockScript script = synthetic::syntheticScript(snapshot(), 0);
    MockPlay played(script);
    const QByteArray wanted =
        R"("notifications":{"toolsListChanged":true,"promptsListChanged":true,)"
        R"("resourceSubscriptions":["demo://text","demo://none"]},)";
    played.play({requestOf("subscriptions/listen", wanted + kMeta)});
    const QByteArray acknowledged = rpcLine('<',
        R"("method":"notifications/subscriptions/acknowledged","params":{"_meta":)"
        R"({"io.modelcontextprotocol/subscriptionId":7},"notifications":)"
        R"({"toolsListChanged":true,"resourceSubscriptions":["demo://text"]}})");
    QCOMPARE(played.lines().last(), acknowledged);
    played.play({"$"});
    const QByteArray last = played.lines().last();
    QVERIFY2(last.contains("\"id\":7") && last.contains("\"resultType\":\"complete\""),
        last.constData());
}

void TestSyntheticServer::putsMadeResponsesFirst()
{
    auto made = mock::MadeResponses::read(
        Bytes::copyOf(R"({"responses":[{"tool":"note","result":{"content":[]},"times":1}]})"));
    QVERIFY(made);
    const mock::MockScript script = synthetic::syntheticScript(snapshot(), 0);
    MockPlay played(script, {.made = std::move(made).value()});
    const QByteArray call = requestOf("tools/call", R"("name":"note")");
    played.play({call});
    const QByteArray empty = rpcLine('<', R"("id":7,"result":{"content":[]})");
    QCOMPARE(played.lines().last(), empty);
    played.play({call});
    QVERIFY(played.lines().last().contains("\"text\":\"Note: "));
}

QTEST_GUILESS_MAIN(TestSyntheticServer)
#include "tst_syntheticserver.moc"
