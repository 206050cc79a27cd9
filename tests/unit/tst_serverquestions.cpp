// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/inputrequired.h"
#include "support/playbook.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;
using namespace sonde::test;

// What servers ask the client: requests of their own in the handshake era, results that want input
// in the stateless one.
class TestServerQuestions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void playsTheConversation_data();
    void playsTheConversation();
    void refusesMoreQuestionsThanFit();
    void declaresCapabilitiesInEveryRequest();
    void continuesWithResponsesAndStateByteForByte_data();
    void continuesWithResponsesAndStateByteForByte();
    void namesTheQuestionsInOrder();
    void onlyTheResultTypeAsksForInput();
};

namespace {

QString openedWith(const QString &capabilities)
{
    return openedLegacy().replace(QStringLiteral("\"capabilities\":{},\"clientInfo\""),
        QStringLiteral("\"capabilities\":%1,\"clientInfo\"").arg(capabilities));
}

json::Document parsed(const char *text)
{
    return json::Document::parse(std::string(text));
}

} // namespace

void TestServerQuestions::playsTheConversation_data()
{
    QTest::addColumn<QString>("script");
    const auto row = [](const char *name, const char *script) {
        QTest::newRow(name) << openedWith(QStringLiteral("{\"elicitation\":{}}"))
                + QString::fromUtf8(script);
    };
    row("a question is answered once",
        R"(< {"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}
  asked "q" elicitation/create
reply "q" {"action":"accept","content":{"n":1.0}}
  > {"jsonrpc":"2.0","id":"q","result":{"action":"accept","content":{"n":1.0}}}
reply "q" {}
refuse "q" {"code":-1,"message":"too late"}
)");
    row("a question is refused",
        R"(< {"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}
  asked 7 sampling/createMessage
refuse 7 {"code":-1,"message":"The person does not want to","data":{"v":1.0,"v":1e2}}
  > {"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"The person does not want to","data":{"v":1.0,"v":1e2}}}
)");
    row("ping is answered by itself", R"(< {"jsonrpc":"2.0","id":7,"method":"ping"}
  > {"jsonrpc":"2.0","id":7,"result":{}}
)");
    row("a withdrawn question gets no answer",
        R"(< {"jsonrpc":"2.0","id":7,"method":"roots/list"}
  asked 7 roots/list
< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}
  withdrawn 7 The server cancelled the request.
  notify notifications/cancelled
reply 7 {"roots":[]}
)");
    row("a question is withdrawn with a reason",
        R"(< {"jsonrpc":"2.0","id":7,"method":"roots/list"}
  asked 7 roots/list
< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"too slow"}}
  withdrawn 7 The server cancelled the request: too slow
  notify notifications/cancelled
)");
    row("one that was answered is not withdrawn",
        R"(< {"jsonrpc":"2.0","id":7,"method":"roots/list"}
  asked 7 roots/list
reply 7 {"roots":[]}
  > {"jsonrpc":"2.0","id":7,"result":{"roots":[]}}
< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}
  notify notifications/cancelled
)");
    row("two at once, and one inside the other",
        R"(call tools/call {"name":"outer"}
  > {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"outer"}}
< {"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}
  asked 7 sampling/createMessage because of 2 outer
call tools/call {"name":"inner"}
  > {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"inner"}}
< {"jsonrpc":"2.0","id":8,"method":"sampling/createMessage","params":{}}
  asked 8 sampling/createMessage
reply 8 {}
  > {"jsonrpc":"2.0","id":8,"result":{}}
reply 7 {}
  > {"jsonrpc":"2.0","id":7,"result":{}}
)");
    row("a list that is loaded is not the cause",
        R"(call tools/list {}
  > {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}
< {"jsonrpc":"2.0","id":7,"method":"roots/list"}
  asked 7 roots/list
)");
    row("the answer it came in tells the call",
        R"(call tools/call {"name":"outer"}
  > {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"outer"}}
call tools/call {"name":"inner"}
  > {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"inner"}}
<200:3 {"jsonrpc":"2.0","id":8,"method":"elicitation/create","params":{}}
  asked 8 elicitation/create because of 3 inner!
)");
    row("a call does not run out while a person is asked for it",
        R"(call tools/call {"name":"outer"}
  > {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"outer"}}
< {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{}}
  asked 7 elicitation/create because of 2 outer
at 500000
reply 7 {"action":"cancel"}
  > {"jsonrpc":"2.0","id":7,"result":{"action":"cancel"}}
at 509999
at 510000
  remark request timed out
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"timed out"}}
  failed 2 No response to tools/call within 10 s.
)");
    row("a withdrawn question lets the clock run again",
        R"(call tools/call {"name":"outer"}
  > {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"outer"}}
< {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{}}
  asked 7 elicitation/create because of 2 outer
at 100000
< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}
  withdrawn 7 The server cancelled the request.
  notify notifications/cancelled
at 109999
at 110000
  remark request timed out
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"timed out"}}
  failed 2 No response to tools/call within 10 s.
)");
    row("a call that is not the cause runs out",
        R"(call tools/call {"name":"outer"}
  > {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"outer"}}
call tools/call {"name":"inner"}
  > {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"inner"}}
<200:3 {"jsonrpc":"2.0","id":8,"method":"elicitation/create","params":{}}
  asked 8 elicitation/create because of 3 inner!
