// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "replay/givenvalues.h"
#include "replay/recordedresponses.h"
#include "replay/replayreport.h"
#include "replay/replayrun.h"
#include "support/mockplay.h"

#include <QTest>

using namespace sonde;
using namespace sonde::replay;
using namespace sonde::test;

// What of a recording is sent to a server again: in which order, with which values, and what its
// server requests get.
class TestReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheOrder_data();
    void keepsTheOrder();
    void waitsForNotifications();
    void stopsWaitingForManyNotifications();
    void takesValuesOfTheLiveServer_data();
    void takesValuesOfTheLiveServer();
    void doesNotSendWhatTheServerDidNotGive();
    void respondsAsTheRecordedClientDid_data();
    void respondsAsTheRecordedClientDid();
    void knowsTheClient();
    void comparesOutcomes_data();
    void comparesOutcomes();
    void learnsFromTwoRuns();
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

QByteArray request(const char *id, const char *method, const QByteArray &params = {})
{
    return sent(QByteArray("\"id\":") + id + ",\"method\":\"" + method + '"'
        + (params.isEmpty() ? QByteArray() : ",\"params\":" + params));
}

QByteArray result(const char *id, const QByteArray &text = "{}")
{
    return received(QByteArray("\"id\":") + id + ",\"result\":" + text);
}

std::set<Index> everything(const mock::MockScript &script)
{
    std::set<Index> chosen;
    for (Index i = 0; i < script.exchanges.size(); ++i) {
        if (!isHandshake(script.exchanges[i]) && isReplayable(script.exchanges[i]))
            chosen.insert(i);
    }
    return chosen;
}

// "a b |" where both are sent, and then their responses are waited for.
QByteArray orderOf(const mock::MockScript &script, RecordedOrder &order)
{
    QByteArray text;
    std::vector<Index> pending;
    while (!order.isAtEnd()) {
        while (const auto step = order.next()) {
            const mock::ScriptedExchange &exchange = script.exchanges[step->exchange];
            if (step->kind == ReplayStep::Kind::Send && exchange.isRequest)
                pending.push_back(step->exchange);
            text += (step->kind == ReplayStep::Kind::Cancel ? "-" : "")
                + QByteArray::fromStdString(exchange.method) + ' ';
        }
        if (order.isAtEnd())
            break;
        text += "| ";
        for (const Index index : std::exchange(pending, {}))
            order.responded(index);
        order.passNotification();
    }
    return text.trimmed();
}

} // namespace

void TestReplay::keepsTheOrder_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QByteArray>("order");
    const QByteArrayList handshake{
        request("1", "initialize"), result("1"), sent(R"("method":"notifications/initialized")")};
    QTest::newRow("one after the other") << handshake
            + QByteArrayList{request("2", "a"), result("2"), request("3", "b"), result("3")}
                                         << QByteArray("a | b |");
    QTest::newRow("together") << QByteArrayList{request("2", "a"), request("3", "b"), result("3"),
        result("2")} << QByteArray("a b |");
    QTest::newRow("after the first of two responses") << QByteArrayList{request("2", "a"),
        request("3", "b"), result("3"), request("4", "c"), result("2"), result("4")}
                                                      << QByteArray("a b | c |");
    QTest::newRow("a notification between") << QByteArrayList{request("2", "a"),
        sent(R"("method":"n")"), result("2"), sent(R"("method":"m")")}
                                            << QByteArray("a n | m");
    QTest::newRow("cancelled") << QByteArrayList{request("2", "a"), request("3", "b"), result("3"),
        sent(R"("method":"notifications/cancelled","params":{"requestId":2})"), request("4", "c"),
        result("4")} << QByteArray("a b | -a c |");
    QTest::newRow("without a response")
        << QByteArrayList{request("2", "a"), request("3", "b"), result("3")} << QByteArray("b |");
    QTest::newRow("a subscription")
        << QByteArrayList{request("2", "subscriptions/listen"),
               received(R"("method":"notifications/subscriptions/acknowledged","params":{"_meta":)"
                        R"({"io.modelcontextprotocol/subscriptionId":2}})"),
               request("3", "a"), result("3"),
               sent(R"("method":"notifications/cancelled","params":{"requestId":2})")}
        << QByteArray("subscriptions/listen | a | -subscriptions/listen");
}

