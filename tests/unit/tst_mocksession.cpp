// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/mockplay.h"

#include <QTest>

#include <set>

using namespace sonde;
using namespace sonde::mock;
using namespace sonde::test;

// A mock plays the server's side of a recording: which messages follow which message of a client.
class TestMockSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void playsWhatWasRecorded_data();
    void playsWhatWasRecorded();
    void playsSomethingElse_data();
    void playsSomethingElse();
    void keepsTheDistances_data();
    void keepsTheDistances();
    void delaysByARangeThatTheSeedDecides();
    void saysWhichResponseIsUsed();
    void limitsWhatIsPending();
    void namesTheCarrierOfEachMessage();
    void withdrawsWhatTheClientCancels_data();
    void withdrawsWhatTheClientCancels();
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

QByteArray call(const QByteArray &id, const QByteArray &arguments, const QByteArray &rest = {})
{
    return sent("\"id\":" + id + R"(,"method":"tools/call","params":{"name":"t","arguments":)"
        + arguments + rest + "}");
}

QByteArray result(const QByteArray &id, const QByteArray &text)
{
    return received("\"id\":" + id + ",\"result\":" + text);
}

QByteArray note(const char *text)
{
    return QByteArray("# ") + text;
}

// The lines where they differ, for a message that can be read.
void compareLines(const QByteArrayList &actual, const QByteArrayList &expected)
{
    QCOMPARE(actual.join('\n'), expected.join('\n'));
}

const QByteArrayList kCalls{call("1", "{\"n\":1}"), result("1", "{\"v\":1.0}"),
    call("2", "{\"n\":1}"), result("2", "{ \"v\" : 2 }"), call("3", "{\"n\":1.0,\"m\":[1,2]}"),
    result("3", "{\"v\":9007199254740993}")};

} // namespace

