// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/demodialogue.h"

using namespace sonde;
using namespace sonde::demo;
using namespace sonde::test;

namespace {

constexpr const char *kOldest = "2024-11-05";
constexpr const char *kBatches = "2025-03-26";
constexpr const char *kStructured = "2025-06-18";
constexpr const char *kNewestSession = "2025-11-25";

} // namespace

class TestDemoSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void speaksEachSessionRevision_data();
    void speaksEachSessionRevision();
};

void TestDemoSession::speaksEachSessionRevision_data()
{
    QTest::addColumn<Talk>("talk");
    const auto session = [](const char *revision) { return hello(QString::fromUtf8(revision)); };
    const auto able = [](const char *revision, const char *capabilities) {
        return hello(QString::fromUtf8(revision), QString::fromUtf8(capabilities));
    };

    row("offers the newest session for an unknown revision",
        say({R"(> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"1999-01-01","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})",
            R"(~ "protocolVersion":"2025-11-25")"}));
    row("wants a complete initialize",
        say({R"(> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})",
            R"(~ "id":0,"error":{"code":-32602)"}));
    row("is initialized once",
        session(kNewestSession)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})",
                    R"(~ "id":1,"error":{"code":-32600)"}));
    row("answers ping before the session",
        say({R"(> {"jsonrpc":"2.0","id":"p","method":"ping"})",
            R"(< {"jsonrpc":"2.0","id":"p","result":{}})"}));
    row("answers nothing else before the session",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})",
            R"(~ "id":1,"error":{"code":-32600)"}));
    row("2024-11-05 has no completions capability, no titles",
        say({R"(> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})",
            R"(~ "serverInfo":{"name":"sonde-demo-server","version":)", R"(- completions)",
            R"(- resultType)", R"(- icons)"}));
    row("2024-11-05 lists bare tools",
        session(kOldest)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})", R"(~ "inputSchema")",
                R"(- annotations)", R"(- "outputSchema")", R"(- "icons")",
                R"(- "title":"Weather forecast")", R"(- nextCursor)", R"(+ ping_client)"}));
    row("2025-03-26 has hints",
        session(kBatches)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})",
                R"(~ "annotations":{"title":"Weather forecast","readOnlyHint":true)",
                R"(- "outputSchema")", R"(- "icons")"}));
    row("2025-06-18 has output schemas and titles",
        session(kStructured)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})",
                R"(~ "name":"get_weather","title":"Weather forecast")", R"(+ "outputSchema")",
                R"(- "icons")"}));
    row("2025-11-25 has icons",
        session(kNewestSession)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})", R"(~ "icons":[)",
                R"(- ttlMs)"}));
    for (const char *revision : {kStructured, kNewestSession}) {
        row(qPrintable(u"echoes every byte in " % QString::fromUtf8(revision)),
            session(revision)
                + say({R"(> {"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"echo","arguments":{"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2}}})",
                    R"(< {"jsonrpc":"2.0","id":1.0,"result":{"content":[{"type":"text","text":"{\"a\":9007199254740993,\"b\":1.0,\"c\":1e400,\"d\":-0,\"a\":2}"}],"structuredContent":{"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2},"isError":false}})"}));
    }
    row("2024-11-05 echoes as text only",
        session(kOldest)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{ "x" : -0 }}})",
                R"(< {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{ \"x\" : -0 }"}],"isError":false}})"}));
    row("reports progress day by day",
        session(kBatches)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"Oulu","days":2},"_meta":{"progressToken":9007199254740993}}})",
                ".", "@ 13",
                R"(< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9007199254740993,"progress":1,"total":2,"message":"day 1 of 2"}})",
                "@ 13", R"(~ "progress":2,"total":2)", ".", "@ 2", R"(~ "id":1,"result":)",
                R"(- structuredContent)"}));
    row("2024-11-05 progress has no message",
        session(kOldest)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"Oulu","days":1},"_meta":{"progressToken":"t"}}})",
                "@ 13",
                R"(< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1,"total":1}})",
                "@ 2", R"(~ "id":1,"result":)"}));
    row("writes weather numbers as they are",
        session(kStructured)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"Reykjavík","station":9007199254740993}}})",
                "@ 13", "@ 13", "@ 13", "@ 2",
                R"(~ "structuredContent":{"city":"Reykjavík","days":[{"day":1,"min":-1.0,"max":4.0,"sky":"light rain"},{"day":2,"min":-3.5,"max":1.0,"sky":"snow"},{"day":3,"min":-0,"max":2.25,"sky":"clouds"}],"station":9007199254740993})"}));
    row("audio is a text in 2024-11-05",
        session(kOldest)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"make_sound"}})",
                    R"(~ "type":"text")", R"(- "audio")"}));
    row("audio is a WAV file since 2025-03-26",
        session(kBatches)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"make_sound"}})",
                    R"(~ {"type":"audio","data":"UklGR)"}));
    row("a chart is a PNG file",
        session(kOldest)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"make_chart","arguments":{"values":[1,2.5]}}})",
                    R"(~ {"type":"image","data":"iVBORw0KGgo)"}));
    row("a link is a text before 2025-06-18",
        session(kBatches)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_station","arguments":{"station":9007199254740993}}})",
                    R"(~ "text":"See the resource demo://stations/9007199254740993")",
                    R"(- resource_link)"}));
    row("a link is a resource_link since 2025-06-18",
        session(kStructured)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_station","arguments":{"station":9007199254740993}}})",
                    R"(~ {"type":"resource_link","uri":"demo://stations/9007199254740993")"}));
    row("lastModified since 2025-06-18",
        session(kBatches)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_alerts"}})",
                    R"(~ "type":"resource")", R"(+ "priority":0.8)", R"(- lastModified)"}));
    row("wrong arguments are a protocol error before 2025-11-25",
        session(kStructured)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":5}}})",
                    R"(~ "error":{"code":-32602)"}));
    row("wrong arguments are a tool error since 2025-11-25",
        session(kNewestSession)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":5}}})",
                    R"(~ "isError":true)", R"(+ must be a string)"}));
    row("an unknown tool, prompt, cursor, level or method",
        session(kNewestSession)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}})",
                R"(~ "id":1,"error":{"code":-32602)",
                R"(> {"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"nothing"}})",
                R"(~ "id":2,"error":{"code":-32602)",
                R"(> {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":""}})",
                R"(~ "id":3,"error":{"code":-32602)",
                R"(> {"jsonrpc":"2.0","id":4,"method":"logging/setLevel","params":{"level":"loud"}})",
                R"(~ "id":4,"error":{"code":-32602)",
                R"(> {"jsonrpc":"2.0","id":5,"method":"tasks/nothing"})",
                R"(~ "id":5,"error":{"code":-32601)",
                R"(> {"jsonrpc":"2.0","id":6,"method":"tools/list","params":[]})",
                R"(~ "id":6,"error":{"code":-32602)"}));
    row("what is not JSON, not a message, or has no usable id",
        session(kNewestSession)
            + say({"> hello", R"(~ {"jsonrpc":"2.0","error":{"code":-32700)",
                "> {\"a\":", R"(~ {"jsonrpc":"2.0","error":{"code":-32700)", "> 5",
                R"(~ {"jsonrpc":"2.0","error":{"code":-32600)",
                R"(> {"jsonrpc":"2.0","id":null,"method":"ping"})",
                R"(~ {"jsonrpc":"2.0","error":{"code":-32600)", "> ", "."}));
    row("an array is an error outside 2025-03-26",
        session(kNewestSession)
            + say({R"(> [{"jsonrpc":"2.0","id":1,"method":"ping"}])",
                R"(~ {"jsonrpc":"2.0","error":{"code":-32600)"}));
    row("a batch is answered with a batch, when its last member is ready",
        session(kBatches)
            + say({R"(> [{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow_count","arguments":{"n":1,"delay_ms":50}}},{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":2,"method":"ping"},7])",
                ".", "@ 50",
                R"(~ [{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","error":{"code":-32600)",
                R"(+ Counted to 1.)"}));
    Talk longBatch{QStringLiteral("> [")};
    for (std::size_t i = 0; i < 2 * kMaxCalls; ++i)
        longBatch[0] += QStringLiteral(R"({"jsonrpc":"2.0","id":%1,"method":"ping"},)").arg(i);
    longBatch[0].back() = u']';
    row("a batch may be longer than the calls that run at the same time",
        session(kBatches) + longBatch + say({R"(~ "id":199,"result":{}}])", "- error"}));
    row("a batch without requests has no answer",
        session(kBatches) + say({R"(> [{"jsonrpc":"2.0","method":"notifications/x"}])", "."}));
    row("a batch is released by a cancellation",
        session(kBatches)
            + say({R"(> [{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow_count"}},{"jsonrpc":"2.0","id":2,"method":"ping"}])",
                ".",
                R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})",
                R"(< [{"jsonrpc":"2.0","id":2,"result":{}}])"}));
    row("a cancelled call says nothing more",
        session(kNewestSession)
            + say({R"(> {"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"slow_count","arguments":{"delay_ms":10},"_meta":{"progressToken":1}}})",
                "@ 10", R"(~ "progress":1)",
                R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}})",
                "@ 10", "."}));
    row("an id in use is refused",
        session(kNewestSession)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow_count","arguments":{"n":1}}})",
                    R"(> {"jsonrpc":"2.0","id":1,"method":"ping"})",
                    R"(~ "id":1,"error":{"code":-32600)",
                    R"(> {"jsonrpc":"2.0","id":"1","method":"ping"})",
                    R"(< {"jsonrpc":"2.0","id":"1","result":{}})", "@ 500", R"(~ Counted to 1.)"}));
    row("logs from the level on that was set",
        session(kOldest)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"alert"}})",
                R"(< {"jsonrpc":"2.0","id":1,"result":{}})",
                R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"log_something","arguments":{"message":"m"}}})",
                R"(< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"alert","logger":"demo","data":{"message":"m","number":1}}})",
                R"(~ "level":"emergency")", R"(~ 2 log messages sent)"}));
    row("floods",
        session(kNewestSession)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"flood","arguments":{"n":2,"size":3}}})",
                    R"(~ "data":"xxx")", R"(~ "data":"xxx")", R"(~ Sent 2 notifications.)"}));
    row("asks for sampling when the client can",
        able(kNewestSession, R"({"sampling":{}})")
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"summarize","arguments":{"text":"t"}}})",
                R"(~ {"jsonrpc":"2.0","id":"s-1","method":"sampling/createMessage","params":{"messages":[)",
                R"(+ "maxTokens":400)", ".",
                R"(> {"jsonrpc":"2.0","id":"s-1","result":{"role":"assistant","content":{"type":"text","text":"short"},"model":"m"}})",
                R"(~ "id":1,"result":{"content":[{"type":"text","text":"short"})"}));
    row("takes no for an answer",
        able(kOldest, R"({"sampling":{}})")
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"summarize","arguments":{"text":"t"}}})",
                R"(~ sampling/createMessage)",
                R"(> {"jsonrpc":"2.0","id":"s-1","error":{"code":-1,"message":"User rejected sampling request"}})",
                R"(~ The client refused: User rejected sampling request)", R"(+ "isError":true)"}));
    row("names the capability that is missing",
        session(kNewestSession)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_roots"}})",
                    R"(~ capability roots)", R"(+ "isError":true)"}));
    row("withdraws its question with the call",
        able(kNewestSession, R"({"roots":{}})")
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_roots"}})",
                R"(< {"jsonrpc":"2.0","id":"s-1","method":"roots/list"})",
                R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})",
                R"(~ "method":"notifications/cancelled","params":{"requestId":"s-1")",
                R"(> {"jsonrpc":"2.0","id":"s-1","result":{"roots":[]}})", "."}));
    row("elicitation before 2025-06-18 does not exist",
        able(kBatches, R"({"elicitation":{}})")
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"confirm_address"}})",
                    R"(~ has no elicitation)"}));
    row("elicitation in 2025-06-18 has enumNames and no mode",
        able(kStructured, R"({"elicitation":{}})")
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"confirm_address"}})",
                    R"(~ "method":"elicitation/create","params":{"message":)", R"(+ enumNames)",
                    R"(- "mode")",
                    R"(> {"jsonrpc":"2.0","id":"s-1","result":{"action":"decline"}})",
                    R"(~ Not confirmed: decline)"}));
    row("elicitation since 2025-11-25 wants form mode",
        able(kNewestSession, R"({"elicitation":{"url":{}}})")
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"confirm_address"}})",
                    R"(~ capability elicitation)"}));
    row("pings the client",
        session(kOldest)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_client"}})",
                    R"(< {"jsonrpc":"2.0","id":"s-1","method":"ping"})", "@ 7",
                    R"(> {"jsonrpc":"2.0","id":"s-1","result":{}})", R"(~ answered after 7 ms)"}));
    row("reads text, binary and templated resources",
        session(kOldest)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"demo://about"}})",
                R"(~ "mimeType":"text/markdown","text":)",
                R"(> {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"demo://chart.png"}})",
                R"(~ "blob":"iVBORw0KGgo)",
                R"(> {"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"demo://stations/17"}})",
                R"(~ {\"id\":17,)",
                R"(> {"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"demo://stations/18"}})",
                R"(~ "id":4,"error":{"code":-32002)", R"(+ "data":{"uri":"demo://stations/18"})",
                R"(> {"jsonrpc":"2.0","id":5,"method":"resources/templates/list"})",
                R"(~ "uriTemplate":"demo://stations/{id}")"}));
    row("tells of changes as long as it is subscribed to",
        session(kNewestSession)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"demo://pulse"}})",
                R"(< {"jsonrpc":"2.0","id":1,"result":{}})", "@ 1000",
                R"(< {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"demo://pulse"}})",
                R"(> {"jsonrpc":"2.0","id":2,"method":"resources/unsubscribe","params":{"uri":"demo://pulse"}})",
                R"(< {"jsonrpc":"2.0","id":2,"result":{}})", "@ 1000", "@ 1000", "."}));
    row("tells when a station is gone",
        session(kBatches)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"station_delete","arguments":{"station":17}}})",
                R"(< {"jsonrpc":"2.0","method":"notifications/resources/list_changed"})",
                R"(~ "id":1,"result")",
                R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"station_delete","arguments":{"station":17}}})",
                R"(~ "isError":true)"}));
    row("gives prompts with arguments, an image, a resource",
        session(kStructured)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"packing_list"}})",
                R"(~ "id":1,"error":{"code":-32602)",
                R"(> {"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"packing_list","arguments":{"city":"Oulu"}}})",
                R"(~ I travel to Oulu for 3 days.)",
                R"(> {"jsonrpc":"2.0","id":3,"method":"prompts/get","params":{"name":"describe_chart"}})",
                R"(~ "content":{"type":"image")",
                R"(> {"jsonrpc":"2.0","id":4,"method":"prompts/get","params":{"name":"review_station","arguments":{"station":"17"}}})",
                R"(~ "content":{"type":"resource")"}));
    row("completes, in the light of what is filled in",
        session(kStructured)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"demo://stations/{id}"},"argument":{"name":"id","value":"9"}}})",
                R"(~ "completion":{"values":["9007199254740993","9007199254740995"],"total":2,"hasMore":false})",
                R"(> {"jsonrpc":"2.0","id":2,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"review_station"},"argument":{"name":"station","value":""},"context":{"arguments":{"city":"Oulu"}}}})",
                R"(~ "values":["17"])",
                R"(> {"jsonrpc":"2.0","id":3,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"no"},"argument":{"name":"x","value":""}}})",
                R"(~ "id":3,"error":{"code":-32602)",
                R"(> {"jsonrpc":"2.0","id":4,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"demo://no/{id}"},"argument":{"name":"id","value":""}}})",
                R"(~ "id":4,"error":{"code":-32602)"}));
}

void TestDemoSession::speaksEachSessionRevision()
{
    QFETCH(Talk, talk);
    QCOMPARE(Connection(ServerOptions()).play(talk), QString());
}

QTEST_GUILESS_MAIN(TestDemoSession)
#include "tst_demosession.moc"