void TestReplay::keepsTheOrder()
{
    QFETCH(QByteArrayList, lines);
    QFETCH(QByteArray, order);
    const auto script = scriptOf(lines);
    QVERIFY(script.ok());
    RecordedOrder walked(recordedSteps(*script, everything(*script)));
    QCOMPARE(orderOf(*script, walked), order);
}

void TestReplay::waitsForNotifications()
{
    const auto script = scriptOf({request("1", "initialize"), result("1"), request("2", "a"),
        result("2"), received(R"("method":"n")"), received(R"("method":"n")"), request("3", "b"),
        result("3")});
    QVERIFY(script.ok());
    RecordedOrder order(recordedSteps(*script, everything(*script)));
    QCOMPARE(order.next(), std::optional(ReplayStep{.exchange = 1}));
    QVERIFY(!order.next() && !order.waitsForNotification());
    order.notified("n"); // before the response: it is counted
    order.responded(1);
    QVERIFY(!order.next() && order.waitsForNotification());
    order.notified("other");
    QVERIFY(!order.next() && order.waitsForNotification());
    order.notified("n");
    QCOMPARE(order.next(), std::optional(ReplayStep{.exchange = 2}));
}

// Of a recording with any number of methods.
void TestReplay::stopsWaitingForManyNotifications()
{
    QByteArrayList lines{request("1", "a"), result("1")};
    for (int i = 0; i < 100; ++i)
        lines += received("\"method\":\"n" + QByteArray::number(i) + '"');
    const auto script = scriptOf(lines);
    QVERIFY(script.ok());
    RecordedOrder order(recordedSteps(*script, everything(*script)));
    order.responded(0);
    int waits = 0;
    while (order.next() || order.waitsForNotification()) {
        if (order.waitsForNotification()) {
            ++waits;
            order.passNotification();
        }
    }
    QVERIFY(order.isAtEnd());
    QCOMPARE(waits, 10);
}

void TestReplay::takesValuesOfTheLiveServer_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QByteArray>("live"); // result of the first request
    QTest::addColumn<QByteArray>("params"); // of the last request
    const auto row = [](const char *name, const QByteArrayList &lines, const char *live,
                         const char *params) {
        QTest::newRow(name) << lines << QByteArray(live) << QByteArray(params);
    };
    row("a cursor",
        {request("1", "tools/list"), result("1", R"({"nextCursor":"x","tools":[]})"),
            request("2", "tools/list", R"({"cursor":"x","k":1.0})"), result("2")},
        R"({"nextCursor":"y"})", R"({"cursor":"y","k":1.0})");
    row("a cursor of another list",
        {request("1", "tools/list"), result("1", R"({"nextCursor":"x"})"),
            request("2", "prompts/list", R"({"cursor":"x"})"), result("2")},
        R"({"nextCursor":"y"})", R"({"cursor":"x"})");
    row("a cursor that the client invented",
        {request("1", "tools/list"), result("1"), request("2", "tools/list", R"({"cursor":"z"})"),
            result("2")},
        R"({"nextCursor":"y"})", R"({"cursor":"z"})");
    row("a cursor that came later",
        {request("1", "tools/list"), request("2", "tools/list", R"({"cursor":"x"})"),
            result("1", R"({"nextCursor":"x"})"), result("2")},
        R"({"nextCursor":"y"})", R"({"cursor":"x"})");
    row("a task",
        {request("1", "tools/call"), result("1", R"({"task":{"taskId":"t"}})"),
            request("2", "tasks/get", R"({"taskId":"t"})"), result("2")},
        R"({"task":{"taskId":"u"}})", R"({"taskId":"u"})");
    row("a state",
        {request("1", "tools/call"), result("1", R"({"requestState":"s"})"),
            request("2", "tools/call", R"({"requestState":"s","name":"a"})"), result("2")},
        R"({"requestState":"r"})", R"({"requestState":"r","name":"a"})");
    row("_meta of a connection",
        {request("1", "a"), result("1"),
            request("2", "b",
                R"({"_meta":{"progressToken":7,"k":1,)"
                R"("io.modelcontextprotocol/protocolVersion":"2026-07-28"},"n":1})"),
            result("2")},
        "{}", R"({"_meta":{"k":1},"n":1})");
    row("_meta with nothing else",
        {request("1", "a"), result("1"),
            request("2", "b", R"({"_meta":{"progressToken":7},"n":1})"), result("2")},
        "{}", R"({"n":1})");
    row("line breaks",
        {request("1", "a"), result("1"), request("2", "b", "{\r\n\"n\":\"\\n\"\n}"), result("2")},
        "{}", R"({"n":"\n"})");
    row("no params", {request("1", "a"), result("1"), request("2", "b"), result("2")}, "{}", "");
}

