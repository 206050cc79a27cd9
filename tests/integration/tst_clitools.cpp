// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/shellserver.h"

#include <QFile>
#include <QTemporaryDir>

using namespace sonde::test;

namespace {

// A server of the shell with the tool "add", whose call is printed on its stderr. With $1, it sends
// a progress notification with those members before the result.
const QString kServer = shellServer(
    "  *tools/list*) say '\"result\":{\"tools\":['\"$0\"']}';;\n"
    "  *tools/call*) printf '%s\\n' \"$line\" >&2\n"
    "    token=$(printf '%s' \"$line\" | sed -n 's/.*\"progressToken\":\\([^,}]*\\).*/\\1/p')\n"
    "    test -z \"$1\" || printf '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",'"
    "'\"params\":{\"progressToken\":%s,%s}}\\n' \"$token\" \"$1\"\n"
    "    say '\"result\":{\"content\":[]}';;\n");

constexpr char kTool[] =
    R"({"name":"add","title":"Add numbers","description":"First line of what it does.\n\nAnother paragraph with \u001b[31mcolour.","inputSchema":{"type":"object","properties":{"a":{"type":"number","description":"The first one"},"mode":{"type":"string","enum":["fast","slow"],"default":"fast"},"all":{"type":["boolean","null"]},"text":{"type":"string"},"list":{"type":"array","items":{"type":"integer"}}},"required":["a"]},"outputSchema":{"type":"object","properties":{"sum":{"type":"number"}},"required":["sum"]},"annotations":{"readOnlyHint":true}})";

Run withTool(const QStringList &command, const QByteArray &input = {}, const char *tool = kTool,
    const QString &progress = {})
{
    return cli(QStringList{QStringLiteral("--era"), QStringLiteral("legacy")} + command
            + shellWords(kServer, {QString::fromUtf8(tool), progress}),
        input);
}

} // namespace

// One tool: its definition, calls with typed arguments, progress and logs, tasks, validation.
class TstCliTools : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void showsTheWholeDefinition();
    void convertsWordsByTheSchema_data();
    void convertsWordsByTheSchema();
    void showsProgressAndLogsOfACall_data();
    void showsProgressAndLogsOfACall();
    void showsProgressAsItWasReceived_data();
    void showsProgressAsItWasReceived();
    void waitsForTheResultOfATask_data();
    void waitsForTheResultOfATask();
    void validatesAgainstTheSchemasOfATool_data();
    void validatesAgainstTheSchemasOfATool();
    void validatesTheDefinitionOfATool();
};

void TstCliTools::showsTheWholeDefinition()
{
    const Run run = withTool(words("tools show add"));
    COMPARE_CODE(run, 0);
    for (const char *part : {"add (Add numbers)", "First line of what it does.",
             "Another paragraph with \xe2\x90\x9b[31mcolour.", "array of integer", "The first one",
             "One of: fast, slow", "Default: fast", "boolean, null", "sum", "readOnlyHint: true"})
        QVERIFY2(run.out.contains(part), run.out.constData());
    QVERIFY2(run.out.simplified().contains("a number yes The first one"), run.out.constData());
    QVERIFY2(run.out.simplified().contains("text string no"), run.out.constData());
    QCOMPARE(withTool(words("tools show add --json")).out, QByteArray(kTool) + '\n');
    const Run other = withTool(words("tools show ad"));
    COMPARE_CODE(other, 6);
    QVERIFY2(other.err.contains("Did you mean \xe2\x80\x9c"
                                "add\xe2\x80\x9d"),
        other.err.constData());
}

void TstCliTools::convertsWordsByTheSchema_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QByteArray>("sent"); // empty: nothing is sent
    const auto row = [](const char *word, const char *sent) {
        QTest::newRow(word) << QString::fromLatin1(word) << QByteArray(sent);
    };
    row("a=1", R"("arguments":{"a":1})");
    row("a=1.50", R"("arguments":{"a":1.50})");
    row("a=one", "");
    row("text=1", R"("arguments":{"text":"1"})");
    row("all=true", R"("arguments":{"all":true})");
    row("all=null", R"("arguments":{"all":null})");
    row("list=[1,2]", R"("arguments":{"list":[1,2]})");
    row("list=1", "");
    row("other=1", R"("arguments":{"other":"1"})");
    row("a:=\"1\"", R"("arguments":{"a":"1"})");
}

void TstCliTools::convertsWordsByTheSchema()
{
    QFETCH(QString, word);
    QFETCH(QByteArray, sent);
    const Run run = withTool(words("--trace tools call add --typed") + QStringList{word});
    COMPARE_CODE(run, sent.isEmpty() ? 1 : 0);
    QVERIFY2(
        sent.isEmpty() ? !run.err.contains(R"("method":"tools/call")") : run.err.contains(sent),
        run.err.constData());
}