void TestMockSession::playsWhatWasRecorded_data()
{
    QTest::addColumn<QByteArrayList>("recording");
    QTest::addColumn<QByteArrayList>("conversation");
    const auto row = [](const char *name, const QByteArrayList &recording,
                         const QByteArrayList &conversation) {
        QTest::newRow(name) << recording << conversation;
    };
    row("each response once, in their order, then the last one", kCalls,
        {call("7", "{\"n\":1}"), result("7", "{\"v\":1.0}"), call("8", "{\"n\":1}"),
            result("8", "{ \"v\" : 2 }"), call("9", "{\"n\":1}"), result("9", "{ \"v\" : 2 }")});
    row("members in another order, strings written in another way", kCalls,
        {sent(R"("id":1,"method":"tools/call","params":{"arguments":{"m":[1,2],"\u006e":1.0},)"
              R"("name":"\u0074"})"),
            result("1", "{\"v\":9007199254740993}")});
    row("_meta makes no difference", kCalls,
        {call("1", "{\"n\":1}", R"(,"_meta":{"x":1})"), result("1", "{\"v\":1.0}")});
    row("an id that is a string", kCalls,
        {call("\"a\\u0062\"", "{\"n\":1}"), result("\"a\\u0062\"", "{\"v\":1.0}")});
    row("an error response",
        {sent(R"("id":1,"method":"x")"),
            received(R"("id":1,"error":{"code":-32602,"message":"No","data":1e400})")},
        {sent(R"("id":5,"method":"x","params":{})"),
            received(R"("id":5,"error":{"code":-32602,"message":"No","data":1e400})")});
    row("initialize, whatever the client is",
        {sent(R"("id":0,"method":"initialize","params":{"clientInfo":{"name":"a"}})"),
            result("0", "{\"protocolVersion\":\"2025-11-25\"}"),
            sent(R"("method":"notifications/initialized")"),
            received(R"("method":"notifications/tools/list_changed")")},
        {sent(R"("id":3,"method":"initialize","params":{"clientInfo":{"name":"b"}})"),
            result("3", "{\"protocolVersion\":\"2025-11-25\"}"),
            sent(R"("method":"notifications/initialized")"),
            received(R"("method":"notifications/tools/list_changed")")});
    row("a ping that was not recorded", kCalls,
        {sent(R"("id":3,"method":"ping")"), result("3", "{}")});
    row("progress with the client's token",
        {call("1", "{}", R"(,"_meta":{"progressToken":"p1"})"),
            received(
                R"("method":"notifications/progress","params":{"progressToken":"p1","progress":1})"),
            result("1", "{}")},
        {call("4", "{}", R"(,"_meta":{"progressToken":77})"),
            received(
                R"("method":"notifications/progress","params":{"progressToken":77,"progress":1})"),
            result("4", "{}")});
    row("no progress without a token",
        {call("1", "{}", R"(,"_meta":{"progressToken":"p1"})"),
            received(
                R"("method":"notifications/progress","params":{"progressToken":"p1","progress":1})"),
            received(R"("method":"notifications/message","params":{"data":1})"), result("1", "{}")},
        {call("4", "{}"), received(R"("method":"notifications/message","params":{"data":1})"),
            result("4", "{}")});
    row("stderr and stray output, before the first message and in a call",
        {"! listening", call("1", "{}"), "! called", "< not JSON", result("1", "{}"), "! done"},
        {call("1", "{}"), "! called", "< not JSON", result("1", "{}"), "! done"});
    row("a deep response",
        {call("1", "{}"),
            result("1", "{\"a\":" + QByteArray(2000, '[') + QByteArray(2000, ']') + '}')},
        {call("2", "{}"),
            result("2", "{\"a\":" + QByteArray(2000, '[') + QByteArray(2000, ']') + '}')});
    row("a response with line ends", {call("1", "{}"), result("1", "{\r\n \"a\":\n1}")},
        {call("1", "{}"), result("1", "{   \"a\": 1}")});
    row("two calls at a time",
        {call("1", "{\"a\":1}", R"(,"_meta":{"progressToken":1})"), call("2", "{\"a\":2}"),
            received(
                R"("method":"notifications/progress","params":{"progressToken":1,"progress":1})"),
            result("2", "{\"b\":2}"), result("1", "{\"b\":1}")},
        {call("5", "{\"a\":2}"), result("5", "{\"b\":2}"),
            call("6", "{\"a\":1}", R"(,"_meta":{"progressToken":6})"),
            received(
                R"("method":"notifications/progress","params":{"progressToken":6,"progress":1})"),
            result("6", "{\"b\":1}")});
    row("a server request, whose response is awaited",
        {call("1", "{}"),
            received(R"("id":"s-9","method":"elicitation/create","params":{"message":"?"})"),
            received(R"("method":"notifications/message","params":{"data":"waiting"})"),
            sent(R"("id":"s-9","result":{"action":"accept"})"), result("1", "{\"ok\":true}")},
        {call("8", "{}"),
            received(R"("id":1,"method":"elicitation/create","params":{"message":"?"})"),
            received(R"("method":"notifications/message","params":{"data":"waiting"})"),
            sent(R"("id":99,"result":{"action":"accept"})"), // of no request
            sent(R"("id":1,"result":{"action":"accept"})"), result("8", "{\"ok\":true}")});
    row("another response to a server request",
        {call("1", "{}"), received(R"("id":0,"method":"sampling/createMessage","params":{})"),
            sent(R"("id":0,"result":{"model":"a"})"), result("1", "{}")},
        {call("8", "{}"), received(R"("id":1,"method":"sampling/createMessage","params":{})"),
            sent(R"("id":1,"result":{"model":"b"})"),
            note("The client's response to sampling/createMessage differs from the recorded one at "
                 "/model. The recording is played on."),
            result("8", "{}"), call("9", "{}"),
            received(R"("id":2,"method":"sampling/createMessage","params":{})"),
            sent(R"("id":2,"error":{"code":-1,"message":"No"})"),
            note("The client responded to sampling/createMessage with an error, in the recording "
                 "with a result. The recording is played on."),
            result("9", "{}")});
    row("a server request that the server cancels",
        {call("1", "{}"), received(R"("id":5,"method":"roots/list")"),
            received(R"("method":"notifications/cancelled","params":{"requestId":5})"),
            result("1", "{}")},
        {call("8", "{}"), received(R"("id":1,"method":"roots/list")"),
            received(R"("method":"notifications/cancelled","params":{"requestId":1})"),
            result("8", "{}")});
    row("a subscription of the modern era",
        {sent(R"("id":1,"method":"subscriptions/listen","params":{"notifications":{}})"),
            received(
                R"("method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}})"),
            sent(R"("id":2,"method":"tools/list")"), result("2", "{}"),
            received(
                R"("method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}})"),
            sent(R"("method":"notifications/cancelled","params":{"requestId":1})"),
            result("1", R"({"_meta":{"io.modelcontextprotocol/subscriptionId":1}})")},
        {sent(R"("id":"s","method":"subscriptions/listen","params":{"notifications":{}})"),
            received(
                R"("method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"s"}})"),
            received(
                R"("method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"s"}})"),
            sent(R"("id":2,"method":"tools/list")"), result("2", "{}"),
            sent(R"("method":"notifications/cancelled","params":{"requestId":"s"})"),
            result("\"s\"", R"({"_meta":{"io.modelcontextprotocol/subscriptionId":"s"}})")});
    row("a subscription that the end of the input ends",
        {sent(R"("id":1,"method":"subscriptions/listen")"), result("1", "{}")},
        {sent(R"("id":4,"method":"subscriptions/listen")"), "$", result("4", "{}")});
    row("a task of the modern era, by its rounds",
        {call("1", "{}"), result("1", R"({"resultType":"input_required","requestState":"s"})"),
            call("2", "{}", R"(,"inputResponses":{},"requestState":"s")"),
            result("2", R"({"resultType":"complete"})")},
        {call("1", "{}"), result("1", R"({"resultType":"input_required","requestState":"s"})"),
            call("2", "{}", R"(,"inputResponses":{},"requestState":"s")"),
            result("2", R"({"resultType":"complete"})")});
    row("a recording that was cut: no response", {call("1", "{}")},
        {call("8", "{}"),
            note("Message 1 of the recording has no response, so the client gets none."),
            sent(R"("id":3,"method":"ping")"), result("3", "{}")});
}

