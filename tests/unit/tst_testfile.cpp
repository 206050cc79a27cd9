// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "expect/testedit.h"
#include "expect/testfile.h"

#include <QTest>

using namespace sonde;
using namespace sonde::expect;
using namespace Qt::StringLiterals;

// A file of saved calls with what is expected of them, read and written.
class TestTestFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryKindOfCall_data();
    void readsEveryKindOfCall();
    void knowsATestFile_data();
    void knowsATestFile();
    void saysWhichCallIsWrong_data();
    void saysWhichCallIsWrong();
    void limitsCalls();
    void changesOnlyWhatIsExpected_data();
    void changesOnlyWhatIsExpected();
    void changesSeveralCalls();
};

namespace {

Bytes fileOf(const QByteArray &calls)
{
    return Bytes::fromByteArray("{\"version\": 1, \"calls\": [" + calls + "]}\n");
}

} // namespace

void TestTestFile::readsEveryKindOfCall_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QByteArray>("params");
    const auto row = [](const char *call, const char *name, const char *method,
                         const char *params) {
        QTest::newRow(name) << QByteArray(call) << QString::fromUtf8(name)
                            << QString::fromUtf8(method) << QByteArray(params);
    };
    row(R"({"name":"hike","tool":"create","arguments":{"n":1e400,"s":"a\u0041"}})", "hike",
        "tools/call", R"({"name":"create","arguments":{"n":1e400,"s":"a\u0041"}})");
    row(R"({"tool":"list"})", "tools/call list", "tools/call", R"({"name":"list"})");
    row(R"({"prompt":"review","arguments":{"a":"b"}})", "prompts/get review", "prompts/get",
        R"({"name":"review","arguments":{"a":"b"}})");
    row(R"({"resource":"file:///a"})", "resources/read file:///a", "resources/read",
        R"({"uri":"file:///a"})");
    row(R"({"method":"ping"})", "ping", "ping", "");
    row("{\"method\":\"x/y\",\"params\":{\n  \"a\": 1}}", "x/y", "x/y", R"({"a": 1})");
}

void TestTestFile::readsEveryKindOfCall()
{
    QFETCH(QByteArray, call);
    QFETCH(QString, name);
    QFETCH(QString, method);
    QFETCH(QByteArray, params);
    const auto calls = TestFile::read(fileOf(call));
    QVERIFY2(calls, calls ? "" : qPrintable(calls.error().sentence));
    QCOMPARE(calls->size(), 1u);
    QCOMPARE(calls->front().name, name);
    QCOMPARE(calls->front().method, method);
    QCOMPARE(calls->front().params.toByteArray(), params);
    QVERIFY(!calls->front().hasExpectation);
}

void TestTestFile::knowsATestFile_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isOne");
    QTest::newRow("calls") << QByteArray(R"({"calls":[]})") << true;
    QTest::newRow("other members") << QByteArray(R"({"mcpServers":{}})") << false;
    QTest::newRow("another type") << QByteArray(R"({"calls":{}})") << false;
    QTest::newRow("not JSON") << QByteArray("calls") << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void TestTestFile::knowsATestFile()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isOne);
    QCOMPARE(TestFile::isTestFile(Bytes::fromByteArray(text)), isOne);
}

void TestTestFile::saysWhichCallIsWrong_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    const auto file = [](const char *name, const char *text, const char *sentence) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(sentence);
    };
    const auto row = [](const char *call, const char *sentence) {
        QTest::newRow(call) << fileOf(QByteArray("{\"tool\":\"a\"},") + call).toByteArray()
                            << QString::fromUtf8(sentence);
    };
    file("not JSON", "{\"calls\": [}", "Line 1, column 12: ");
    file("no calls", "{}", "It has no array “calls”.");
    row("1", "Call 2: It is not an object.");
    row("{}",
        "Call 2: It does not say what to call. Use “tool”, “prompt”, “resource” or “method”.");
    row(R"({"name":"hike","tool":1})", "Call 2 (hike): It does not say what to call.");
    row(R"({"tool":"a","arguments":[1]})", "Call 2: “arguments” must be an object.");
    row(R"({"tool":"a","argumentsText":"{"})", "Call 2: Its arguments are not JSON");
    row(R"({"tool":"a","argumentsBase64":"/w=="})", "Call 2: Its arguments are not JSON");
    row(R"({"tool":"a","expect":{"result":1}})", "Call 2: “result” must be an object.");
}

