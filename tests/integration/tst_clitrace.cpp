// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/changedfile.h"
#include "support/clirun.h"
#include "support/demohttp.h"

#include <QFile>
#include <QTemporaryDir>

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
    void tailsUntilItIsInterrupted();
    void countsEveryRequestInOneRow();
    void fitsTheWidth();
    void leavesNothingOfAFailedExport();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    Run trace(const QStringList &arguments) const
    {
        return cli(QStringList{QStringLiteral("trace")} + arguments);
    }

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
    const Run plain = trace({QStringLiteral("export"), m_file, QStringLiteral("--no-redaction")});
    QVERIFY(plain.out.contains("abcdefghij"));
    const Run quiet = trace({QStringLiteral("export"), m_file, QStringLiteral("--quiet")});
    QVERIFY(!quiet.out.isEmpty());
    QVERIFY2(quiet.err.isEmpty(), quiet.err.constData());
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

void TestCliTrace::saysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char *line, const char *sentence) {
        QTest::newRow(line) << words(line) << QByteArray(sentence);
    };
    row("sho x", "Did you mean \xE2\x80\x9Cshow\xE2\x80\x9D");
    row("", "Use trace show, filter, stats");
    row("export FILE --output x.sonde", "The extension of \xE2\x80\x9C");
    row("export FILE --format x", "\xE2\x80\x9Cx\xE2\x80\x9D is not a format");
    row("show", "needs a session file");
    row("show /nowhere", "the file does not exist");
    row("filter x", "needs a filter");
    row("filter x methd==1", "at character 1: \xE2\x80\x9Cmethd\xE2\x80\x9D is not a field");
    row("show x y", "takes no argument");
    row("show x --fast", "has no option --fast");
    row("show x --filter", "--filter needs a value");
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