at 10000
  remark request timed out
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"timed out"}}
  failed 2 No response to tools/call within 10 s.
at 290000
)");
    row("an id that waits already is marked",
        R"(< {"jsonrpc":"2.0","id":7,"method":"roots/list"}
  asked 7 roots/list
< {"jsonrpc":"2.0","id":7,"method":"roots/list"}
  mark duplicate-id
reply 7 {}
  > {"jsonrpc":"2.0","id":7,"result":{}}
)");
    row("after the end nothing is answered", R"(< {"jsonrpc":"2.0","id":7,"method":"roots/list"}
  asked 7 roots/list
ended exit code 0
  withdrawn 7 The connection ended before the response arrived: exit code 0.
reply 7 {}
)");
}

void TestServerQuestions::playsTheConversation()
{
    QFETCH(QString, script);
    Playbook playbook(Era::Legacy, QStringLiteral("2025-11-25"), false, Binding::Stdio,
        {R"({"elicitation":{}})", true});
    const QString difference = playbook.differs(script);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestServerQuestions::refusesMoreQuestionsThanFit()
{
    Session session(Era::Legacy, QStringLiteral("2025-11-25"), false, Binding::Stdio, {"{}", true});
    Actions actions;
    for (std::size_t i = 0; i <= ReceivedRequests::kMaxWaiting; ++i) {
        actions.clear();
        const auto text =
            R"({"jsonrpc":"2.0","id":)" + std::to_string(i) + R"(,"method":"roots/list"})";
        for (auto &message : rpc::decode(Bytes::copyOf(text), false))
            session.received(std::move(message), {}, actions);
        QCOMPARE(actions.size(), std::size_t(1));
        QCOMPARE(
            std::holds_alternative<RequestReceived>(actions[0]), i < ReceivedRequests::kMaxWaiting);
    }
    QVERIFY(std::get<Send>(actions[0]).message.view().find("-32603") != std::string_view::npos);
}

void TestServerQuestions::declaresCapabilitiesInEveryRequest()
{
    Session session(Era::Modern, QStringLiteral("2026-07-28"), false, Binding::Http,
        {R"({"elicitation":{"form":{}}})", true});
    const auto text = session.preview("tools/list", {}, false);
    const auto document = json::Document::parse(text);
    QCOMPARE(document.root()["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"].raw(),
        R"({"elicitation":{"form":{}}})");
}

void TestServerQuestions::continuesWithResponsesAndStateByteForByte_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("responses");
    QTest::addColumn<QByteArray>("params");
    QTest::newRow("answers and state")
        << QByteArray(R"({"name":"t","arguments":{"n":1e400}})")
        << QByteArray(R"({"requestState":"a\u0062\/ "})") << QByteArray(R"({"q":{"x":1.0}})")
        << QByteArray(
               R"({"name":"t","arguments":{"n":1e400},"inputResponses":{"q":{"x":1.0}},"requestState":"a\u0062\/ "})");
    QTest::newRow("no state is none")
        << QByteArray(R"({"name":"t"})") << QByteArray(R"({})") << QByteArray(R"({})")
        << QByteArray(R"({"name":"t","inputResponses":{}})");
    QTest::newRow("a state alone")
        << QByteArray(R"({"name":"t"})") << QByteArray(R"({"requestState":"s"})") << QByteArray()
        << QByteArray(R"({"name":"t","requestState":"s"})");
    QTest::newRow("nothing of an earlier round stays")
        << QByteArray(R"({"inputResponses":{"a":1},"name":"t","requestState":"old"})")
        << QByteArray(R"({})") << QByteArray(R"({"b":2})")
        << QByteArray(R"({"inputResponses":{"b":2},"name":"t"})");
    QTest::newRow("no params before") << QByteArray() << QByteArray(R"({"requestState":""})")
                                      << QByteArray() << QByteArray(R"({"requestState":""})");
}

void TestServerQuestions::continuesWithResponsesAndStateByteForByte()
{
    QFETCH(QByteArray, given);
    QFETCH(QByteArray, result);
    QFETCH(QByteArray, responses);
    QFETCH(QByteArray, params);
    const auto document = parsed(result.constData());
    const auto made =
        continuedParams(given.toStdString(), document.root(), responses.toStdString());
    QVERIFY(made.ok());
    QCOMPARE(made->toByteArray(), params);
}

void TestServerQuestions::namesTheQuestionsInOrder()
{
    const auto result = parsed(
        R"({"inputRequests":{"z":{"method":"roots/list"},"a":{"method":"elicitation/create"}}})");
    const auto requests = inputRequests(result.root());
    QCOMPARE(requests.size(), std::size_t(2));
    QCOMPARE(requests[0].key, std::string("z"));
    QVERIFY(requests[1].request["method"].equals("elicitation/create"));
    QVERIFY(inputRequests(parsed(R"({"inputRequests":[1]})").root()).empty());
}

void TestServerQuestions::onlyTheResultTypeAsksForInput()
{
    QVERIFY(isInputRequired(parsed(R"({"resultType":"input_required"})").root()));
    QVERIFY(!isInputRequired(parsed(R"({"resultType":"complete"})").root()));
    QVERIFY(!isInputRequired(parsed(R"({"inputRequests":{}})").root()));
}

QTEST_GUILESS_MAIN(TestServerQuestions)
#include "tst_serverquestions.moc"