void TestTestFile::saysWhichCallIsWrong()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, sentence);
    const auto calls = TestFile::read(Bytes::fromByteArray(text));
    QVERIFY(!calls);
    QVERIFY2(calls.error().sentence.startsWith(sentence), qPrintable(calls.error().sentence));
}

void TestTestFile::limitsCalls()
{
    QByteArray calls("{\"method\":\"a\"}");
    for (std::size_t i = 1; i < TestFile::kMaxCalls; ++i)
        calls += ",{\"method\":\"a\"}";
    QVERIFY(TestFile::read(fileOf(calls)));
    const auto more = TestFile::read(fileOf(calls + ",{\"method\":\"a\"}"));
    QVERIFY(!more);
    QVERIFY(more.error().sentence.contains(u"more than 1000 calls"));
}

void TestTestFile::changesOnlyWhatIsExpected_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<QByteArray>("result"); // empty: the error -32602
    QTest::addColumn<QByteArray>("changed");
    const auto row = [](const char *name, const char *call, const char *result,
                         const char *changed) {
        QTest::newRow(name) << QByteArray(call) << QByteArray(result) << QByteArray(changed);
    };
    row("nothing was expected", R"({ "tool" : "a" })", R"({"x": 1})",
        R"({ "tool" : "a","expect": {"result":{"x": 1}} })");
    row("another result",
        R"({"tool":"a", "expect": {"result": {"x":0}, "compare":"exact"}, "z":1})", R"({"x":1})",
        R"({"tool":"a", "expect": {"result": {"x":1}, "compare":"exact"}, "z":1})");
    row("without _meta and in a line", R"({"tool":"a","expect":{"result":{}}})",
        "{\"_meta\":{},\n  \"x\":1}", R"({"tool":"a","expect":{"result":{"x":1}}})");
    row("an error in place of a result", R"({"tool":"a","expect":{"result":{},"withinMs":5}})", "",
        R"({"tool":"a","expect":{"withinMs":5,"errorCode":-32602}})");
    row("a result in place of an error", R"({"tool":"a","expect":{"errorCode":-1}})", R"({"x":1})",
        R"({"tool":"a","expect":{"result":{"x":1}}})");
}

void TestTestFile::changesOnlyWhatIsExpected()
{
    QFETCH(QByteArray, call);
    QFETCH(QByteArray, result);
    QFETCH(QByteArray, changed);
    NewExpectation expectation;
    if (result.isEmpty())
        expectation.outcome.errorCode = -32602;
    else
        expectation.outcome.result = Bytes::fromByteArray(result);
    const Bytes now = withExpectations(fileOf(call), {{0, expectation}});
    QByteArray text = now.toByteArray();
    QByteArray wanted = fileOf(changed).toByteArray();
    // Blanks between new members are those of their neighbours.
    for (QByteArray *each : {&text, &wanted})
        each->replace(": ", ":").replace(", ", ",");
    QCOMPARE(text, wanted);
    const auto read = TestFile::read(now);
    QVERIFY(read);
    QVERIFY(read->front().expected.judge(expectation.outcome).hasPassed());
}

void TestTestFile::changesSeveralCalls()
{
    const Bytes file =
        fileOf("\n  {\"tool\": \"a\"},\n  {\"tool\": \"b\"},\n  {\"tool\": \"c\"}\n");
    NewExpectation first;
    first.outcome.result = Bytes::copyOf("{\"n\":1}");
    first.ignore = {{u"/n"_s, changes::VolatilePlace::Kind::Value},
        {u"/content/0/text"_s, changes::VolatilePlace::Kind::Time}};
    NewExpectation last;
    last.outcome.errorCode = -5;
    const Bytes now = withExpectations(file, {{0, first}, {2, last}});
    QVERIFY2(now.view().find("{\"tool\": \"b\"},") != std::string_view::npos, now.data());
    const auto calls = TestFile::read(now);
    QVERIFY(calls);
    const Expectation &expected = calls->front().expected;
    QCOMPARE(expected.result.toByteArray(), "{\"n\":1}");
    QCOMPARE(expected.ignore, first.ignore);
    QVERIFY(!calls->at(1).hasExpectation);
    QCOMPARE(calls->at(2).expected.errorCode, std::optional<std::int64_t>(-5));
    QCOMPARE(withExpectations(file, {}), file);
}

QTEST_GUILESS_MAIN(TestTestFile)
#include "tst_testfile.moc"