void TestMockSession::playsWhatWasRecorded()
{
    QFETCH(QByteArrayList, recording);
    QFETCH(QByteArrayList, conversation);
    const auto script = scriptOf(recording);
    QVERIFY(script.ok());
    MockPlay played(*script);
    if (recording.first().startsWith('!'))
        conversation.prepend(recording.first());
    played.play(conversation);
    compareLines(played.lines(), conversation);
}

void TestMockSession::playsSomethingElse_data()
{
    QTest::addColumn<int>("otherwise");
    QTest::addColumn<QByteArrayList>("conversation");
    const auto row = [](const char *name, Otherwise otherwise, const QByteArrayList &conversation) {
        QTest::newRow(name) << int(otherwise) << conversation;
    };
    row("the nearest call of the tool", Otherwise::Nearest,
        {call("1", "{\"n\":1.0,\"m\":[1,3]}"),
            note("No recorded tools/call t has these params. Message 5 of the recording is played; "
                 "it differs at /arguments/m/1."),
            result("1", "{\"v\":9007199254740993}")});
    row("a number that is written in another way", Otherwise::Nearest,
        {call("1", "{\"n\":1.00,\"m\":[1,2]}"),
            note("No recorded tools/call t has these params. Message 5 of the recording is played; "
                 "it differs at /arguments/n."),
            result("1", "{\"v\":9007199254740993}")});
    row("many differences", Otherwise::Nearest,
        {call("1", "{\"a\":1,\"b\":1,\"c\":1,\"d\":1}"),
            note("No recorded tools/call t has these params. Message 1 of the recording is played; "
                 "it differs at /arguments/a, /arguments/b, /arguments/c and 2 more."),
            result("1", "{\"v\":1.0}")});
    row("another tool", Otherwise::Nearest,
        {sent(R"("id":1,"method":"tools/call","params":{"name":"u"})"),
            note("The recording has no request tools/call u."),
            received(
                R"("id":1,"error":{"code":-32602,"message":"The recording has no call of this tool."})")});
    row("another method", Otherwise::Nearest,
        {sent(R"("id":1,"method":"x/y")"), note("The recording has no request x/y."),
            received(
                R"("id":1,"error":{"code":-32601,"message":"The recording has no request x/y."})")});
    row("no params", Otherwise::Nearest,
        {sent(R"("id":1,"method":"tools/call")"), note("The recording has no request tools/call."),
            received(
                R"("id":1,"error":{"code":-32602,"message":"The recording has no call of this tool."})")});
    row("an error", Otherwise::Error,
        {call("1", "{}"), note("The recording has no request tools/call t with these params."),
            received(
                R"("id":1,"error":{"code":-32602,"message":"The recording has no request tools/call with these params."})"),
            call("2", "{\"n\":1}"), result("2", "{\"v\":1.0}")});
    row("the next one of the method", Otherwise::Next,
        {call("1", "{\"n\":1}"), result("1", "{\"v\":1.0}"),
            sent(R"("id":2,"method":"tools/call","params":{"name":"u"})"),
            note("No recorded tools/call u has these params. Message 3 of the recording is played; "
                 "it differs at /arguments, /name."),
            result("2", "{ \"v\" : 2 }")});
}

void TestMockSession::playsSomethingElse()
{
    QFETCH(int, otherwise);
    QFETCH(QByteArrayList, conversation);
    const auto script = scriptOf(kCalls);
    QVERIFY(script.ok());
    MockPlay played(*script, {.otherwise = static_cast<Otherwise>(otherwise)});
    played.play(conversation);
    compareLines(played.lines(), conversation);
}

