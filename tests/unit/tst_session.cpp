// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/listing.h"
#include "mcp/message/dialect.h"
#include "mcp/message/errorresponse.h"
#include "support/playbook.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;
using namespace sonde::test;

class TestSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void playsTheConversation_data();
    void playsTheConversation();
    void keepsEveryByteOfTheParams();
    void leavesMetaOfThePersonAlone();
    void followsCursorsAndStopsAtARepeatedOne();
    void tellsWhichErrorsSuggestTheOtherEra();
    void previewIsWhatIsSentNext();
    void saysBesideARequestOnlyWhatStandsInIt();
    void measuresByTheWireAndTellsALoginApart();
    void sendsOneLineWhateverWasTyped();
    void sendsANotificationAsItWasTyped();
};

void TestSession::playsTheConversation_data()
{
    QTest::addColumn<int>("era");
    QTest::addColumn<QString>("revision");
    QTest::addColumn<bool>("exact");
    QTest::addColumn<QString>("script");
    const auto legacy = [](const char *name, const QString &script, bool exact = false,
                            const char *revision = "2025-11-25") {
        QTest::newRow(name) << int(Era::Legacy) << QString::fromLatin1(revision) << exact << script;
    };
    const auto modern = [](const char *name, const QString &script) {
        QTest::newRow(name) << int(Era::Modern) << QStringLiteral("2026-07-28") << false << script;
    };

    legacy("the server counters with an older revision",
        initialize("2025-11-25")
            + QStringLiteral(
                R"(< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05","capabilities":{}}}
  > {"jsonrpc":"2.0","method":"notifications/initialized"}
  opened 2024-11-05
)"));
    legacy("a pinned revision takes no other",
        initialize("2025-06-18")
            + QStringLiteral(R"(< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05"}}
  broken The server offers revision 2024-11-05, but 2025-06-18 is pinned for it.
)"),
        true, "2025-06-18");
    legacy("the server wants an unknown revision",
        initialize("2025-11-25")
            + QStringLiteral(R"(< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1999-01-01"}}
  broken The server offers revision 1999-01-01, which Sonde does not support in the legacy era (it supports 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05).
)"));
    legacy("initialize is refused",
        initialize("2025-11-25")
            + QStringLiteral(
                R"(< {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"modern only"}}
  broken The server refused initialize for revision 2025-11-25 with error -32022: modern only
)"));
    legacy("initialize could not be read",
        initialize("2025-11-25")
            + QStringLiteral(
                R"(< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}
  broken The server refused initialize for revision 2025-11-25 with error -32700: Parse error
)"));
    legacy("no answer to initialize", initialize("2025-11-25") + QStringLiteral(R"(at 4999
at 5000
  remark request timed out
  broken No response to initialize within 5 s.
)"));
    legacy("nobody counts while a person is asked",
        initialize("2025-11-25") + QStringLiteral(R"(at 4000
suspend
at 100000
resume
at 100999
at 101000
  remark request timed out
  broken No response to initialize within 101 s.
)"));
    legacy("the process ends before it answers",
        initialize("2025-11-25") + QStringLiteral(R"(ended exit code 1
  broken The process ended before it responded: exit code 1.
)"));
    legacy("answers come in another order", openedLegacy() + QStringLiteral(R"(call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
call tools/call {"name":"x","arguments":{"a":1.0}}
  > {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"x","arguments":{"a":1.0}}}
< {"jsonrpc":"2.0","id":3,"result":{"b":1e400}}
  done 3 {"b":1e400}
< {"jsonrpc":"2.0","id":2,"result":{}}
  done 2 {}
)"));
    legacy("an error is the server's own", openedLegacy() + QStringLiteral(R"(call nope
  > {"jsonrpc":"2.0","id":2,"method":"nope"}
< {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}}
  failed 2 Method not found
)"));
    legacy("unknown, duplicate and odd ids are marked", openedLegacy() + QStringLiteral(R"(call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
< {"jsonrpc":"2.0","id":"2","result":{}}
  mark unknown-id
< {"jsonrpc":"2.0","id":2.0,"result":{}}
  mark unknown-id
< {"jsonrpc":"2.0","id":99,"result":{}}
  mark unknown-id
< {"jsonrpc":"2.0","id":2,"result":{}}
  done 2 {}
< {"jsonrpc":"2.0","id":2,"result":{}}
  mark duplicate-id
)"));
    legacy("an answer from before its request is none", openedLegacy() + QStringLiteral(R"(call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
early 1 {"jsonrpc":"2.0","id":2,"result":{"early":true}}
  mark unknown-id
before {"jsonrpc":"2.0","id":2,"result":{"early":true}}
  mark unknown-id
early 2 {"jsonrpc":"2.0","id":2,"result":{"real":true}}
  done 2 {"real":true}
)"));
    legacy("an unreadable request is the only one that waits",
        openedLegacy() + QStringLiteral(R"(call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"too deep"}}
  failed 2 too deep. The response has no id, as if the server could not read the request. Sonde matches it to ping, the only pending request.
< {"jsonrpc":"2.0","id":2,"result":{}}
  mark duplicate-id
)"));
    legacy("a request is too long before all of it was sent",
        openedLegacy() + QStringLiteral(R"(call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
early 1 {"jsonrpc":"2.0","error":{"code":-32600,"message":"too long."}}
  failed 2 too long. The response has no id, as if the server could not read the request. Sonde matches it to ping, the only pending request.
)"));
    legacy("of two requests none is taken for the unreadable one",
        openedLegacy() + QStringLiteral(R"(call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
call ping
  > {"jsonrpc":"2.0","id":3,"method":"ping"}
< {"jsonrpc":"2.0","error":{"code":-32600,"message":"bad"}}
< {"jsonrpc":"2.0","id":2,"result":{}}
  done 2 {}
< {"jsonrpc":"2.0","id":3,"result":{}}
  done 3 {}
)"));
    legacy("an error without an id from before the request is not about it",
        openedLegacy() + QStringLiteral(R"(call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
before {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"bad"}}
< {"jsonrpc":"2.0","id":2,"result":{}}
  done 2 {}
)"));
    legacy("typed text that is no message gets the error without an id",
        openedLegacy() + QStringLiteral(R"(call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
raw {"broken"
  > {"broken"
< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"bad"}}
< {"jsonrpc":"2.0","id":2,"result":{}}
  done 2 {}
)"));
    // Servers that do not know notifications/initialized respond to it so.
    legacy("another error without an id is told when the time is over",
        openedLegacy() + QStringLiteral(R"(call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
< {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no such method"}}
at 10000
  remark request timed out
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"timed out"}}
  failed 2 No response to ping within 10 s. Meanwhile the server sent a response without an id: error -32601 (no such method).
)"));
    legacy("what is wrong with an error is said", openedLegacy() + QStringLiteral(R"(call ping
  > {"jsonrpc":"2.0","id":2,"method":"ping"}
< {"jsonrpc":"2.0","id":2,"error":{"code":1.5,"message":"no"}}
  failed 2 no. The error is malformed: "code" must be an integer (JSON-RPC 2.0 section 5).
call ping
  > {"jsonrpc":"2.0","id":3,"method":"ping"}
< {"jsonrpc":"2.0","id":3,"result":{"a":1},"error":null}
  done 3 {"a":1}
)"));
    legacy("an answer after cancel is late",
        openedLegacy() + QStringLiteral(R"(call tools/call {"name":"slow"}
  > {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"slow"}}
cancel 2
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"enough"}}
  failed 2 Cancelled: enough
cancel 2
at 3000
< {"jsonrpc":"2.0","id":2,"result":{}}
  mark late-answer
  late 2 tools/call after 3000 ms
)"));
    legacy("progress starts the idle time anew, the total time stays",
        openedLegacy() + QStringLiteral(R"(progresscall tools/call {"name":"slow"}
  > {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"slow","_meta":{"progressToken":2}}}
at 9000
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}
  progress 2
  notify notifications/progress
at 18000
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":2}}
  progress 2
  notify notifications/progress
at 24999
at 25000
  remark request timed out
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"timed out"}}
  failed 2 No response to tools/call within 25 s.
)"));
    legacy("without progress the idle time ends a call",
        openedLegacy() + QStringLiteral(R"(progresscall slow {}
  > {"jsonrpc":"2.0","id":2,"method":"slow","params":{"_meta":{"progressToken":2}}}
at 4000
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"2","progress":1}}
  notify notifications/progress
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}
  progress 2
  notify notifications/progress
at 14000
  remark request timed out
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"timed out"}}
  failed 2 No response to slow, and no progress for 10 s.
)"));
    legacy("an extended call waits longer, and progress does not take that back",
        openedLegacy() + QStringLiteral(R"(progresscall slow {}
  > {"jsonrpc":"2.0","id":2,"method":"slow","params":{"_meta":{"progressToken":2}}}
at 4000
extend 2 20000
< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}
  progress 2
  notify notifications/progress
at 33999
at 34000
  remark request timed out
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"timed out"}}
  failed 2 No response to slow, and no progress for 30 s.
extend 2 20000
)"));
    legacy("ping is answered, what we do not offer is refused",
        openedLegacy() + QStringLiteral(R"(< {"jsonrpc":"2.0","id":"a","method":"ping"}
  > {"jsonrpc":"2.0","id":"a","result":{}}
< {"jsonrpc":"2.0","id":7,"method":"roots/list"}
  > {"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Sonde does not offer roots/list"}}
)"));
    legacy("stray output changes nothing", openedLegacy() + QStringLiteral(R"(< Server is listening
< {"jsonrpc":"2.0",
)"));
    legacy("the end answers all that waits", openedLegacy() + QStringLiteral(R"(call a
  > {"jsonrpc":"2.0","id":2,"method":"a"}
call b
  > {"jsonrpc":"2.0","id":3,"method":"b"}
ended killed by SIGSEGV
  failed 2 The connection ended before the response arrived: killed by SIGSEGV.
  failed 3 The connection ended before the response arrived: killed by SIGSEGV.
)"));
    modern("a modern call describes itself",
        openedModern()
            + QStringLiteral("call tools/list\n  > "
                             "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{")
            + kMeta.arg(QString()) + QStringLiteral("}}\n"));
    modern("a modern call asks for progress",
        openedModern()
            + QStringLiteral("progresscall tools/call {\"name\":\"x\"}\n  > "
                             "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/"
                             "call\",\"params\":{\"name\":\"x\",")
            + kMeta.arg(QStringLiteral(",\"progressToken\":2")) + QStringLiteral("}}\n"));
    modern("a modern server must not ask",
        openedModern() + QStringLiteral(R"(< {"jsonrpc":"2.0","id":7,"method":"roots/list"}
  mark unexpected-request
)"));
    modern("no revision is shared",
        discover()
            + QStringLiteral(
                R"(< {"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2030-01-01"]}}
  broken The server supports 2030-01-01; in the modern era Sonde supports 2026-07-28. They have no revision in common.
)"));
    modern("an unsupported version is the server's to say",
        discover()
            + QStringLiteral(
                R"(< {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported","data":{"supported":["2030-01-01"]}}}
  broken The server refused server/discover for revision 2026-07-28 with error -32022: Unsupported. The server supports 2030-01-01.
)"));
}

void TestSession::playsTheConversation()
{
    QFETCH(int, era);
    QFETCH(QString, revision);
    QFETCH(bool, exact);
    QFETCH(QString, script);
    Playbook playbook(static_cast<Era>(era), revision, exact);
    QCOMPARE(playbook.differs(script), QString());
}

void TestSession::keepsEveryByteOfTheParams()
{
    const std::string given =
        R"({"name":"echo", "arguments":{"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2} })";
    for (const Era era : {Era::Legacy, Era::Modern}) {
        const auto dialect = Dialect::make(era, revisionsOf(era).front());
        const auto sent = dialect->params(given, "5");
        QVERIFY(sent.starts_with(given.substr(0, given.size() - 2)));
        QVERIFY(json::Document::parse(sent).isValid());
    }
    QCOMPARE(Dialect::make(Era::Legacy, QStringLiteral("2025-11-25"))->params(given, ""), given);
    // The level of the log is said by each request, or by a message of its own.
    const auto modern = Dialect::make(Era::Modern, revisionsOf(Era::Modern).front());
    QVERIFY(modern->params("{}", {}, R"("debug")")
                .ends_with(R"(,"io.modelcontextprotocol/logLevel":"debug"}})"));
    QVERIFY(modern->params("{}", {}).find("logLevel") == std::string::npos);
    QCOMPARE(
        Dialect::make(Era::Legacy, QStringLiteral("2025-11-25"))->params(given, "", R"("debug")"),
        given);
}

void TestSession::leavesMetaOfThePersonAlone()
{
    const auto dialect = Dialect::make(Era::Modern, QStringLiteral("2026-07-28"));
    const auto sent = dialect->params(
        R"({"_meta":{"progressToken":"mine","io.modelcontextprotocol/protocolVersion":"x"}})", "5");
    const auto document = json::Document::parse(sent);
    QVERIFY(document.isValid());
    const auto meta = document.root()["_meta"];
    QCOMPARE(meta["progressToken"].raw(), "\"mine\"");
    QCOMPARE(meta["io.modelcontextprotocol/protocolVersion"].raw(), "\"x\"");
    QCOMPARE(meta["io.modelcontextprotocol/clientCapabilities"].raw(), "{}");
    QCOMPARE(meta.count(), 4u);
    QCOMPARE(dialect->params("[1]", ""), "[1]");
}

void TestSession::followsCursorsAndStopsAtARepeatedOne()
{
    const auto page = [](const char *result) {
        Response response;
        response.message = rpc::decode(
            Bytes::copyOf(std::string(R"({"jsonrpc":"2.0","id":1,"result":)") + result + "}"),
            false)
                               .front();
        return response;
    };
    ListCursor cursor("tools");
    QCOMPARE(cursor.advance(page(R"({"tools":[{"name":"a"},7],"nextCursor":""})")),
        std::optional<std::string>(R"({"cursor":""})"));
    QCOMPARE(cursor.advance(page(R"({"tools":[{"name":"a"}],"nextCursor":"p\u00322"})")),
        std::optional<std::string>(R"({"cursor":"p\u00322"})"));
    QVERIFY(!cursor.advance(page(R"({"tools":[],"nextCursor":""})")));
    QCOMPARE(cursor.listing.next, std::optional<std::string>(R"("")"));
    QVERIFY(cursor.repeated);
    QCOMPARE(cursor.listing.items.size(), std::size_t(3));
    QCOMPARE(cursor.listing.pages, 3);
    QVERIFY(cursor.listing.stopped.contains(QLatin1String("second time")));

    ListCursor ends("tools");
    QVERIFY(!ends.advance(page(R"({"tools":[],"nextCursor":null})")));
    QVERIFY(ends.listing.stopped.isEmpty());
    QVERIFY(!ends.listing.next);
    ListCursor odd("tools");
    QVERIFY(!odd.advance(page(R"({"nextCursor":3})")));
    QVERIFY(!odd.listing.stopped.isEmpty());
}

void TestSession::tellsWhichErrorsSuggestTheOtherEra()
{
    const auto suggests = [](const char *code) {
        const std::string text = std::string(R"({"jsonrpc":"2.0","id":1,"error":{"code":)") + code
            + R"(,"message":"no"}})";
        return suggestsOtherEra(serverError(rpc::decode(Bytes::copyOf(text), false).front()));
    };
    for (const char *code :
        {"-32601", "-32600", "-32602", "-32603", "-32000", "-32022", "-32601.0"})
        QVERIFY2(suggests(code), code);
    for (const char *code : {"-32700", "-32020", "-32601.5", "\"-32601\"", "0"})
        QVERIFY2(!suggests(code), code);
    Error ours;
    ours.domain = Domain::Protocol; // a number of something else
    ours.code = rpc::kMethodNotFound;
    QVERIFY(!suggestsOtherEra(ours));
    wire::HttpFailure refused; // a response over HTTP that is no message
    for (const int status : {400, 404, 405, 406, 415, 422, 500}) {
        refused.status = status;
        QVERIFY2(suggestsOtherEra(ours, &refused), QByteArray::number(status).constData());
    }
    for (const int status : {0, 200, 401, 403, 429, 502, 503}) {
        refused.status = status;
        QVERIFY2(!suggestsOtherEra(ours, &refused), QByteArray::number(status).constData());
    }
    refused.aboutSession = true; // whatever the status
    QVERIFY(suggestsOtherEra(ours, &refused));
}

void TestSession::previewIsWhatIsSentNext()
{
    Session session(Era::Modern, QStringLiteral("2026-07-28"), false);
    const Bytes preview = session.preview("tools/call", R"({"name":"x"})", true);
    Actions actions;
    session.call("tools/call", R"({"name":"x"})", {}, true, {}, actions);
    QCOMPARE(std::get<Send>(actions.front()).message, preview);
}

// What is said so is recorded without being read.
void TestSession::saysBesideARequestOnlyWhatStandsInIt()
{
    int bare = 0;
    for (const Era era : {Era::Legacy, Era::Modern}) {
        Session session(era, revisionsOf(era).front(), false);
        Actions actions;
        for (const char *params : {"", "{}", R"({"a":1})"}) {
            for (const char *method : {"ping", "tools/list", "odd \" \n method"})
                session.call(method, params, {}, false, {}, actions);
            session.call("ping", params, {}, true, {}, actions);
        }
        for (const Action &action : actions) {
            const auto &send = std::get<Send>(action);
            rpc::Message read;
            QVERIFY(rpc::decodeOne(send.message, read));
            QCOMPARE(read.kind, rpc::Kind::Request);
            QCOMPARE(read.id, send.id);
            QCOMPARE(send.bareMethod, read.params() ? std::string() : read.method.toStdString());
            bare += send.bareMethod.empty() ? 0 : 1;
        }
    }
    QCOMPARE(bare, 3); // without progress, in the era that has no _meta of its own
}

void TestSession::measuresByTheWireAndTellsALoginApart()
{
    Session session(Era::Legacy, QStringLiteral("2025-11-25"), false);
    Actions actions;
    const auto at = [](std::int64_t ns) { return Stamp{ns, ns}; };
    session.call("ping", {}, {}, false, at(1'000), actions);
    session.call("ping", {}, {}, false, at(1'000), actions);
    session.suspend(at(3'000));
    session.resume(at(9'000));
    actions.clear();
    const auto receive = [&](const char *text) {
        rpc::Message message;
        QVERIFY(rpc::decodeOne(Bytes::copyOf(text), message));
        Arrival arrival{at(10'000)};
        arrival.requestedNs = 2'000;
        session.received(std::move(message), arrival, actions);
    };
    receive(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    receive(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no"}})");
    QCOMPARE(actions.size(), std::size_t(2));
    const auto &done = std::get<Complete>(actions[0]).outcome;
    QVERIFY(done.ok());
    QCOMPARE(done->sent.steady, std::int64_t(2'000));
    QCOMPARE(done->tookNs(), std::int64_t(8'000));
    QCOMPARE(done->serverNs(), std::int64_t(2'000));
    const auto &failed = std::get<Complete>(actions[1]).outcome;
    QVERIFY(!failed.ok());
    QCOMPARE(failed.error().took, std::chrono::nanoseconds(8'000));
}

void TestSession::sendsOneLineWhateverWasTyped()
{
    const Session session(Era::Legacy, QStringLiteral("2025-11-25"), false);
    const auto line = session.preview("m", "{\r\n  \"a\": \"\\n\"\n}", false);
    QCOMPARE(std::string(line.view()),
        R"({"jsonrpc":"2.0","id":1,"method":"m","params":{    "a": "\n" }})");
}

void TestSession::sendsANotificationAsItWasTyped()
{
    for (const Era era : {Era::Legacy, Era::Modern}) {
        const Session session(era, revisionsOf(era).front(), false, Binding::Http);
        Actions actions;
        session.notify("notifications/x", "{ \"a\":1.0,\n\"a\":-0 }", actions);
        session.notify("notifications/y", {}, actions);
        QCOMPARE(actions.size(), std::size_t(2));
        const auto &first = std::get<Send>(actions[0]);
        QCOMPARE(std::string(first.message.view()),
            R"({"jsonrpc":"2.0","method":"notifications/x","params":{ "a":1.0, "a":-0 }})");
        QVERIFY(first.kind == wire::Outgoing::Kind::Notification && first.id.empty());
        QCOMPARE(first.headers.contains("Mcp-Method"), era == Era::Modern);
        QCOMPARE(std::string(std::get<Send>(actions[1]).message.view()),
            R"({"jsonrpc":"2.0","method":"notifications/y"})");
    }
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