void TstCliTools::showsProgressAndLogsOfACall_data()
{
    QTest::addColumn<QString>("era");
    QTest::newRow("legacy") << QStringLiteral("legacy");
    QTest::newRow("modern") << QStringLiteral("modern");
}

void TstCliTools::showsProgressAndLogsOfACall()
{
    QFETCH(QString, era);
    const QStringList start{QStringLiteral("--era"), era};
    const QStringList count = words("tools call slow_count n:=2 delay_ms:=1");
    const Run progress = withDemo(start + count);
    COMPARE_CODE(progress, 0);
    QVERIFY2(progress.err.contains("Progress: 2 of 2"), progress.err.constData());
    QVERIFY2(!progress.out.contains("Progress"), progress.out.constData());
    const Run log = withDemo(start + words("tools call log_something"));
    QVERIFY2(log.err.contains("Log of demo, warning: {"), log.err.constData());
    const Run quiet = withDemo(start + words("--quiet") + count);
    COMPARE_CODE(quiet, 0);
    QVERIFY2(quiet.err.isEmpty(), quiet.err.constData());
    QCOMPARE(quiet.out, progress.out);
}

void TstCliTools::showsProgressAsItWasReceived_data()
{
    QTest::addColumn<QString>("members");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char *name, const char *members, const char *shown) {
        QTest::newRow(name) << QString::fromLatin1(members) << QByteArray(shown);
    };
    row("a number", R"("progress":1.50,"total":2)", "Progress: 1.50 of 2\n");
    row("a text", R"("progress":"half","total":2)", "Progress: \"half\" of 2\n");
    row("null", R"("progress":null,"message":"x")", "Progress: null: x\n");
    row("nothing", R"("total":2)", "Progress: (missing) of 2\n");
}

void TstCliTools::showsProgressAsItWasReceived()
{
    QFETCH(QString, members);
    QFETCH(QByteArray, shown);
    const Run run = withTool(words("tools call add a:=1"), {}, kTool, members);
    COMPARE_CODE(run, 0);
    QVERIFY2(run.err.contains(shown), run.err.constData());
}

void TstCliTools::waitsForTheResultOfATask_data()
{
    showsProgressAndLogsOfACall_data();
}

void TstCliTools::waitsForTheResultOfATask()
{
    QFETCH(QString, era);
    const QStringList start{QStringLiteral("--era"), era};
    const Run run = withDemo(start + words("--task tools call write_report steps:=2 delay_ms:=1"));
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("A report of 2 steps"), run.out.constData());
    QVERIFY2(run.err.contains("Task report-1: "), run.err.constData());
    QVERIFY2(run.err.contains("completed"), run.err.constData());
    const Run json =
        withDemo(start + words("--json --quiet --task tools call write_report steps:=1"));
    COMPARE_CODE(json, 0);
    QVERIFY2(json.out.startsWith("{"), json.out.constData());
    QVERIFY2(json.out.contains("\"content\""), json.out.constData());
    QVERIFY2(json.err.isEmpty(), json.err.constData());
}

void TstCliTools::validatesAgainstTheSchemasOfATool_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, const char *line, const char *input, int code,
                         const char *says) {
        QTest::newRow(name) << QString::fromLatin1(line) << QByteArray(input) << code
                            << QByteArray(says);
    };
    row("arguments that match", "validate --tool add -", R"({"a":1})", 0, "-: valid");
    row("arguments that do not", "validate --tool add -", R"({"a":"1"})", 8, "/a");
    row("a required one is missing", "validate --tool add -", "{}", 8, "a");
    row("a result that matches", "validate --result --tool add -", R"({"sum":1})", 0, "-: valid");
    row("a result that does not", "validate --result --tool add -", R"({"sum":"x"})", 8, "/sum");
    row("as JSON", "--json validate --tool add -", R"({"a":1})", 0, R"("valid":true)");
    row("no JSON", "validate --tool add -", "{", 8, "");
    row("no such tool", "validate --tool sub -", "{}", 6, "");
}

void TstCliTools::validatesAgainstTheSchemasOfATool()
{
    QFETCH(QString, line);
    QFETCH(QByteArray, input);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    const Run run = withTool(line.split(u' '), input);
    COMPARE_CODE(run, code);
    QVERIFY2(run.out.contains(says), run.out.constData());
}

void TstCliTools::validatesTheDefinitionOfATool()
{
    const Run good = withTool(words("validate --tool add"));
    COMPARE_CODE(good, 0);
    QVERIFY2(good.out.contains("outputSchema: usable"), good.out.constData());
    const Run bad = withTool(
        words("validate --tool add"), {}, R"({"name":"add","inputSchema":{"type":"array"}})");
    COMPARE_CODE(bad, 9);
    QVERIFY2(bad.err.contains("inputSchema"), bad.err.constData());
    const Run broken = withTool(words("validate --tool add"), {},
        R"({"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":7}}}})");
    COMPARE_CODE(broken, 9);
}

QTEST_GUILESS_MAIN(TstCliTools)
#include "tst_clitools.moc"
