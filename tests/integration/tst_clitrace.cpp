// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/brokensession.h"
#include "support/changedfile.h"
#include "support/clirun.h"
#include "support/demohttp.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace sonde::test;

class TestCliTrace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void showsRows();
    void marksAProbe();
    void showsMessagesByteForByte();
    void filters();
    void countsByMethod();
    void exportsAndImports();
    void hidesUnlessTold();
    void reportsAProblem();
    void reportsChosenMessagesIntoAFile();
    void itsCommandLineSendsTheCallAgain();
    void tailsUntilItIsInterrupted();
    void countsEveryRequestInOneRow();
    void fitsTheWidth();
    void leavesNothingOfAFailedExport();
    void findsNoErrorOfTheDemoServer_data();
    void findsNoErrorOfTheDemoServer();
    void checksAgainstTheSpecification();
    void filtersByFindings();
    void failsOnTheLevelThatIsAskedFor();
    void reportsFindingsInEachFormat();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    Run trace(const QStringList &arguments) const
    {
        return cli(QStringList{QStringLiteral("trace")} + arguments);
    }

    // A recorded conversation in which the server breaks three requirements.
    QString brokenSession();

    QTemporaryDir m_folder;
    QString m_file;
};

void TestCliTrace::initTestCase()
{
    m_file = m_folder.filePath(QStringLiteral("session.sonde"));
    const Run run = withDemo({QStringLiteral("--record"), m_file, QStringLiteral("tools"),
        QStringLiteral("call"), QStringLiteral("echo"), QStringLiteral("text=Bearer abcdefghij")});
    QVERIFY2(run.code == 0, run.err.constData());
}

void TestCliTrace::showsRows()
{
    const Run run = trace({QStringLiteral("show"), m_file});
    QVERIFY2(run.code == 0, run.err.constData());
    QVERIFY(run.out.contains("request       tools/call  echo  id "));
    QVERIFY(run.out.contains("  \u2192 request       server/discover"));
    QVERIFY(run.out.contains("  \u2192 request       tools/call"));
    const Run lines = trace({QStringLiteral("show"), m_file, QStringLiteral("--json")});
    QVERIFY(lines.out.startsWith("{\"number\":1,"));
    QVERIFY(!lines.out.contains("\"probe\"")); // a process goes on after it
    // Options may stand before the command, as with every other one.
    const Run before =
        cli({QStringLiteral("--json"), QStringLiteral("trace"), QStringLiteral("show"), m_file});
    QCOMPARE(before.out, lines.out);
    QCOMPARE(lines.out.count('\n'), run.out.count('\n'));
}

// Over HTTP the probe has a connection of its own.
void TestCliTrace::marksAProbe()
{
    const Demo server;
    const QString file = m_folder.filePath(QStringLiteral("probe.sonde"));
    const Run recorded = cli(
        {QStringLiteral("--record"), file, QStringLiteral("--no-cache"), QStringLiteral("tools"),
            QStringLiteral("list"), QStringLiteral("--url"), server.url().toString()});
    QVERIFY2(recorded.code == 0, recorded.err.constData());
    const Run run = trace({QStringLiteral("show"), file});
    QVERIFY2(run.out.contains("  probe \u2192 request       server/discover"), run.out.constData());
    QVERIFY2(run.out.contains("  \u2192 request       tools/list"), run.out.constData());
    const Run lines = trace({QStringLiteral("show"), file, QStringLiteral("--json")});
    QVERIFY(lines.out.contains(",\"probe\":true,"));
}

void TestCliTrace::showsMessagesByteForByte()
{
    const Run found = trace({QStringLiteral("filter"), m_file,
        QStringLiteral("tool == echo and kind == request"), QStringLiteral("--json")});
    QCOMPARE(found.out.count('\n'), qsizetype(1));
    const QByteArray number = found.out.mid(10, found.out.indexOf(',') - 10);
    const Run run = trace({QStringLiteral("show"), m_file, QString::fromLatin1(number)});
    QVERIFY(run.out.startsWith("{\"jsonrpc\":\"2.0\""));
    QVERIFY(run.out.contains("\"text\":\"Bearer abcdefghij\""));
    QCOMPARE(trace({QStringLiteral("show"), m_file, QStringLiteral("100000")}).code, 1);
}

