// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/demohttp.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QXmlStreamReader>

#include <memory>

using namespace Qt::StringLiterals;
using namespace sonde::test;

// sonde-cli test: the tests of a folder, against a server.
class TestCliTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void runsEveryKindOfTest();
    void runsTestsOverHttp();
    void saysWhatIsWrong();
    void writesTheResponsesItGot();
    void ignoresWhatDiffersBetweenTwoRuns();
    void leavesAlonePlacesWithoutAResponse();
    void leavesAloneAFileThatChangedMeanwhile();
    void repeatsARecordingWithItsRules();
    void failsATestThatBreaksARule_data();
    void failsATestThatBreaksARule();
    void writesJson();
    void writesJUnit();
    void writesTap();
    void runsOnlyNamedCalls();
    void saysWhichTestsDidNotRun_data();
    void saysWhichTestsDidNotRun();
    void saysWhatIsWrongWithTheLine_data();
    void saysWhatIsWrongWithTheLine();

private:
    QString place(const QString &name) const { return m_folder->filePath(name); }
    void write(const QString &name, const QByteArray &text) const;
    void writeCalls(const QString &name, const QByteArray &calls) const
    {
        write(name, "{\"version\": 1, \"calls\": [\n  " + calls + "\n]}\n");
    }
    QByteArray read(const QString &name) const;
    Run test(const QStringList &options = {}, const QStringList &server = {kDemo}) const
    {
        return cli(
            QStringList{u"test"_s, m_folder->path()} + options + QStringList{u"--"_s} + server);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCliTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestCliTest::write(const QString &name, const QByteArray &text) const
{
    QFile file(place(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

QByteArray TestCliTest::read(const QString &name) const
{
    QFile file(place(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

namespace {

constexpr char kEcho[] =
    R"({"name": "say hello", "tool": "echo", "arguments": {"text": "hello"}, "expect": {)"
    R"("compare": "contains", "result": {"structuredContent": {"text": "hello"}}}})";

} // namespace

void TestCliTest::runsEveryKindOfTest()
{
    writeCalls(u"b.json"_s, QByteArray(kEcho) + R"(,
  {"prompt": "packing_list", "arguments": {"city": "Oulu"}},
  {"resource": "demo://chart.png", "expect": {"schema": {"required": ["contents"]}}},
  {"method": "completion/complete", "params": {"ref": {"type": "ref/prompt",
    "name": "review_station"}, "argument": {"name": "station", "value": ""}}},
  {"name": "no such tool", "tool": "nope", "expect": {"errorCode": -32602}},
  {"name": "a tool that fails", "tool": "fail", "expect": {"isError": true}})");
    writeCalls(u"a.json"_s, kEcho);
    write(u"other.json"_s, R"({"mcpServers": {}})");
    const Run run = test();
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.startsWith("a.json\n  passed  say hello ("), told(run).constData());
    QVERIFY2(run.out.contains("\nb.json\n  passed  say hello ("), told(run).constData());
    for (const char *name : {"prompts/get packing_list", "resources/read demo://chart.png",
             "completion/complete", "no such tool", "a tool that fails"})
        QVERIFY2(run.out.contains(QByteArray("  passed  " + QByteArray(name) + " (")),
            told(run).constData());
    QVERIFY2(run.out.endsWith("\nTests: 7 passed.\n"), told(run).constData());
    QVERIFY(!run.out.contains("other.json"));
}

void TestCliTest::runsTestsOverHttp()
{
    writeCalls(u"a.json"_s, kEcho);
    const Demo server;
    const Run run = cli({u"test"_s, place(u"a.json"_s), u"--url"_s, server.url().toString()});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.endsWith("\nTests: 1 passed.\n"), told(run).constData());
}

void TestCliTest::saysWhatIsWrong()
{
    writeCalls(u"a.json"_s, R"({"name": "other", "tool": "echo", "arguments": {"text": "hello"},
   "expect": {"compare": "contains", "result": {"structuredContent": {"text": "bye"}}}},
  {"name": "fails", "tool": "fail"},
  {"name": "code", "tool": "nope", "expect": {"errorCode": -5}},
  {"name": "schema", "tool": "echo", "arguments": {"n": 1},
   "expect": {"schema": {"properties": {"structuredContent": {"required": ["text"]}}}}})");
    const Run run = test();
    COMPARE_CODE(run, 13);
    const QByteArray out = run.out;
    QVERIFY2(out.contains("\n      The result differs from the expected one.\n"
                          "      /structuredContent/text: \"bye\" → \"hello\"\n"),
        told(run).constData());
    QVERIFY2(out.contains("\n      The tool reported an error: "), told(run).constData());
    QVERIFY2(out.contains("\n      The response is the error -32602, and not -5: "),
        told(run).constData());
    QVERIFY2(out.contains("\n      The result does not fit the schema. /structuredContent: "),
        told(run).constData());
    QVERIFY2(out.endsWith("\nTests: 4 failed.\n"), told(run).constData());
}

void TestCliTest::writesTheResponsesItGot()
{
    const QByteArray rest = R"({"name": "checked", "tool": "echo", "arguments": {"n": 1},
   "expect": {"withinMs": 60000}})";
    writeCalls(u"a.json"_s,
        R"({"tool": "echo", "arguments": {"exact": 1e400}},
  {"tool": "echo", "arguments": {"n": 1}, "expect": {"result": {"old": true}}},
  {"tool": "nope"},
  )" + rest);
    const Run updated = test({u"--update"_s});
    COMPARE_CODE(updated, 0);
    QVERIFY2(updated.out.endsWith("\nTests: 1 passed, 3 updated.\n"), told(updated).constData());
    QVERIFY2(updated.out.contains("The result differs from the expected one."),
        told(updated).constData());
    const QByteArray text = read(u"a.json"_s);
    QVERIFY2(text.contains(R"("structuredContent":{"exact": 1e400})"), text.constData());
    QVERIFY2(text.contains(R"("errorCode":-32602)"), text.constData());
    QVERIFY2(text.contains(rest) && !text.contains("old"), text.constData());
    const Run again = test();
    COMPARE_CODE(again, 0);
    QVERIFY2(again.out.endsWith("\nTests: 4 passed.\n"), told(again).constData());
    // What is as expected is not written again.
    COMPARE_CODE(test({u"--update"_s}), 0);
    QCOMPARE(read(u"a.json"_s), text);
}

// The times of a task differ from run to run.
void TestCliTest::ignoresWhatDiffersBetweenTwoRuns()
{
    writeCalls(u"a.json"_s, R"({"method": "tools/call",
   "params": {"name": "write_report", "arguments": {"steps": 1}, "task": {}}})");
    const QStringList legacy{u"--era"_s, u"legacy"_s};
    COMPARE_CODE(test(QStringList{u"--update"_s} + legacy), 0);
    const QByteArray text = read(u"a.json"_s);
    QVERIFY2(text.contains("\"ignore\":[\"time /task/createdAt\",\"time /task/lastUpdatedAt\"]"),
        text.constData());
    COMPARE_CODE(test(legacy), 0);
}

void TestCliTest::leavesAlonePlacesWithoutAResponse()
{
    writeCalls(u"a.json"_s, R"({"tool": "x"})");
    const QByteArray before = read(u"a.json"_s);
    const Run run = test(
        {u"--update"_s, u"--era"_s, u"legacy"_s}, {kTestServer, u"--exit-at"_s, u"tools/call"_s});
    COMPARE_CODE(run, 4);
    QCOMPARE(read(u"a.json"_s), before);
}

void TestCliTest::leavesAloneAFileThatChangedMeanwhile()
{
    writeCalls(u"a.json"_s, R"({"name": "new", "tool": "echo"})");
    const QByteArray before = read(u"a.json"_s);
    const Run run = test({u"--update"_s},
        {u"sh"_s, u"-c"_s, u"echo >> '%1'; exec '%2'"_s.arg(place(u"a.json"_s), kDemo)});
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains("was changed while the tests ran"), told(run).constData());
    QVERIFY2(run.out.endsWith("\nTests: 1 not run.\n"), told(run).constData());
    QVERIFY(read(u"a.json"_s).startsWith(before) && !read(u"a.json"_s).contains("expect"));
}