void TestReplay::takesValuesOfTheLiveServer()
{
    QFETCH(QByteArrayList, lines);
    QFETCH(QByteArray, live);
    QFETCH(QByteArray, params);
    const auto script = scriptOf(lines);
    QVERIFY(script.ok());
    GivenValues given(*script);
    const auto response = json::Document::parse(Bytes::fromByteArray(live));
    given.learn(0, response.root());
    const auto sentParams = given.params(1);
    QVERIFY(sentParams.ok());
    QCOMPARE(sentParams->toByteArray(), params);
}

void TestReplay::doesNotSendWhatTheServerDidNotGive()
{
    const auto script = scriptOf({request("1", "tools/list"), result("1", R"({"nextCursor":"x"})"),
        request("2", "tools/list", R"({"cursor":"x"})"), result("2")});
    QVERIFY(script.ok());
    const GivenValues given(*script);
    QCOMPARE(given.sources(1), std::vector<Index>{0});
    const auto params = given.params(1);
    QVERIFY(!params.ok());
    QVERIFY2(params.error().sentence.contains(QStringLiteral("“cursor”")),
        qPrintable(params.error().sentence));
}

void TestReplay::respondsAsTheRecordedClientDid_data()
{
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<QByteArray>("response"); // a result or an error
    QTest::addColumn<bool>("isNoted");
    const auto row = [](const char *name, const char *members, const char *response, bool isNoted) {
        QTest::newRow(name) << QByteArray(members) << QByteArray(response) << isNoted;
    };
    row("equal params", R"("method":"sampling/createMessage","params":{"a":1,"_meta":{}})",
        R"({"n":1.0})", false);
    row("the nearest", R"("method":"sampling/createMessage","params":{"a":2,"b":4})", R"({"n":2})",
        true);
    row("an error", R"("method":"elicitation/create","params":{})",
        R"({"code":-1,"data":[1.0],"message":"no"})", false);
    row("without a response", R"("method":"roots/list")",
        R"({"code":-32603,"message":"The recording has no response to this request."})", true);
    row("too deep a result", R"("method":"deep/result")",
        R"({"code":-32603,"message":"The recorded response is nested too deeply."})", false);
    row("too deep an error", R"("method":"deep/error")",
        R"({"code":-32603,"message":"The recorded response is nested too deeply."})", false);
    row("unknown", R"("method":"other")",
        R"({"code":-32601,"message":"The recording has no request other."})", true);
}

void TestReplay::respondsAsTheRecordedClientDid()
{
    QFETCH(QByteArray, asked);
    QFETCH(QByteArray, response);
    QFETCH(bool, isNoted);
    const auto ask = [](const char *id, const char *rest) {
        return received(QByteArray("\"id\":") + id + ',' + rest);
    };
    const QByteArray deep =
        R"({"code":-1,"message":"no","data":)" + QByteArray(600, '[') + QByteArray(600, ']') + '}';
    const auto script = scriptOf(
        {request("1", "a"), ask("\"s1\"", R"("method":"sampling/createMessage","params":{"a":1})"),
            sent(R"("id":"s1","result":{"n":1.0})"),
            ask("\"s2\"", R"("method":"sampling/createMessage","params":{"a":2,"b":3})"),
            sent(R"("id":"s2","result":{"n":2})"),
            ask("\"s3\"", R"("method":"elicitation/create","params":{})"),
            sent(R"("id":"s3","error":{"code":-1,"data":[1.0],"message":"no"})"),
            ask("\"s4\"", R"("method":"roots/list")"), ask("\"s5\"", R"("method":"deep/result")"),
            sent(R"("id":"s5","result":)" + deep), ask("\"s6\"", R"("method":"deep/error")"),
            sent(R"("id":"s6","error":)" + deep), result("1")});
    QVERIFY(script.ok());
    RecordedResponses responses(*script);
    rpc::Message message;
    QVERIFY(rpc::decodeOne(Bytes::fromByteArray("{\"jsonrpc\":\"2.0\",\"id\":9," + asked + '}'),
        message, json::Limits()));
    const RecordedResponses::Response got = responses.responseTo(message);
    const QByteArray text = (got.result.isEmpty() ? got.error : got.result).toByteArray();
    QCOMPARE(text, response);
    QCOMPARE(!got.note.isEmpty(), isNoted);
}

