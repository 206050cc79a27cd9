// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/emptyhome.h"

#include "json/document.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// `sonde-cli doctor`, with the servers that a command line can name.
class TestCliDoctor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysThatNothingIsWrong();
    void namesTheCauseLast();
    void printsJson();
    void readsTheServerFromAFile();
    void saysWhoFindsTheProgram();
    void judgesTheWorkingFolder();
    void waitsNoLongerThanTold();
    void redactsSecrets();
    void saysWhatIsWrongWithTheCommand_data();
    void saysWhatIsWrongWithTheCommand();

private:
    const EmptyHome m_home;
};

void TestCliDoctor::saysThatNothingIsWrong()
{
    const QTemporaryDir folder; // no process of the machine has this command line
    const QString server = folder.filePath(u"tides"_s);
    QVERIFY(QFile::link(kDemo, server));
    const Run run = cli({u"doctor"_s, u"--"_s, server});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("Nothing is wrong"), told(run).constData());
    QCOMPARE(run.out.count("\u2713"), 16);
    QVERIFY2(run.err.isEmpty(), told(run).constData());
}

void TestCliDoctor::namesTheCauseLast()
{
    const Run run = cli({u"doctor"_s, u"--"_s, u"sh"_s, u"-c"_s, u"echo Ready; exec "_s + kDemo});
    COMPARE_CODE(run, 4);
    const auto verdict = run.out.lastIndexOf("\n\n");
    QVERIFY2(run.out.mid(verdict).contains("\u201cReady\u201d"), told(run).constData());
    QVERIFY2(run.out.mid(verdict).contains("What to do: "), told(run).constData());
}

void TestCliDoctor::printsJson()
{
    const Run run = cli(
        {u"doctor"_s, u"--output-format"_s, u"json"_s, u"--url"_s, u"http://127.0.0.1:1/mcp"_s});
    COMPARE_CODE(run, 4);
    const auto document =
        json::Document::parse(std::string_view(run.out.constData(), std::size_t(run.out.size())));
    const json::Value root = document.root();
    QCOMPARE(root["verdict"]["cause"]["kind"].toString(), u"nothing-listens"_s);
    QCOMPARE(root["verdict"]["check"].toString(), u"connection"_s);
    int checks = 0;
    for (const json::Value check : root["checks"])
        checks += check["outcome"].isString() ? 1 : 0;
    QCOMPARE(checks, 14);
}

void TestCliDoctor::readsTheServerFromAFile()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"mcp.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"mcpServers":{"tides":{"command":"no-such-tides","env":{"K":"${TIDE_KEY}"}}}})");
    file.close();
    const Run run = cli({u"doctor"_s, u"--config"_s, file.fileName(), u"--server"_s, u"tides"_s});
    COMPARE_CODE(run, 4);
    QVERIFY2(run.out.contains("no-such-tides was not found"), told(run).constData());
    QVERIFY2(run.out.contains("${TIDE_KEY}"), told(run).constData());
}

void TestCliDoctor::saysWhoFindsTheProgram()
{
    const Run run = cli({u"doctor"_s, u"--"_s, u"no-such-program"_s});
    COMPARE_CODE(run, 4);
    const auto table = run.out.indexOf("no-such-program, as found by:");
    QVERIFY2(table > 0, told(run).constData());
    const QByteArray rows = run.out.mid(table, run.out.indexOf("\n\n", table) - table);
    QCOMPARE(rows.count('\n'), 3);
    QVERIFY2(rows.contains(" Sonde  ") && rows.contains("not found in"), rows.constData());
    const Run json =
        cli({u"doctor"_s, u"--output-format"_s, u"json"_s, u"--"_s, u"no-such-program"_s});
    const auto document =
        json::Document::parse(std::string_view(json.out.constData(), std::size_t(json.out.size())));
    const json::Value found = document.root()["checks"].at(1)["foundBy"];
    QCOMPARE(found.at(0)["who"].toString(), u"sonde"_s);
    QCOMPARE(found.at(0)["file"].toString(), QString());
    QVERIFY(!found.at(0)["path"].toString().isEmpty());
    QVERIFY(!found.at(3)["who"].isString());
    // A program with a path is not looked up.
    const Run direct = cli({u"doctor"_s, u"--"_s, u"/no/such/program"_s});
    QVERIFY2(!direct.out.contains("as found by"), told(direct).constData());
}

void TestCliDoctor::judgesTheWorkingFolder()
{
    const Run run = cli({u"doctor"_s, u"--cwd"_s, u"/no/such/folder"_s, u"--"_s, u"cat"_s});
    COMPARE_CODE(run, 4);
    QVERIFY2(run.out.contains("The working folder /no/such/folder does not exist"),
        told(run).constData());
}

void TestCliDoctor::waitsNoLongerThanTold()
{
    const Run run = cli({u"doctor"_s, u"--timeout"_s, u"300ms"_s, u"--"_s, u"sh"_s, u"-c"_s,
        u"while read -r line; do :; done"_s});
    COMPARE_CODE(run, 4);
    QVERIFY2(run.out.contains("no response within 0.3 s"), told(run).constData());
}

void TestCliDoctor::redactsSecrets()
{
    const Run run = cli({u"doctor"_s, u"--env"_s, u"TIDE_TOKEN=hush-1234"_s, u"--"_s, u"sh"_s,
        u"-c"_s, u"echo \"bad $TIDE_TOKEN\" >&2; exit 1"_s});
    COMPARE_CODE(run, 4);
    QVERIFY2(run.out.contains("bad (hidden, 9 characters)"), told(run).constData());
    QVERIFY2(!run.out.contains("hush-"), told(run).constData());
}

void TestCliDoctor::saysWhatIsWrongWithTheCommand_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no server") << QStringList{u"doctor"_s};
    QTest::newRow("a word too much") << QStringList{u"doctor"_s, u"x"_s, u"--"_s, kDemo};
    QTest::newRow("an option of another command")
        << QStringList{u"doctor"_s, u"--task"_s, u"--"_s, kDemo};
}

void TestCliDoctor::saysWhatIsWrongWithTheCommand()
{
    QFETCH(QStringList, arguments);
    const Run run = cli(arguments);
    COMPARE_CODE(run, 1);
    QVERIFY2(run.out.isEmpty() && !run.err.isEmpty(), told(run).constData());
}

QTEST_GUILESS_MAIN(TestCliDoctor)
#include "tst_clidoctor.moc"