void TestCliTrace::filters()
{
    const auto count = [this](const char *filter) {
        return trace({QStringLiteral("filter"), m_file, QString::fromLatin1(filter),
                         QStringLiteral("--count")})
            .out.trimmed()
            .toInt();
    };
    QCOMPARE(count("tool == echo"), 2);
    QCOMPARE(count("params.arguments.text contains bearer"), 1);
    QCOMPARE(count("duration exists and tool == echo"), 1);
    QCOMPARE(count("method == nothing"), 0);
}

void TestCliTrace::countsByMethod()
{
    const Run run = trace({QStringLiteral("stats"), m_file});
    QVERIFY2(run.code == 0, run.err.constData());
    QVERIFY(run.out.contains("Method"));
    QVERIFY(run.out.contains("tools/call"));
    const Run lines = trace({QStringLiteral("stats"), m_file, QStringLiteral("--filter"),
        QStringLiteral("method == tools/call"), QStringLiteral("--json")});
    QCOMPARE(lines.out.count('\n'), qsizetype(2));
    QVERIFY(lines.out.contains("\"count\":1,\"answered\":1,\"errors\":0"));
}

void TestCliTrace::exportsAndImports()
{
    const QString lines = m_folder.filePath(QStringLiteral("a.jsonl"));
    const QString again = m_folder.filePath(QStringLiteral("again.sonde"));
    const QStringList plain{QStringLiteral("--no-redaction"), QStringLiteral("--output")};
    Run run = trace(QStringList{QStringLiteral("export"), m_file} + plain + QStringList{lines});
    QVERIFY2(run.code == 0, run.err.constData());
    run = trace({QStringLiteral("import"), lines, again});
    QVERIFY2(run.code == 0, run.err.constData());
    const Run first = trace({QStringLiteral("export"), m_file, QStringLiteral("--no-redaction")});
    const Run second = trace({QStringLiteral("export"), again, QStringLiteral("--no-redaction")});
    QVERIFY(!first.out.isEmpty());
    QCOMPARE(second.out, first.out);
    const Run report =
        trace({QStringLiteral("export"), m_file, QStringLiteral("--format"), QStringLiteral("md")});
    QVERIFY(report.out.startsWith("# Trace of an MCP session"));
}

void TestCliTrace::hidesUnlessTold()
{
    const Run run = trace({QStringLiteral("export"), m_file, QStringLiteral("--redact"),
        QStringLiteral("tools/call")});
    QVERIFY(!run.out.contains("abcdefghij"));
    QVERIFY(run.out.contains("\"message\":{\"jsonrpc\":\"2.0\""));
    QVERIFY(!run.out.contains("\"method\":\"tools/call\",\"params\""));
    QVERIFY(run.err.contains("Bearer and Basic ("));
    QVERIFY(run.err.contains("tools/call ("));
    const Run dashes = trace({QStringLiteral("export"), m_file, QStringLiteral("--redact"),
        QStringLiteral("--token=[a-z]+")});
    COMPARE_CODE(dashes, 0);
    const Run plain = trace({QStringLiteral("export"), m_file, QStringLiteral("--no-redaction")});
    QVERIFY(plain.out.contains("abcdefghij"));
    const Run quiet = trace({QStringLiteral("export"), m_file, QStringLiteral("--quiet")});
    QVERIFY(!quiet.out.isEmpty());
    QVERIFY2(quiet.err.isEmpty(), quiet.err.constData());
}

void TestCliTrace::reportsAProblem()
{
    const Run run = trace({QStringLiteral("report"), m_file, QStringLiteral("--filter"),
        QStringLiteral("tool == echo"), QStringLiteral("--redact"), QStringLiteral("Bearer")});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.startsWith("# Problem with sonde-demo-server "), run.out.constData());
    const QByteArray command = "- Command line: `" + kDemo.toUtf8() + "`\n";
    QVERIFY2(run.out.contains(command), run.out.constData());
    QVERIFY(run.out.contains("- Ended: exit code 0\n"));
    QVERIFY(run.out.contains("| tools/call | echo | ok | "));
    QVERIFY(run.out.contains(" sent request tools/call echo\n"));
    QVERIFY(!run.out.contains(" sent request tools/list\n"));
    QVERIFY(run.out.contains("sonde-cli replay session.sonde -- "));
    QVERIFY(!run.out.contains("abcdefghij"));
    QVERIFY2(run.err.contains("Bearer (") && run.err.contains("Bearer and Basic ("),
        run.err.constData());
    const Run broken = trace({QStringLiteral("report"), brokenSession()});
    COMPARE_CODE(broken, 0);
    QVERIFY2(broken.out.contains("- **error** `tools.input-schema-object`, message 5 "),
        broken.out.constData());
    QVERIFY(broken.out.contains("\\<b\\>Share")); // no markup of a server
}

