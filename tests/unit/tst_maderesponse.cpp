// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/mockplay.h"
#include "support/places.h"

#include <QFile>
#include <QTest>

using namespace sonde;
using namespace sonde::mock;
using namespace sonde::test;

// The file of responses that a person has made for a mock.
class TestMadeResponse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void limitsTheirNumber();
    void matchesDeepValues();
    void readsTheExampleOfTheHelp();
    void comeBeforeThoseOfTheRecording_data();
    void comeBeforeThoseOfTheRecording();
    void delayAResponse();
};

namespace {

QByteArray fileOf(const QByteArray &responses)
{
    return R"({"version":1,"responses":[)" + responses + "]}";
}

rpc::Message requestOf(const std::string &params)
{
    const auto text = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)" + params + "}";
    return rpc::decode(Bytes::copyOf(text), false).front();
}

} // namespace

void TestMadeResponse::saysWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, const QByteArray &text, const char *sentence) {
        QTest::newRow(name) << text << QString::fromUtf8(sentence);
    };
    row("no JSON", "{\n  x", "Line 2, column 3: ");
    row("another file", "{\"calls\":[]}", "It has no array “responses”.");
    row("no object", fileOf("1"), "Response 1: It is not an object.");
    row("no request", fileOf(R"({"result":{}})"), "Response 1: It does not say to which request");
    row("the second", fileOf(R"({"tool":"t","result":{}},{"tool":"t"})"),
        "Response 2: It changes nothing.");
    row("a result that is no object", fileOf(R"({"tool":"t","result":1})"),
        "“result” must be an object.");
    row("both", fileOf(R"({"tool":"t","result":{},"error":{}})"), "Remove one of them.");
    row("arguments that are no object", fileOf(R"({"tool":"t","arguments":[],"delay":1})"),
        "“arguments” must be an object.");
    row("a misspelt member", fileOf(R"({"tool":"t","delay":1,"argument":{}})"),
        "the member “argument”");
    row("a misspelt result", fileOf(R"({"tool":"t","results":{}})"), "the member “results”");
    row("two requests", fileOf(R"({"tool":"t","method":"x","delay":1})"),
        "It responds to several requests.");
    row("an unknown fault", fileOf(R"({"tool":"t","fault":"slow"})"),
        "“fault” must be one of silence, broken, twice, wrong-id, close.");
    for (const char *delay : {"-1", "1.5", "3600001", "\"1\"", "1e400", "\"1-2\"", "[]", "[1]",
             "[1,2,3]", "[2,1]", "[-1,2]", "[1,\"2\"]", "[1,3600001]", "[[1],2]"})
        row(delay, fileOf(QByteArray(R"({"tool":"t","delay":)") + delay + "}"),
            "“delay” must be a whole number from 0 to 3600000, or a range");
    row("off", fileOf(R"({"tool":"t","delay":1,"off":1})"), "“off” must be true or false.");
    row("times", fileOf(R"({"tool":"t","fault":"twice","times":-1})"),
        "“times” must be a whole number");
}

void TestMadeResponse::saysWhatIsWrong()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, sentence);
    const auto made = MadeResponses::read(Bytes::fromByteArray(text));
    QVERIFY(!made);
    QVERIFY2(made.error().sentence.contains(sentence), qUtf8Printable(made.error().sentence));
}

void TestMadeResponse::limitsTheirNumber()
{
    QByteArrayList responses;
    for (std::size_t i = 0; i < MadeResponses::kMaxResponses; ++i)
        responses << R"({"tool":"t","delay":1})";
    QVERIFY(MadeResponses::read(Bytes::fromByteArray(fileOf(responses.join(',')))));
    responses << responses.first();
    QVERIFY(!MadeResponses::read(Bytes::fromByteArray(fileOf(responses.join(',')))));
}

// Numbers as they are written, members in any order.
void TestMadeResponse::matchesDeepValues()
{
    auto made = MadeResponses::read(Bytes::fromByteArray(
        fileOf(R"({"tool":"t","arguments":{"a":{"b":[1.0,{"c":null,"d":"\u0065"}]}},"delay":1})")));
    QVERIFY(made);
    MadeResponses responses = std::move(made).value();
    const auto matches = [&](const std::string &arguments) {
        return responses.use(requestOf(R"({"name":"t","arguments":)" + arguments + "}")).number
            == 1;
    };
    QVERIFY(matches(R"({"z":0,"a":{"b":[1.0,{"d":"e","c":null}]}})"));
    QVERIFY(!matches(R"({"a":{"b":[1,{"d":"e","c":null}]}})"));
    QVERIFY(!matches(R"({"a":{"b":[1.0,{"d":"e","c":null}],"x":1}})"));
    QVERIFY(!matches("{}"));
    QVERIFY(!responses.use(requestOf("{}")).response);
}

