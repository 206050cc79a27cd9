// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/chatcompletions.h"
#include "review/endpointcall.h"
#include "review/responseprogram.h"
#include "support/fakemodel.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::review;
using Manner = test::FakeModel::Manner;

// Responses from elsewhere: a model endpoint, as tables and with a fake one, and a program.
class TestModelEndpoint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void asksInTheWordsOfChatCompletions_data();
    void asksInTheWordsOfChatCompletions();
    void respondsInTheWordsOfSampling_data();
    void respondsInTheWordsOfSampling();
    void joinsToolCallsOfAStream();
    void asksAnEndpoint_data();
    void asksAnEndpoint();
    void sendsTheKeyAndTheParams();
    void showsAStreamAsItGrows();
    void givesUpAMuteEndpoint();
    void canBeCancelled();
    void runsAProgram_data();
    void runsAProgram();
    void endsAProgramThatGoesOn();
    void dropsTheResponseOfADeadContext();
};

namespace {

constexpr int kDeadline = 20000;

Bytes params()
{
    return Bytes::copyOf("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
                         "\"text\":\"Hi\"}}],\"maxTokens\":10}");
}

ModelEndpoint endpoint(const test::FakeModel &model, bool stream)
{
    ModelEndpoint made;
    made.baseUrl = model.url();
    made.model = QStringLiteral("m");
    made.stream = stream;
    return made;
}

// The result, or the error's sentence.
QString said(const std::optional<Result<Bytes>> &result)
{
    if (!result)
        return QStringLiteral("(nothing)");
    return result->ok() ? QString::fromUtf8((*result)->toByteArray()) : result->error().sentence;
}

const char *const kShort =
    "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Short.\"},"
    "\"model\":\"fake-1\",\"stopReason\":\"endTurn\"}";

} // namespace

void TestModelEndpoint::asksInTheWordsOfChatCompletions_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("text, limits and stops, byte for byte")
        << QByteArray(R"({"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}],)"
                      R"("systemPrompt":"Be brief","maxTokens":400,"temperature":0.20,)"
                      R"("stopSequences":["\n\n"],"metadata":{"x":1}})")
        << QByteArray(R"({"model":"m","messages":[{"role":"system","content":"Be brief"},)"
                      R"({"role":"user","content":"Hi"}],"max_tokens":400,"temperature":0.20,)"
                      R"("stop":["\n\n"]})");
    QTest::newRow("a picture, a sound and a text")
        << QByteArray(R"({"messages":[{"role":"user","content":[)"
                      R"({"type":"image","data":"AA==","mimeType":"image/png"},)"
                      R"({"type":"audio","data":"AQ==","mimeType":"audio/mpeg"},)"
                      R"({"type":"text","text":"What?"}]}]})")
        << QByteArray(R"({"model":"m","messages":[{"role":"user","content":[)"
                      R"({"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}},)"
                      R"({"type":"input_audio","input_audio":{"data":"AQ==","format":"mp3"}},)"
                      R"({"type":"text","text":"What?"}]}]})");
    QTest::newRow("tools, their use and their results")
        << QByteArray(R"({"messages":[{"role":"assistant","content":[{"type":"text","text":"a"},)"
                      R"({"type":"tool_use","id":"1","name":"t","input":{"n":1.0}}]},)"
                      R"({"role":"user","content":[{"type":"tool_result","toolUseId":"1",)"
                      R"("content":[{"type":"text","text":"r"}]}]}],)"
                      R"("tools":[{"name":"t","description":"d","inputSchema":{"type":"object"}}],)"
                      R"("toolChoice":{"mode":"required"}})")
        << QByteArray(R"({"model":"m","messages":[{"role":"assistant","content":"a",)"
                      R"("tool_calls":[{"id":"1","type":"function","function":{"name":"t",)"
                      R"("arguments":"{\"n\":1.0}"}}]},)"
                      R"({"role":"tool","tool_call_id":"1","content":"r"}],)"
                      R"("tools":[{"type":"function","function":{"name":"t","description":"d",)"
                      R"("parameters":{"type":"object"}}}],"tool_choice":"required"})");
    QTest::newRow("nothing") << QByteArray("{}") << QByteArray(R"({"model":"m","messages":[]})");
}

void TestModelEndpoint::asksInTheWordsOfChatCompletions()
{
    QFETCH(QByteArray, given);
    const auto document = json::Document::parse(Bytes::fromByteArray(given));
    QTEST(chatRequest(document.root(), QStringLiteral("m"), false).toByteArray(), "body");
}

