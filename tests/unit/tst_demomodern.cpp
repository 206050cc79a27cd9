// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/demodialogue.h"

using namespace sonde;
using namespace sonde::demo;
using namespace sonde::test;

class TestDemoModern : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void speaksTheStatelessRevision_data();
    void speaksTheStatelessRevision();
};

void TestDemoModern::speaksTheStatelessRevision_data()
{
    QTest::addColumn<Talk>("talk");
    row("discovers without a session",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{$M}}})",
            R"(~ {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","ttlMs":3600000,"cacheScope":"public","supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],)",
            R"(+ "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"sonde-demo-server")"}));
    row("says what is missing in _meta",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}})",
            R"(~ "id":1,"error":{"code":-32602)",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})",
            R"(~ "id":2,"error":{"code":-32602)", R"(+ clientCapabilities)",
            R"(> {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"x"}}}})",
            R"(~ "id":3,"error":{"code":-32602)",
            R"(> {"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{}}}})",
            R"(~ "id":4,"error":{"code":-32602)"}));
    row("names its revisions to a stranger",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"}}})",
            R"(~ "id":1,"error":{"code":-32022)",
            R"(+ "data":{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"2030-01-01"})"}));
    row("marks all six cacheable results, and no other",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{$M}}})",
            R"(~ "ttlMs":60000,"cacheScope":"public")", R"(- ping_client)",
            R"(> {"jsonrpc":"2.0","id":2,"method":"prompts/list","params":{$M}}})", R"(~ "ttlMs":)",
            R"(> {"jsonrpc":"2.0","id":3,"method":"resources/list","params":{$M}}})",
            R"(~ "ttlMs":)",
            R"(> {"jsonrpc":"2.0","id":4,"method":"resources/templates/list","params":{$M}}})",
            R"(~ "ttlMs":)",
            R"(> {"jsonrpc":"2.0","id":5,"method":"resources/read","params":{"uri":"demo://pulse",$M}}})",
            R"(~ "ttlMs":0,)",
            R"(> {"jsonrpc":"2.0","id":6,"method":"prompts/get","params":{"name":"greet",$M}}})",
            R"(~ "resultType":"complete")", R"(- ttlMs)"}));
    row("echoes every byte",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2},$M}}})",
            R"(~ "structuredContent":{"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2},"isError":false,"_meta":)"}));
    row("has none of the methods that were removed",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"ping","params":{$M}}})",
            R"(~ "id":1,"error":{"code":-32601)",
            R"(> {"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"info",$M}}})",
            R"(~ "id":2,"error":{"code":-32601)",
            R"(> {"jsonrpc":"2.0","id":3,"method":"resources/subscribe","params":{"uri":"demo://pulse",$M}}})",
            R"(~ "id":3,"error":{"code":-32601)"}));
    row("a resource that is not there is an invalid parameter",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"demo://no",$M}}})",
            R"(~ "id":1,"error":{"code":-32602)"}));
    row("names the capability that is missing",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_roots",$M}}})",
            R"(~ "error":{"code":-32021)", R"(+ "data":{"requiredCapabilities":{"roots":{}}})"}));
    row("gets its input in rounds",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"confirm_address","arguments":{},$M}}})",
            R"(~ "result":{"resultType":"input_required","inputRequests":{"elicitation":{"method":"elicitation/create","params":{"mode":"form")",
            R"(+ "requestState":")",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"confirm_address","arguments":{},"inputResponses":{},"requestState":"$STATE",$M}}})",
            R"(~ "resultType":"input_required")",
            R"(> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"confirm_address","arguments":{},"inputResponses":{"elicitation":{"action":"accept","content":{"street":"A 1"}}},"requestState":"$STATE",$M}}})",
            R"(~ "id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"Confirmed: {\"street\":\"A 1\"}"}])"}));
    row("notices a requestState that was changed or belongs elsewhere",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"summarize","arguments":{"text":"a"},$M}}})",
            R"(~ "method":"sampling/createMessage")",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"summarize","arguments":{"text":"b"},"inputResponses":{"sampling":{}},"requestState":"$STATE",$M}}})",
            R"(~ "id":2,"error":{"code":-32602)",
            R"(> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"summarize","arguments":{"text":"a"},"inputResponses":{"sampling":{}},"requestState":"x$STATE",$M}}})",
            R"(~ "id":3,"error":{"code":-32602)",
            R"(> {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"summarize","arguments":{"text":"a"},"inputResponses":{"sampling":{}},$M}}})",
            R"(~ "id":4,"error":{"code":-32602)"}));
    row("logs only for a request that wants it",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"log_something",$M}}})",
            R"(~ 0 log messages sent)",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"log_something",$M,"io.modelcontextprotocol/logLevel":"emergency"}}})",
            R"(~ "method":"notifications/message","params":{"level":"emergency")",
            R"(~ 1 log messages sent)"}));
    row("acknowledges a subscription first, with what it honours",
        say({R"(> {"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["demo://pulse","demo://no"]},$M}}})",
            R"(< {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l"},"notifications":{"resourcesListChanged":true,"resourceSubscriptions":["demo://pulse"]}}})",
            "@ 1000",
            R"(< {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l"},"uri":"demo://pulse"}})",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"station_rename","arguments":{"station":17,"name":"New"},$M}}})",
            R"(< {"jsonrpc":"2.0","method":"notifications/resources/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l"}}})",
            R"(~ "id":2,"result")",
            R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"l"}})",
            "@ 1000", "@ 1000", "."}));
    row("serves a session beside it",
        hello(QStringLiteral("2025-11-25"))
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"big_numbers",$M}}})",
                R"(~ "resultType":"complete")",
                R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"big_numbers"}})",
                R"(~ "beyondDouble":1e400)", R"(- resultType)"}));
}

void TestDemoModern::speaksTheStatelessRevision()
{
    QFETCH(Talk, talk);
    QCOMPARE(Connection(ServerOptions()).play(talk), QString());
}

QTEST_GUILESS_MAIN(TestDemoModern)
#include "tst_demomodern.moc"