void TestMadeResponse::readsTheExampleOfTheHelp()
{
    QFile file(sourcePath("resources/help/command-line.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray page = file.readAll();
    const auto begin = page.indexOf("{\"version\": 1, \"responses\": [");
    const auto end = page.indexOf("\n```", begin);
    QVERIFY(begin > 0 && end > begin);
    const auto made = MadeResponses::read(Bytes::fromByteArray(page.mid(begin, end - begin)));
    QVERIFY2(made, made ? "" : qUtf8Printable(made.error().sentence));
}

namespace {

MockOptions with(const QByteArray &responses)
{
    auto made = MadeResponses::read(Bytes::fromByteArray(R"({"responses":[)" + responses + "]}"));
    return {.made = made ? std::move(made).value() : MadeResponses()};
}

QByteArray sent(const QByteArray &members)
{
    return rpcLine('>', members);
}

QByteArray call(const QByteArray &id, const QByteArray &arguments)
{
    return sent("\"id\":" + id + R"(,"method":"tools/call","params":{"name":"t","arguments":)"
        + arguments + "}");
}

QByteArray result(const QByteArray &id, const QByteArray &text)
{
    return rpcLine('<', "\"id\":" + id + ",\"result\":" + text);
}

constexpr char kUnknown[] =
    R"("id":1,"error":{"code":-32601,"message":"The recording has no request x."})";

const QByteArrayList kCalls{call("1", "{\"n\":1}"), result("1", "{\"v\":1.0}")};

} // namespace

void TestMadeResponse::comeBeforeThoseOfTheRecording_data()
{
    QTest::addColumn<QByteArray>("responses");
    QTest::addColumn<QByteArrayList>("conversation");
    const QByteArray one = call("7", "{\"n\":1}");
    const QByteArray two = call("8", "{\"n\":1}");
    const auto row = [](const char *name, const QByteArray &responses,
                         const QByteArrayList &conversation) {
        QTest::newRow(name) << responses << conversation;
    };
    row("a result", R"({"tool":"t","result":{"v": 1.50}})", {one, result("7", R"({"v": 1.50})")});
    row("values of the request",
        R"({"tool":"t","result":{"n":"{{params.arguments.n}}","s":"a{{id}}"}})",
        {one, result("7", R"({"n":1,"s":"a7"})")});
    row("a value that the request does not have", R"({"tool":"t","result":{"n":"{{params.x}}"}})",
        {one,
            rpcLine('<',
                R"("id":7,"error":{"code":-32603,"message":"The mock cannot make its response: )"
                R"(the request has no params.x."})")});
    row("an error, once", R"({"tool":"t","error":{"code":-32000,"message":"Busy"},"times":1})",
        {one, rpcLine('<', R"("id":7,"error":{"code":-32000,"message":"Busy"})"), two,
            result("8", R"({"v":1.0})")});
    row("some arguments", R"({"tool":"t","arguments":{"n":2},"result":{"v":0}})",
        {one, result("7", R"({"v":1.0})"), call("8", R"({"m":0,"n":2})"),
            result("8", R"({"v":0})")});
    row("another tool", R"({"tool":"u","result":{}})", {one, result("7", R"({"v":1.0})")});
    row("params of a method", R"({"method":"x","params":{"a":1},"result":{}})",
        {sent(R"("id":1,"method":"x","params":{"a":1,"b":2})"), result("1", "{}")});
    row("one that is off",
        R"({"tool":"t","result":{"v":1},"off":true},{"tool":"t","result":{"v":2},"off":false})",
        {one, result("7", R"({"v":2})")});
    row("the first that fits",
        R"({"tool":"t","result":{"v":1},"times":1},{"tool":"t","result":{"v":2}})",
        {one, result("7", R"({"v":1})"), two, result("8", R"({"v":2})")});
    row("silence", R"({"tool":"t","fault":"silence"})", {one});
    row("broken text", R"({"tool":"t","fault":"broken"})", {one, R"(< {"jsonrpc":"2.0","id")"});
    row("a method that was not recorded", R"({"method":"x","fault":"silence"})",
        {sent(R"("id":1,"method":"x")"), "# The recording has no request x."});
    row("the error of a method that was not recorded", R"({"method":"x","fault":"twice"})",
        {sent(R"("id":1,"method":"x")"), "# The recording has no request x.",
            rpcLine('<', kUnknown), rpcLine('<', kUnknown)});
    row("twice", R"({"tool":"t","fault":"twice"})",
        {one, result("7", R"({"v":1.0})"), result("7", R"({"v":1.0})")});
    row("another id", R"({"tool":"t","fault":"wrong-id","result":{}})",
        {one, result(R"("no-such-request")", "{}")});
    row("the end of the connection", R"({"tool":"t","fault":"close"})", {one, "closed"});
    row("a ping", R"({"method":"ping","result":{"a":1}})",
        {sent(R"("id":3,"method":"ping")"), result("3", R"({"a":1})")});
}

void TestMadeResponse::comeBeforeThoseOfTheRecording()
{
    QFETCH(QByteArray, responses);
    QFETCH(QByteArrayList, conversation);
    const auto script = scriptOf(kCalls);
    QVERIFY(script);
    MockPlay play(*script, with(responses));
    play.play(conversation);
    QCOMPARE(play.lines().join('\n'), conversation.join('\n'));
}

void TestMadeResponse::delayAResponse()
{
    const auto script = scriptOf(kCalls);
    QVERIFY(script);
    const QByteArrayList conversation{call("7", R"({"n":1})"), sent(R"("id":3,"method":"ping")"),
        result("3", "{}"), "@1999", "@1", result("7", R"({"v":1.0})")};
    MockPlay play(*script, with(R"({"tool":"t","delay":2000})"));
    play.play(conversation);
    QCOMPARE(play.lines().join('\n'), conversation.join('\n'));
}

QTEST_GUILESS_MAIN(TestMadeResponse)
#include "tst_maderesponse.moc"