void TestCliTest::repeatsARecordingWithItsRules()
{
    const QString file = place(u"task.sonde"_s);
    const QStringList legacy{u"--era"_s, u"legacy"_s};
    COMPARE_CODE(withDemo(QStringList{u"--record"_s, file} + legacy
                     + QStringList{u"request"_s, u"tools/call"_s,
                         uR"({"name":"write_report","arguments":{"steps":1},"task":{}})"_s}),
        0);
    const Run differs = test(legacy);
    COMPARE_CODE(differs, 13);
    QVERIFY2(differs.out.contains("tools/call write_report (")
            && differs.out.contains("      It differs from the recording.\n"),
        told(differs).constData());
    COMPARE_CODE(cli(QStringList{u"replay"_s, file, u"--write-rules"_s, place(u"task.rules"_s)}
                     + legacy + QStringList{u"--"_s, kDemo}),
        0);
    const Run same = test(legacy);
    COMPARE_CODE(same, 0);
    QVERIFY2(same.out.startsWith("task.sonde\n  passed  #"), told(same).constData());
}

void TestCliTest::failsATestThatBreaksARule_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::newRow("by default") << QStringList() << 13;
    QTest::newRow("never") << QStringList{u"--fail-on"_s, u"never"_s} << 0;
    QTest::newRow("without the rule")
        << QStringList{u"--ignore"_s, u"tools.content-present"_s} << 0;
    QTest::newRow("other rules") << QStringList{u"--select"_s, u"resources"_s} << 0;
}