void TestModelEndpoint::respondsInTheWordsOfSampling_data()
{
    QTest::addColumn<QByteArray>("completion");
    QTest::addColumn<QByteArray>("result");
    const auto row = [](const char *name, const char *finish, const char *message,
                         const char *result) {
        QTest::newRow(name) << QByteArray("{\"choices\":[{\"finish_reason\":\"") + finish
                + "\",\"message\":" + message
                + "}]}" << QByteArray(result);
    };
    row("text", "stop", R"({"content":"x"})",
        R"({"role":"assistant","content":{"type":"text","text":"x"},"model":"m","stopReason":"endTurn"})");
    row("cut", "length", R"({"content":"x"})",
        R"({"role":"assistant","content":{"type":"text","text":"x"},"model":"m","stopReason":"maxTokens"})");
    row("another reason", "content_filter", R"({"content":null,"refusal":"no"})",
        R"({"role":"assistant","content":{"type":"text","text":"no"},"model":"m","stopReason":"content_filter"})");
    row("a tool", "tool_calls",
        R"({"content":null,"tool_calls":[{"id":"1","function":{"name":"t","arguments":"{\"n\": 1.0}"}}]})",
        R"({"role":"assistant","content":{"type":"tool_use","id":"1","name":"t","input":{"n": 1.0}},"model":"m","stopReason":"toolUse"})");
    row("arguments that are no JSON, beside a text", "stop",
        R"({"content":"a","tool_calls":[{"id":"1","function":{"name":"t","arguments":"{"}}]})",
        R"({"role":"assistant","content":[{"type":"text","text":"a"},{"type":"tool_use","id":"1","name":"t","input":{"arguments":"{"}}],"model":"m","stopReason":"toolUse"})");
}

void TestModelEndpoint::respondsInTheWordsOfSampling()
{
    QFETCH(QByteArray, completion);
    const auto document = json::Document::parse(Bytes::fromByteArray(completion));
    const auto result = samplingResult(document.root(), QStringLiteral("m"));
    QVERIFY(result);
    QTEST(result->toByteArray(), "result");
    const auto nothing = json::Document::parse(std::string_view("{\"choices\":[]}"));
    QVERIFY(!samplingResult(nothing.root(), QStringLiteral("m")));
}

void TestModelEndpoint::joinsToolCallsOfAStream()
{
    ChatStream stream;
    const char *const piece1 =
        R"({"model":"s","choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"t","arguments":"{\"a\""}}]}}]})";
    QVERIFY(stream.receive(piece1));
    const char *const piece2 =
        R"({"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}},{"index":99999999}]}}]})";
    QVERIFY(stream.receive(piece2));
    QVERIFY(!stream.result({}));
    const char *const piece3 = R"({"choices":[{"delta":{},"finish_reason":"tool_calls"}]})";
    QVERIFY(stream.receive(piece3));
    QCOMPARE(stream.result({})->toByteArray(),
        QByteArray("{\"role\":\"assistant\",\"content\":{\"type\":\"tool_use\",\"id\":\"1\","
                   "\"name\":\"t\","
                   "\"input\":{\"a\":1}},\"model\":\"s\",\"stopReason\":\"toolUse\"}"));
    QVERIFY(!stream.receive("{"));
    QVERIFY(!stream.result({}));
}

void TestModelEndpoint::asksAnEndpoint_data()
{
    QTest::addColumn<int>("manner");
    QTest::addColumn<bool>("stream");
    QTest::addColumn<QString>("expected"); // the beginning
    QTest::newRow("whole") << int(Manner::Whole) << false << QString::fromLatin1(kShort);
    QTest::newRow("a stream") << int(Manner::Stream) << true << QString::fromLatin1(kShort);
    QTest::newRow("whole, though a stream was asked for")
        << int(Manner::Whole) << true << QString::fromLatin1(kShort);
    QTest::newRow("refused") << int(Manner::Refuses) << false
                             << QStringLiteral(
                                    "The endpoint responded with status 401: no such key");
    QTest::newRow("limited")
        << int(Manner::Limits) << false
        << QStringLiteral("The endpoint responded with status 429: slow down Retry after 7 s.");
    QTest::newRow("no JSON") << int(Manner::NoJson) << false
                             << QStringLiteral("The response of the endpoint is not JSON.");
}

void TestModelEndpoint::asksAnEndpoint()
{
    QFETCH(int, manner);
    QFETCH(bool, stream);
    const test::FakeModel model{Manner(manner)};
    std::optional<Result<Bytes>> result;
    askEndpoint(endpoint(model, stream), params(), this,
        [&](Result<Bytes> response) { result = std::move(response); });
    QVERIFY(!result);
    QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kDeadline);
    QTEST(said(result), "expected");
}

void TestModelEndpoint::sendsTheKeyAndTheParams()
{
    const test::FakeModel model{Manner::Whole};
    ModelEndpoint asked = endpoint(model, false);
    asked.key = Secret(QStringLiteral("k-1"));
    std::optional<Result<Bytes>> result;
    askEndpoint(
        asked, params(), this, [&](Result<Bytes> response) { result = std::move(response); });
    QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kDeadline);
    const test::SeenRequest seen = model.server.request(0);
    QCOMPARE(seen.target(), QByteArray("/v1/chat/completions"));
    QCOMPARE(seen.header("authorization"), QByteArray("Bearer k-1"));
    QCOMPARE(seen.body(),
        QByteArray("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}],"
                   "\"max_tokens\":10}"));
}