void TestReplay::knowsTheClient()
{
    const auto legacy =
        scriptOf({request("1", "initialize",
                      R"({"protocolVersion":"2025-11-25","capabilities":{"roots":{}}})"),
            result("1", R"({"protocolVersion":"2025-06-18"})")});
    QVERIFY(legacy.ok());
    QCOMPARE(recordedRevision(*legacy), QStringLiteral("2025-06-18"));
    QCOMPARE(recordedCapabilities(*legacy), std::string(R"({"roots":{}})"));
    const auto modern =
        scriptOf({request("1", "tools/list",
                      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":)"
                      R"("2026-07-28","io.modelcontextprotocol/clientCapabilities":)"
                      R"({"sampling":{}}}})"),
            result("1")});
    QVERIFY(modern.ok());
    QCOMPARE(recordedRevision(*modern), QStringLiteral("2026-07-28"));
    QCOMPARE(recordedCapabilities(*modern), std::string(R"({"sampling":{}})"));
    // 2026-07-28 basic/lifecycle: a probe that a server of the legacy era refuses.
    const auto probed =
        scriptOf({request("1", "server/discover",
                      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":)"
                      R"("2026-07-28","io.modelcontextprotocol/clientCapabilities":)"
                      R"({"sampling":{}}}})"),
            received(R"("id":1,"error":{"code":-32601,"message":"Method not found"})"),
            request("2", "initialize",
                R"({"protocolVersion":"2025-11-25","capabilities":{"roots":{}}})"),
            result("2", R"({"protocolVersion":"2025-11-25"})")});
    QVERIFY(probed.ok());
    QCOMPARE(recordedHandshake(*probed), std::optional<Index>(1));
    QCOMPARE(recordedRevision(*probed), QStringLiteral("2025-11-25"));
    QCOMPARE(recordedCapabilities(*probed), std::string(R"({"roots":{}})"));
    const auto neither = scriptOf({request("1", "tools/list"), result("1")});
    QVERIFY(neither.ok());
    QCOMPARE(recordedRevision(*neither), QString());
    QCOMPARE(recordedCapabilities(*neither), std::string("{}"));
}

void TestReplay::comparesOutcomes_data()
{
    using Kind = ReplayOutcome::Kind;
    QTest::addColumn<QByteArray>("recorded"); // members of the response
    QTest::addColumn<int>("kind"); // of the live outcome
    QTest::addColumn<QByteArray>("live");
    QTest::addColumn<QByteArray>("verdict"); // and the paths that differ
    const auto row = [](const char *name, const char *recorded, Kind kind, const char *live,
                         const char *verdict) {
        QTest::newRow(name) << QByteArray(recorded) << int(kind) << QByteArray(live)
                            << QByteArray(verdict);
    };
    row("equal by value", R"("result":{"a":1.0,"b":2})", Kind::Result, R"({"b":2,"a":1})", "same");
    row("another value", R"("result":{"a":1})", Kind::Result, R"({"a":2})", "different /result/a");
    row("a member more", R"("result":{})", Kind::Result, R"({"a":2})", "different /result/a");
    row("JSON in a text", R"("result":{"content":[{"type":"text","text":"{\"a\":1}"}]})",
        Kind::Result, R"({"content":[{"type":"text","text":"{\"a\":2}"}]})",
        "different /result/content/0/text/a");
    row("_meta", R"("result":{"_meta":{"a":1}})", Kind::Result, R"({"_meta":{"a":2}})", "same");
    row("_meta of a tool", R"("result":{"tools":[{"_meta":{"a":1}}]})", Kind::Result,
        R"({"tools":[{"_meta":{"a":2}}]})", "different /result/tools/0/_meta/a");
    row("another cursor", R"("result":{"nextCursor":"x"})", Kind::Result, R"({"nextCursor":"y"})",
        "same");
    row("no cursor", R"("result":{"nextCursor":"x"})", Kind::Result, "{}",
        "different /result/nextCursor");
    row("another task", R"("result":{"task":{"taskId":"x"}})", Kind::Result,
        R"({"task":{"taskId":"y"}})", "same");
    row("equal errors", R"("error":{"code":1,"message":"m"})", Kind::Error,
        R"({"code":1,"message":"m"})", "same");
    row("another error", R"("error":{"code":1,"message":"m"})", Kind::Error,
        R"({"code":2,"message":"m"})", "different /error/code");
    row("an error now", R"("result":{})", Kind::Error, R"({"code":1,"message":"m"})",
        "failed /result /error");
    row("a result now", R"("error":{"code":1,"message":"m"})", Kind::Result, "{}",
        "different /error /result");
    row("no response", R"("result":{})", Kind::Missing, "", "missing");
    row("not sent", R"("result":{})", Kind::NotSent, "", "notSent");
}