// The result of a call has no content.
void TestCliTest::failsATestThatBreaksARule()
{
    QFETCH(QStringList, options);
    QFETCH(int, code);
    writeCalls(u"a.json"_s, R"({"name": "empty", "tool": "x"})");
    const Run run = test(QStringList{u"--era"_s, u"legacy"_s} + options,
        {kTestServer, u"--answer"_s, u"tools/call"_s,
            uR"({"jsonrpc":"2.0","id":%ID,"result":{"content":1}})"_s});
    COMPARE_CODE(run, code);
    QCOMPARE(run.out.contains("      tools.content-present #"), code != 0);
}

void TestCliTest::writesJson()
{
    writeCalls(u"a.json"_s,
        QByteArray(kEcho)
            + R"(,{"name": "no", "tool": "echo", "expect": {"result": {"resultType": 1}}})");
    const Run run = test({u"--json"_s});
    COMPARE_CODE(run, 13);
    const QJsonObject report = QJsonDocument::fromJson(run.out).object();
    QCOMPARE(report[u"passed"_s], QJsonValue(false));
    QCOMPARE(report[u"counts"_s][u"passed"_s].toInt(), 1);
    QCOMPARE(report[u"counts"_s][u"failed"_s].toInt(), 1);
    const QJsonArray tests = report[u"tests"_s].toArray();
    QCOMPARE(tests.size(), 2);
    QCOMPARE(tests[0][u"suite"_s].toString(), u"a.json"_s);
    QCOMPARE(tests[0][u"name"_s].toString(), u"say hello"_s);
    QCOMPARE(tests[0][u"result"_s].toString(), u"passed"_s);
    QVERIFY(tests[0][u"tookNs"_s].toInt() > 0);
    QVERIFY(tests[0][u"lastMessage"_s].toInt() > tests[0][u"firstMessage"_s].toInt());
    QCOMPARE(tests[1][u"result"_s].toString(), u"failed"_s);
    QVERIFY(!tests[1][u"problems"_s].toArray().isEmpty());
    bool isNamed = false;
    for (const QJsonValue each : tests[1][u"differences"_s].toArray())
        isNamed = isNamed
            || (each[u"path"_s].toString() == u"/resultType"_s && each[u"expected"_s].toInt() == 1
                && each[u"received"_s].toString() == u"complete"_s);
    QVERIFY(isNamed);
}

void TestCliTest::writesJUnit()
{
    writeCalls(u"a.json"_s, kEcho);
    writeCalls(u"b.json"_s, R"({"name": "<no> \u0001", "tool": "fail"})");
    const Run run = test({u"--format"_s, u"junit"_s});
    COMPARE_CODE(run, 13);
    QXmlStreamReader xml(run.out);
    QStringList seen;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QXmlStreamAttributes attributes = xml.attributes();
        if (xml.name() == u"testsuite")
            seen << u"suite %1 %2 %3"_s.arg(
                attributes.value("name"), attributes.value("tests"), attributes.value("failures"));
        if (xml.name() == u"testcase")
            seen << u"case %1 %2"_s.arg(attributes.value("classname"), attributes.value("name"));
        if (xml.name() == u"failure")
            seen << attributes.value("message").toString();
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(seen.size(), 5);
    QCOMPARE(seen.mid(0, 3),
        (QStringList{u"suite a.json 1 0"_s, u"case a.json say hello"_s, u"suite b.json 1 1"_s}));
    QVERIFY2(seen[3].startsWith(u"case b.json <no> "), qPrintable(seen[3]));
    QVERIFY2(seen[4].startsWith(u"The tool reported an error"), qPrintable(seen[4]));
}