void TestMockSession::keepsTheDistances_data()
{
    QTest::addColumn<double>("factor");
    QTest::addColumn<QByteArrayList>("conversation");
    const QByteArray progress = R"("method":"notifications/progress","params":{"progressToken":1})";
    const QByteArray token = R"(,"_meta":{"progressToken":1})";
    QTest::newRow("as soon as possible")
        << 0.0
        << QByteArrayList{call("1", "{}", token), received(progress), received(progress),
               received(R"("id":1,"method":"roots/list")"), "@100", sent(R"("id":1,"result":{})"),
               result("1", "{}"), "! late"};
    QTest::newRow("as recorded") << 1.0
                                 << QByteArrayList{call("1", "{}", token), "@9", "@1",
                                        received(progress), "@19", "@1", received(progress),
                                        received(R"("id":1,"method":"roots/list")"), "@100",
                                        sent(R"("id":1,"result":{})"), "@39", "@1",
                                        result("1", "{}"), "@7", "! late"};
    QTest::newRow("twice as fast")
        << 2.0
        << QByteArrayList{call("1", "{}", token), "@5", received(progress), "@10",
               received(progress), received(R"("id":1,"method":"roots/list")"), "@100",
               sent(R"("id":1,"result":{})"), "@20", result("1", "{}"), "@4", "! late"};
    QTest::newRow("cancelled")
        << 1.0
        << QByteArrayList{call("1", "{}", token), "@10", received(progress),
               sent(R"("method":"notifications/cancelled","params":{"requestId":1})"), "@1000"};
    QTest::newRow("another request cancelled")
        << 1.0
        << QByteArrayList{call("1", "{}", token), "@10", received(progress),
               sent(R"("method":"notifications/cancelled","params":{"requestId":2})"), "@20",
               received(progress), received(R"("id":1,"method":"roots/list")")};
}

void TestMockSession::keepsTheDistances()
{
    QFETCH(double, factor);
    QFETCH(QByteArrayList, conversation);
    const QByteArray progress =
        received(R"("method":"notifications/progress","params":{"progressToken":1})");
    const auto script = scriptOf({call("1", "{}", R"(,"_meta":{"progressToken":1})"), "@10",
        progress, "@20", progress, received(R"("id":4,"method":"roots/list")"), "@30",
        sent(R"("id":4,"result":{})"), "@40", result("1", "{}"), "@7", "! late"});
    QVERIFY(script.ok());
    MockPlay played(*script, {.speed = {factor}});
    played.play(conversation);
    compareLines(played.lines(), conversation);
}