void TestCliTrace::reportsChosenMessagesIntoAFile()
{
    const QString name = m_folder.filePath(QStringLiteral("report.md"));
    const Run run = trace({QStringLiteral("report"), m_file, QStringLiteral("2"),
        QStringLiteral("1"), QStringLiteral("--output"), name, QStringLiteral("--quiet")});
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out, QByteArray());
    QVERIFY2(run.err.isEmpty(), run.err.constData());
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("\n### 1 ") && text.contains("\n### 2 "));
    QVERIFY(!text.contains("\n### 3 "));
}

void TestCliTrace::itsCommandLineSendsTheCallAgain()
{
    const Run report = trace({QStringLiteral("report"), m_file, QStringLiteral("--filter"),
        QStringLiteral("tool == echo and kind == request")});
    COMPARE_CODE(report, 0);
    const qsizetype begin = report.out.indexOf("sonde-cli tools call echo ");
    QVERIFY2(begin > 0, report.out.constData());
    const QByteArray line = report.out.mid(begin, report.out.indexOf('\n', begin) - begin);
    QProcess shell;
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(QStringLiteral("PATH"),
        QFileInfo(kCli).path() + u':' + environment.value(QStringLiteral("PATH")));
    shell.setProcessEnvironment(environment);
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), QString::fromUtf8(line)});
    const Run run = finishedRun(shell);
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("Bearer **********"), run.out.constData());
}

void TestCliTrace::tailsUntilItIsInterrupted()
{
    QProcess process;
    process.setProcessEnvironment(cleanEnvironment());
    process.start(kCli,
        {QStringLiteral("trace"), QStringLiteral("tail"), m_file, QStringLiteral("--filter"),
            QStringLiteral("tool == echo")});
    QByteArray out;
    QTRY_VERIFY_WITH_TIMEOUT(
        (process.waitForReadyRead(10), out += process.readAllStandardOutput()).count('\n') == 2,
        kDeadline);
    process.terminate();
    QVERIFY(process.waitForFinished(kDeadline));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(out.contains("response      tools/call  echo"));
}

void TestCliTrace::countsEveryRequestInOneRow()
{
    const Run run = trace({QStringLiteral("stats"), m_file});
    QCOMPARE(run.out.count("tools/call"), qsizetype(1));
    QVERIFY2(run.out.contains("  echo  "), run.out.constData());
}

void TestCliTrace::fitsTheWidth()
{
    QProcess process;
    QProcessEnvironment narrow = cleanEnvironment();
    narrow.insert(QStringLiteral("COLUMNS"), QStringLiteral("80"));
    process.setProcessEnvironment(narrow);
    process.start(kCli, {QStringLiteral("trace"), QStringLiteral("show"), m_file});
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 0);
    for (const QString &line : QString::fromUtf8(run.out).split(u'\n'))
        QVERIFY2(line.size() <= 80, qPrintable(line));
    QVERIFY2(run.out.contains("tools/call  echo  id "), run.out.constData());
}

void TestCliTrace::leavesNothingOfAFailedExport()
{
    const QString damaged = m_folder.filePath(QStringLiteral("damaged.sonde"));
    QVERIFY(QFile::copy(m_file, damaged));
    changeFile(damaged, "DELETE FROM chunk WHERE id = (SELECT max(id) FROM chunk)");
    for (const char *format : {"jsonl", "csv", "md", "har"}) {
        const Run run = trace({QStringLiteral("export"), damaged, QStringLiteral("--format"),
            QString::fromLatin1(format)});
        QCOMPARE(run.out.isEmpty(), run.code != 0);
        QCOMPARE(run.err.isEmpty(), false);
    }
    COMPARE_CODE(trace({QStringLiteral("export"), damaged, QStringLiteral("--format"),
                     QStringLiteral("md")}),
        1);
}