void TestReplay::comparesOutcomes()
{
    QFETCH(QByteArray, recorded);
    QFETCH(int, kind);
    QFETCH(QByteArray, live);
    QFETCH(QByteArray, verdict);
    const auto script = scriptOf({request("1", "a"), received("\"id\":1," + recorded)});
    QVERIFY(script.ok());
    Outcomes now;
    now.requests[0].kind = ReplayOutcome::Kind(kind);
    now.requests[0].value = Bytes::fromByteArray(live);
    const ReplayReport report = compareOutcomes(
        *script, recordedOutcomes(*script, everything(*script)), now, ReplayRules(), true);
    QCOMPARE(report.requests.size(), std::size_t(1));
    const ReportRow &row = report.requests.front();
    QByteArray text = QByteArray::fromStdString(std::string(verdictName(row.verdict)));
    for (const changes::Difference &difference : row.differences)
        text += ' ' + difference.pointer.toUtf8();
    QCOMPARE(text, verdict);
    QCOMPARE(report.isSame(), verdict == "same");
}

// Progress is compared with its request, other notifications by their method.
void TestReplay::learnsFromTwoRuns()
{
    const auto script = scriptOf({request("1", "tools/call",
                                      R"({"name":"t","_meta":{"progressToken":1}})"),
        received(R"("method":"notifications/progress","params":{"progressToken":1,"progress":1})"),
        received(R"("method":"notifications/message","params":{"data":"at 12:00:00"})"),
        result("1", R"({"id":"550e8400-e29b-41d4-a716-446655440000"})")});
    QVERIFY(script.ok());
    const std::set<Index> chosen = everything(*script);
    const Outcomes recorded = recordedOutcomes(*script, chosen);
    const auto run = [&](const char *id, const char *data, const char *progress) {
        Outcomes outcomes;
        outcomes.requests[0].kind = ReplayOutcome::Kind::Result;
        outcomes.requests[0].value = Bytes::copyOf(id);
        outcomes.requests[0].progress = {Bytes::copyOf(progress)};
        outcomes.notifications["notifications/message"] = {Bytes::copyOf(data)};
        return outcomes;
    };
    const Outcomes first = run(R"({"id":"550e8400-e29b-41d4-a716-446655440001"})",
        R"({"data":"at 12:00:01"})", R"({"progress":1})");
    const Outcomes second = run(R"({"id":"550e8400-e29b-41d4-a716-446655440002"})",
        R"({"data":"at 12:00:02"})", R"({"progress":1})");
    QVERIFY(!compareOutcomes(*script, recorded, first, {}, true).isSame());
    ReplayRules rules;
    learnRules(*script, first, second, true, rules);
    QVERIFY2(QByteArray::fromStdString(rules.text())
                 .endsWith("time notifications/message /0/data\nid tools/call t /result/id\n"),
        rules.text().c_str());
    QVERIFY(compareOutcomes(*script, recorded, first, rules, true).isSame());
    const Outcomes other = run(R"({"id":"x"})", R"({"data":"on 12:00:02"})", R"({"progress":2})");
    const ReplayReport report = compareOutcomes(*script, recorded, other, rules, true);
    QCOMPARE(report.count(Verdict::Different), std::size_t(2));
    QCOMPARE(report.requests.front().differences.size(), std::size_t(2));
    QVERIFY(compareOutcomes(*script, recorded, other, rules, false).notifications.empty());
}

QTEST_GUILESS_MAIN(TestReplay)
#include "tst_replay.moc"