void TestMockSession::delaysByARangeThatTheSeedDecides()
{
    const auto script = scriptOf(kCalls);
    QVERIFY(script);
    const auto delays = [&script](std::uint64_t seed) {
        MockOptions options;
        options.made =
            MadeResponses::read(Bytes::copyOf(R"({"responses":[{"tool":"t","delay":[200,500]}]})"))
                .value();
        options.made.setSeed(seed);
        MockSession session(*script, options);
        std::vector<Nanoseconds> played;
        for (int i = 0; i < 20; ++i) {
            const Nanoseconds now{std::int64_t(i) * 1'000'000'000};
            session.receive(
                Bytes::copyOf(call(QByteArray::number(i), "{\"n\":1}").mid(2).toStdString()), now);
            if (const auto due = session.nextDeadline())
                played.push_back(*due - now);
            session.tick(now + std::chrono::seconds(1));
        }
        return played;
    };
    const std::vector<Nanoseconds> first = delays(1);
    QCOMPARE(first.size(), std::size_t(20));
    for (const Nanoseconds delay : first)
        QVERIFY(delay >= std::chrono::milliseconds(200) && delay <= std::chrono::milliseconds(500));
    QVERIFY(std::set<Nanoseconds>(first.begin(), first.end()).size() > 10);
    QCOMPARE(delays(1), first);
    QVERIFY(delays(2) != first);
}

void TestMockSession::saysWhichResponseIsUsed()
{
    const auto script = scriptOf(kCalls);
    QVERIFY(script);
    MockOptions options;
    options.reportsUses = true;
    options.otherwise = Otherwise::Error;
    options.made = MadeResponses::read(
        Bytes::copyOf(R"({"responses":[{"tool":"other","delay":1},)"
                      R"({"tool":"t","arguments":{"n":1},"times":1,"result":{}},)"
                      R"({"tool":"t","arguments":{"n":1},"times":1,"fault":"twice"}]})"))
                       .value();
    MockPlay play(*script, options);
    play.play({call("7", "{\"n\":1}"), call("8", "{\"n\":1}"), call("9", "{\"n\":1}"),
        call("10", "{\"n\":5}")});
    QByteArrayList used;
    for (const QByteArray &line : play.lines()) {
        if (line.startsWith("used: "))
            used += line;
    }
    compareLines(used,
        {R"(used: {"response":2})", R"(used: {"response":3,"recorded":1})",
            R"(used: {"recorded":3})", "used: {}"});
}

void TestMockSession::limitsWhatIsPending()
{
    const auto script = scriptOf({call("1", "{}"), received(R"("id":1,"method":"roots/list")"),
        sent(R"("id":1,"result":{})"), result("1", "{}")});
    QVERIFY(script.ok());
    MockSession session(*script, {});
    const Bytes request = Bytes::copyOf(call("1", "{}").mid(2).toStdString());
    for (std::size_t i = 0; i < MockSession::kMaxPending; ++i)
        session.receive(request, Nanoseconds(0));
    QCOMPARE(session.takeActions().size(), MockSession::kMaxPending);
    session.receive(request, Nanoseconds(0));
    const auto refused = session.takeActions();
    QCOMPARE(refused.size(), std::size_t(1));
    QVERIFY2(lineOf(refused.front()).contains("Too many requests are pending."),
        lineOf(refused.front()).constData());
}

namespace {

rpc::Message decoded(const QByteArray &line)
{
    return MockSession::decode(Bytes::copyOf(line.mid(2).toStdString())).front();
}

// A call with progress, and what follows the response to it.
const QByteArrayList kFollowed{call("1", "{}", R"(,"_meta":{"progressToken":1})"),
    received(R"("method":"notifications/progress","params":{"progressToken":1,"progress":1})"),
    result("1", "{}"), received(R"("method":"notifications/tools/list_changed")")};

} // namespace

void TestMockSession::namesTheCarrierOfEachMessage()
{
    const auto script = scriptOf(kFollowed
        + QByteArrayList{
            sent(R"("method":"notifications/x")"), received(R"("method":"notifications/y")")});
    QVERIFY(script);
    MockSession session(*script, {});
    session.receive(decoded(call("5", "{}", R"(,"_meta":{"progressToken":1})")), 7, {});
    QList<std::pair<Carrier, bool>> seen;
    for (const Action &action : session.takeActions())
        seen << std::pair(action.carrier, action.isResponse);
    QCOMPARE(seen, (QList<std::pair<Carrier, bool>>{{7, false}, {7, true}, {7, false}}));
    session.receive(decoded(sent(R"("method":"notifications/x")")), 8, {});
    session.receive(decoded(sent(R"("id":1,"method":"ping")")), 9, {});
    session.receive(decoded(sent(R"("id":2,"method":"missing")")), 10, {});
    seen.clear();
    for (const Action &action : session.takeActions()) {
        if (action.kind == Action::Kind::Send)
            seen << std::pair(action.carrier, action.isResponse);
    }
    QCOMPARE(seen, (QList<std::pair<Carrier, bool>>{{0, false}, {9, true}, {10, true}}));
}

void TestMockSession::withdrawsWhatTheClientCancels_data()
{
    QTest::addColumn<bool>("leaves");
    QTest::newRow("a notification") << false;
    QTest::newRow("the end of its carrier") << true;
}

void TestMockSession::withdrawsWhatTheClientCancels()
{
    QFETCH(bool, leaves);
    const auto script = scriptOf(QByteArrayList{call("1", "{}"), "@10", result("1", "{}")});
    QVERIFY(script);
    MockSession session(*script, {.speed = {.factor = 1}});
    session.receive(decoded(call("5", "{}")), 7, {});
    session.receive(decoded(call("6", "{}")), 8, {});
    if (leaves)
        session.leave(7, {});
    else
        session.receive(
            decoded(sent(R"("method":"notifications/cancelled","params":{"requestId":5})")), 9, {});
    const auto withdrawn = session.takeActions();
    QCOMPARE(withdrawn.size(), std::size_t(1));
    QCOMPARE(withdrawn.front().kind, Action::Kind::Withdraw);
    QCOMPARE(withdrawn.front().carrier, Carrier(7));
    session.tick(std::chrono::milliseconds(10));
    const auto rest = session.takeActions();
    QCOMPARE(rest.size(), std::size_t(1));
    QCOMPARE(rest.front().carrier, Carrier(8));
}

QTEST_GUILESS_MAIN(TestMockSession)
#include "tst_mocksession.moc"