void TestCliTrace::findsNoErrorOfTheDemoServer_data()
{
    QTest::addColumn<QString>("revision");
    for (const char *revision :
        {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"})
        QTest::newRow(revision) << QString::fromLatin1(revision);
}

void TestCliTrace::findsNoErrorOfTheDemoServer()
{
    QFETCH(QString, revision);
    const QStringList calls[] = {{QStringLiteral("tools"), QStringLiteral("list")},
        {QStringLiteral("tools"), QStringLiteral("call"), QStringLiteral("get_weather"),
            QStringLiteral("city=Oulu"), QStringLiteral("days:=3")},
        {QStringLiteral("resources"), QStringLiteral("list")},
        {QStringLiteral("prompts"), QStringLiteral("list")}};
    for (const QStringList &call : calls) {
        const QString file = m_folder.filePath(revision + call.join(u'-') + u".sonde");
        const Run recorded =
            withDemo(QStringList{QStringLiteral("--no-cache"), QStringLiteral("--revision"),
                         revision, QStringLiteral("--record"), file}
                + call);
        COMPARE_CODE(recorded, 0);
        const Run run = trace({QStringLiteral("check"), file});
        COMPARE_CODE(run, 0);
        QVERIFY2(run.out.contains("Errors: 0, "), run.out.constData());
    }
}

QString TestCliTrace::brokenSession()
{
    const QString session = m_folder.filePath(QStringLiteral("broken.sonde"));
    if (QFile::exists(session))
        return session;
    return recordBrokenSession(session,
               R"({"name":"Create <b>Share</b>","description":"Shares.","inputSchema":{}})")
        ? session
        : QString();
}

void TestCliTrace::checksAgainstTheSpecification()
{
    const QString session = brokenSession();
    QVERIFY(!session.isEmpty());
    const Run run = trace({QStringLiteral("check"), session});
    COMPARE_CODE(run, 11);
    QVERIFY2(run.out.contains("error  pagination.cursor-string-or-absent"), run.out.constData());
    QVERIFY(run.out.contains("/2025-11-25/server/utilities/pagination#response-format\n"));
    QVERIFY(run.out.contains("#5 /result/nextCursor  `nextCursor` is null"));
    QVERIFY(run.out.contains("error  tools.input-schema-object"));
    QVERIFY(run.out.contains("warning  tools.name-charset"));
    QVERIFY(run.out.contains("Errors: 2, warnings: 1, notes: 0. Records checked: 5."));
    const Run errors = trace(
        {QStringLiteral("check"), session, QStringLiteral("--level"), QStringLiteral("error")});
    QVERIFY(!errors.out.contains("tools.name-charset"));
}

void TestCliTrace::filtersByFindings()
{
    const QString session = brokenSession();
    QVERIFY(!session.isEmpty());
    const Run found = trace({QStringLiteral("filter"), session,
        QStringLiteral("finding.rule == \"tools.name-charset\" and finding.level == error"),
        QStringLiteral("--count")});
    COMPARE_CODE(found, 0);
    QCOMPARE(found.out, QByteArray("1\n"));
    const Run others = trace({QStringLiteral("filter"), session,
        QStringLiteral("not finding exists"), QStringLiteral("--count")});
    QCOMPARE(others.out, QByteArray("4\n"));
}

void TestCliTrace::failsOnTheLevelThatIsAskedFor()
{
    const QString session = brokenSession();
    const Run never = trace(
        {QStringLiteral("check"), session, QStringLiteral("--fail-on"), QStringLiteral("never")});
    COMPARE_CODE(never, 0);
    QVERIFY(never.out.contains("tools.input-schema-object"));
    // What is not shown counts all the same.
    const Run warning = trace({QStringLiteral("check"), session, QStringLiteral("--level"),
        QStringLiteral("error"), QStringLiteral("--fail-on"), QStringLiteral("warning")});
    COMPARE_CODE(warning, 11);
}

void TestCliTrace::reportsFindingsInEachFormat()
{
    const QString session = brokenSession();
    const auto report = [&](const char *format) {
        return trace({QStringLiteral("check"), session, QStringLiteral("--format"),
                         QString::fromLatin1(format)})
            .out;
    };
    const QJsonObject json = QJsonDocument::fromJson(report("json")).object();
    const QJsonArray found = json.value(QStringLiteral("findings")).toArray();
    QCOMPARE(found.size(), 3);
    const QJsonObject first = found.first().toObject();
    const auto text = [&first](
                          const char *name) { return first.value(QLatin1String(name)).toString(); };
    QCOMPARE(text("rule"), QStringLiteral("pagination.cursor-string-or-absent"));
    QCOMPARE(text("level"), QStringLiteral("error"));
    QCOMPARE(text("revision"), QStringLiteral("2025-11-25"));
    QCOMPARE(text("section"), QStringLiteral("server/utilities/pagination#response-format"));
    QCOMPARE(text("pointer"), QStringLiteral("/result/nextCursor"));
    QCOMPARE(first.value(QStringLiteral("messages")).toArray(), QJsonArray{5});
    const QJsonArray bytes = first.value(QStringLiteral("bytes")).toArray();
    QCOMPARE(bytes.at(1).toInt() - bytes.at(0).toInt(), 4); // null
    const QJsonObject sarif = QJsonDocument::fromJson(report("sarif")).object();
    QCOMPARE(sarif.value(QStringLiteral("version")).toString(), QStringLiteral("2.1.0"));
    const QJsonObject part = sarif.value(QStringLiteral("runs")).toArray().first().toObject();
    QCOMPARE(part.value(QStringLiteral("results")).toArray().size(), 3);
    QXmlStreamReader junit(report("junit"));
    QStringList names;
    while (!junit.atEnd()) {
        if (junit.readNext() == QXmlStreamReader::StartElement)
            names << junit.name().toString();
    }
    QVERIFY2(!junit.hasError(), qPrintable(junit.errorString()));
    QCOMPARE(names.count(QStringLiteral("testcase")), 3);
    QCOMPARE(names.count(QStringLiteral("failure")), 2);
    const QByteArray markdown = report("markdown");
    QVERIFY(markdown.startsWith("# Findings\n"));
    QVERIFY(markdown.contains("\\<b\\>Share")); // no markup of a server
}

void TestCliTrace::saysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char *line, const char *sentence) {
        QTest::newRow(line) << words(line) << QByteArray(sentence);
    };
    row("sho x", "Did you mean show?");
    row("", "Use one of: trace show FILE, trace filter FILE FILTER, trace stats FILE");
    row("export FILE --output x.sonde", "The extension of \xE2\x80\x9C");
    row("export FILE --format x", "\xE2\x80\x9Cx\xE2\x80\x9D is not a format");
    row("export FILE --output=", "The value of --output is empty. Use --output FILE.");
    row("export FILE --format=", "is empty. Use --format jsonl|har|md|csv.");
    row("check FILE --json --format markdown", "--json contradicts --format markdown.");
    row("show -recording.sonde", "-recording.sonde");
    row("show", "needs a session file");
    row("show /nowhere", "the file does not exist");
    row("filter x", "needs a filter");
    row("filter x methd==1", "at character 1: \xE2\x80\x9Cmethd\xE2\x80\x9D is not a field");
    row("show x y", "takes no argument");
    row("show x --fast", "has no option \xE2\x80\x9C--fast");
    row("show x --filter", "--filter needs a value");
    row("show x --filter=methd==1", "at character 1");
    row("stats x --json --json", "given twice");
    row("stats x --json=1", "takes no value");
    row("stats x y", "takes no further argument");
    row("filter x tool --filter tool", "takes no further argument");
    row("report", "needs a session file");
    row("report FILE --filter tool==nothing", "so there is nothing to report");
    row("report FILE 100000", "There is no message 100000.");
    row("report FILE x", "trace report takes no argument");
    row("report FILE --no-redaction", "has no option \xE2\x80\x9C--no-redaction");
    row("check x -j", "has no option \xE2\x80\x9C-j");
    row("check x --level loud", "is not a level");
    row("check x --fail-on loud", "is not a level");
    row("check x --format pdf", "is not a format");
    row("check x --count", "has no option \xE2\x80\x9C--count");
    row("check", "needs a session file");
    row("import x", "needs the name of a new session file");
}

void TestCliTrace::saysWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    arguments.replaceInStrings(QStringLiteral("FILE"), m_file);
    const Run run = trace(arguments);
    QCOMPARE(run.code, 1);
    QVERIFY2(run.err.contains(sentence), run.err.constData());
}

QTEST_GUILESS_MAIN(TestCliTrace)
#include "tst_clitrace.moc"