void TestCliTest::writesTap()
{
    writeCalls(u"a.json"_s, QByteArray(kEcho) + R"(,{"name": "# TODO", "tool": "fail"})");
    const Run run = test({u"--format"_s, u"tap"_s});
    COMPARE_CODE(run, 13);
    const QList<QByteArray> lines = run.out.split('\n');
    QCOMPARE(lines.mid(0, 6),
        (QList<QByteArray>{"TAP version 13", "1..2", "ok 1 - a.json: say hello",
            "not ok 2 - a.json: \\# TODO", "  ---", "  result: failed"}));
    const QByteArray problems = lines[6].trimmed().mid(QByteArray("problems: ").size());
    QCOMPARE(QJsonDocument::fromJson(problems).array().size(), 1);
    QCOMPARE(lines[7], "  ...");
}

void TestCliTest::runsOnlyNamedCalls()
{
    writeCalls(u"a.json"_s, QByteArray(kEcho) + R"(,{"name": "Bye", "tool": "fail"})");
    writeCalls(u"b.json"_s, R"({"name": "other", "tool": "fail"})");
    const Run run = test({u"--only"_s, u"Hello"_s});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.endsWith("\nTests: 1 passed.\n"), told(run).constData());
    QVERIFY2(!run.out.contains("b.json"), told(run).constData());
}

void TestCliTest::saysWhichTestsDidNotRun_data()
{
    QTest::addColumn<QStringList>("server");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("a server that does not start")
        << QStringList{u"no-such-program-anywhere"_s} << QByteArray("Tests: 2 not run.\n");
    QTest::newRow("a server that ends")
        << QStringList{kTestServer, u"--exit-at"_s, u"tools/call"_s} << QByteArray("second");
}

void TestCliTest::saysWhichTestsDidNotRun()
{
    QFETCH(QStringList, server);
    QFETCH(QByteArray, said);
    writeCalls(
        u"a.json"_s, R"({"name": "first", "tool": "x"}, {"name": "second", "method": "ping"})");
    const Run run = test({u"--era"_s, u"legacy"_s}, server);
    COMPARE_CODE(run, 4);
    QVERIFY2(run.out.contains("first") && run.out.contains(said), told(run).constData());
    QVERIFY2(!run.out.contains("passed"), told(run).constData());
}

void TestCliTest::saysWhatIsWrongWithTheLine_data()
{
    QTest::addColumn<QByteArray>("text"); // of a.json; empty: there is none
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char *name, const char *text, const QStringList &arguments,
                         const char *sentence) {
        QTest::newRow(name) << QByteArray(text) << arguments << QByteArray(sentence);
    };
    row("no folder", "", {}, "“test” needs a folder with tests, or a file.");
    row("an empty folder", "", {u"."_s}, "has no tests: neither a .json file with “calls” nor");
    row("a file that does not exist", "", {u"none.json"_s}, "Cannot read ");
    row("not JSON", "{", {u"a.json"_s}, "a.json is not a file of tests. Line 1, column 2: ");
    row("a wrong call", R"({"calls":[{}]})", {u"."_s},
        "a.json is not a file of tests. Call 1: It does not say what to call.");
    row("an unknown member", R"({"calls":[{"tool":"a","expect":{"exact":1}}]})", {u"."_s},
        "Call 1: “expect” has the member “exact”, which is not known.");
    row("no such call", R"({"calls":[{"tool":"a"}]})", {u"."_s, u"--only"_s, u"x"_s},
        "has a name with “x”.");
    row("a format", R"({"calls":[{"tool":"a"}]})", {u"."_s, u"--format"_s, u"xml"_s},
        "is not a format. Use --format text, json, junit, tap.");
    row("two formats", R"({"calls":[{"tool":"a"}]})",
        {u"."_s, u"--format"_s, u"tap"_s, u"--json"_s}, "--json contradicts --format tap");
}

void TestCliTest::saysWhatIsWrongWithTheLine()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    if (!text.isEmpty())
        write(u"a.json"_s, text);
    if (!arguments.isEmpty())
        arguments[0] = QDir::cleanPath(place(arguments[0]));
    const Run run = cli(QStringList{u"test"_s} + arguments + QStringList{u"--"_s, kDemo});
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains(sentence), told(run).constData());
    QCOMPARE(run.out, "");
}

QTEST_GUILESS_MAIN(TestCliTest)
#include "tst_clitest.moc"