void TestModelEndpoint::showsAStreamAsItGrows()
{
    test::FakeModel model{Manner::Slow};
    std::optional<Result<Bytes>> result;
    QString text;
    askEndpoint(
        endpoint(model, true), params(), this,
        [&](Result<Bytes> response) { result = std::move(response); },
        [&](const QString &sofar) { text = sofar; });
    QTRY_COMPARE_WITH_TIMEOUT(text, QStringLiteral("Sh"), kDeadline);
    QVERIFY(!result);
    model.server.open("go");
    QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kDeadline);
    QCOMPARE(said(result), QString::fromLatin1(kShort));
}

void TestModelEndpoint::givesUpAMuteEndpoint()
{
    for (const Manner manner : {Manner::Mute, Manner::Broken}) {
        const test::FakeModel model{manner};
        ModelEndpoint asked = endpoint(model, true);
        asked.timeout = std::chrono::milliseconds(200);
        std::optional<Result<Bytes>> result;
        askEndpoint(
            asked, params(), this, [&](Result<Bytes> response) { result = std::move(response); });
        QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kDeadline);
        QVERIFY(!result->ok());
    }
    ModelEndpoint nowhere;
    nowhere.baseUrl = QStringLiteral("not a url");
    std::optional<Result<Bytes>> result;
    askEndpoint(
        nowhere, params(), this, [&](Result<Bytes> response) { result = std::move(response); });
    QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kDeadline);
    QCOMPARE(result->error().domain, Domain::Usage);
}

void TestModelEndpoint::canBeCancelled()
{
    const test::FakeModel model{Manner::Mute};
    std::optional<Result<Bytes>> result;
    RequestHandle handle = askEndpoint(endpoint(model, true), params(), this,
        [&](Result<Bytes> response) { result = std::move(response); });
    handle.cancel();
    QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kDeadline);
    QCOMPARE(result->error().domain, Domain::Cancelled);
}

void TestModelEndpoint::runsAProgram_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("expected");
    QTest::newRow("gives back what it got")
        << QStringLiteral("cat") << QString::fromUtf8(params().toByteArray());
    QTest::newRow("does not even read")
        << QStringLiteral("echo '{\"a\": 1.0}'") << QStringLiteral("{\"a\": 1.0}");
    QTest::newRow("fails") << QStringLiteral("echo oh >&2; exit 3")
                           << QStringLiteral("The program ended: exit code 3.");
    QTest::newRow("says nothing") << QStringLiteral("cat >/dev/null")
                                  << QStringLiteral("The program produced no output.");
    QTest::newRow("says something else") << QStringLiteral(
        "echo '[]'") << QStringLiteral("The output of the program is not a JSON object.");
}

void TestModelEndpoint::runsAProgram()
{
    QFETCH(QString, script);
    ResponseProgram program;
    program.launch.program = QStringLiteral("sh");
    program.launch.arguments = {QStringLiteral("-c"), script};
    std::optional<Result<Bytes>> result;
    program.run(params(), this, [&](Result<Bytes> response) { result = std::move(response); });
    QVERIFY(!result);
    QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kDeadline);
    const QString outcome = said(result);
    QFETCH(QString, expected);
    if (expected == QLatin1String("The program produced no output."))
        QVERIFY2(!result->ok() && result->error().domain == Domain::Json, qPrintable(outcome));
    else
        QCOMPARE(outcome, expected);
}

void TestModelEndpoint::endsAProgramThatGoesOn()
{
    ResponseProgram program;
    program.launch.program = QStringLiteral("sh");
    program.launch.arguments = {QStringLiteral("-c"), QStringLiteral("while :; do sleep 1; done")};
    program.timeout = std::chrono::milliseconds(100);
    std::optional<Result<Bytes>> result;
    program.run(params(), this, [&](Result<Bytes> response) { result = std::move(response); });
    QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kDeadline);
    QCOMPARE(result->error().domain, Domain::Timeout);

    program.launch.program = QStringLiteral("/no/such/program");
    result.reset();
    program.run(params(), this, [&](Result<Bytes> response) { result = std::move(response); });
    QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kDeadline);
    QCOMPARE(result->error().domain, Domain::Process);
}

void TestModelEndpoint::dropsTheResponseOfADeadContext()
{
    bool called = false;
    auto context = std::make_unique<QObject>();
    ResponseProgram program;
    program.launch.program = QStringLiteral("sh");
    program.launch.arguments = {QStringLiteral("-c"), QStringLiteral("echo '{}'")};
    program.run(params(), context.get(), [&](const Result<Bytes> &) { called = true; });
    context.reset();
    std::optional<Result<Bytes>> after;
    program.run(params(), this, [&](Result<Bytes> response) { after = std::move(response); });
    QTRY_VERIFY_WITH_TIMEOUT(after.has_value(), kDeadline);
    QVERIFY(!called);
}

QTEST_GUILESS_MAIN(TestModelEndpoint)
#include "tst_modelendpoint.moc"
