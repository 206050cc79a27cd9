// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/places.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

using namespace Qt::StringLiterals;
using namespace sonde::test;

// What sonde-cli says about itself.
class TstCliHelp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void helpsWithEachCommand_data();
    void helpsWithEachCommand();
    void pointsToTheHelpOfAWrongCommand_data();
    void pointsToTheHelpOfAWrongCommand();
    void knowsTheCommitOfItsSources_data();
    void knowsTheCommitOfItsSources();
    void makesAManPageOfTheHelp_data();
    void makesAManPageOfTheHelp();
};

void TstCliHelp::helpsWithEachCommand_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("first");
    const auto row = [](const char *line, const char *first) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(first);
    };
    row("tools call --help", "sonde-cli tools call: ");
    row("tools call -h", "sonde-cli tools call: ");
    row("--help tools call echo a=1 -- server", "sonde-cli tools call: ");
    row("help tools call", "sonde-cli tools call: ");
    row("tools --help", "sonde-cli tools\n");
    row("check --help", "sonde-cli check: ");
    row("help check", "sonde-cli check: ");
    row("trace show --help", "sonde-cli trace show: ");
    row("hosts tap --help", "sonde-cli hosts tap: ");
    row("validate --help", "sonde-cli validate: ");
    row("tap --help", "sonde-cli tap: ");
    row("tap -h -- server", "sonde-cli tap: ");
    row("auth login -h", "sonde-cli auth login: ");
    row("completion --help", "sonde-cli completion: ");
    row("help --help", "sonde-cli help: ");
    row("help options", "SERVER is ");
    row("help all", "sonde-cli: use MCP");
    row("nonsense --help", "sonde-cli: use MCP");
}

void TstCliHelp::helpsWithEachCommand()
{
    QFETCH(const QString, line);
    QFETCH(const QString, first);
    const Run run = cli(line.split(u' '));
    COMPARE_CODE(run, 0);
    QVERIFY(run.err.isEmpty());
    QVERIFY2(run.out.startsWith(first.toUtf8()), run.out.constData());
}

void TstCliHelp::pointsToTheHelpOfAWrongCommand_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("last");
    const auto row = [](const char *line, const char *last) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(last);
    };
    row("nonsense", "sonde-cli --help");
    row("tools lst", "sonde-cli tools --help");
    row("tools call", "sonde-cli tools call --help");
    row("tools list --jsno -- server", "sonde-cli tools list --help");
    row("--era x info -- server", "sonde-cli info --help");
    row("trace sho FILE", "sonde-cli trace --help");
    row("trace show FILE --fast", "sonde-cli trace show --help");
    row("hosts tap", "sonde-cli hosts tap --help");
    row("validate --schem x", "sonde-cli validate --help");
    row("tap --nam x -- server", "sonde-cli tap --help");
    row("completion csh", "sonde-cli completion --help");
    row("help filtr", "sonde-cli help --help");
}

void TstCliHelp::pointsToTheHelpOfAWrongCommand()
{
    QFETCH(const QString, line);
    QFETCH(const QString, last);
    const Run run = cli(line.split(u' '));
    COMPARE_CODE(run, 1);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.endsWith(QString(u"\nSee " + last + u".\n").toUtf8()), run.err.constData());
}

void TstCliHelp::knowsTheCommitOfItsSources_data()
{
    QTest::addColumn<QByteArray>("recorded");
    QTest::addColumn<QByteArray>("commit");
    const QByteArray hash("0123456789abcdef0123456789abcdef01234567");
    QTest::newRow("an archive of git") << QByteArray(hash + '\n') << hash;
    QTest::newRow("a copy without git") << QByteArray("$Format:%H$\n") << QByteArray();
    QTest::newRow("nothing") << QByteArray() << QByteArray();
    QTest::newRow("anything else") << QByteArray("\"; #error\n") << QByteArray();
}

void TstCliHelp::knowsTheCommitOfItsSources()
{
    QFETCH(const QByteArray, recorded);
    QFETCH(const QByteArray, commit);
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(u"cmake"_s));
    QFile file(folder.filePath(u"cmake/commit.txt"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(recorded);
    file.close();
    QProcess process;
    process.start(u"cmake"_s,
        {u"-DSOURCE="_s + folder.path(), u"-DOUTPUT="_s + folder.filePath(u"commit.h"_s), u"-P"_s,
            sonde::test::sourcePath("cmake/SondeCommit.cmake")});
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 0);
    QFile header(folder.filePath(u"commit.h"_s));
    QVERIFY(header.open(QIODevice::ReadOnly));
    const QByteArray text = header.readAll();
    QVERIFY2(
        text.contains(QByteArray("#define SONDE_COMMIT \"" + commit + "\" ")), text.constData());
}

void TstCliHelp::makesAManPageOfTheHelp_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("arguments");
    QTest::newRow("sonde-cli") << kCli << u"help;all"_s;
    QTest::newRow("sonde-demo-server") << kDemo << u"--help"_s;
}

void TstCliHelp::makesAManPageOfTheHelp()
{
    QFETCH(const QString, program);
    QFETCH(const QString, arguments);
    const QTemporaryDir folder;
    const QString page = folder.filePath(u"page.1"_s);
    QProcess process;
    process.start(u"cmake"_s,
        {u"-DPROGRAM="_s + program, u"-DARGUMENTS="_s + arguments,
            u"-DNAME="_s + QFileInfo(program).fileName(), u"-DSUMMARY=a summary"_s,
            u"-DVERSION=1"_s, u"-DOUTPUT="_s + page, u"-P"_s,
            sonde::test::sourcePath("packaging/manpage.cmake")});
    const Run made = finishedRun(process);
    COMPARE_CODE(made, 0);
    QFile file(page);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    if (program == kCli) {
        for (const char *heading :
            {".SS sonde\\-cli tools call\n", ".SS sonde\\-cli trace import\n",
                ".SH OPTIONS OF A SERVER\n", ".SH EXIT CODES\n", ".SH SEE ALSO\n"})
            QVERIFY2(text.contains(heading), heading);
        QCOMPARE(text.count("\n.SS "), cli({u"help"_s, u"all"_s}).out.count("\nExamples\n"));
    }
    if (QStandardPaths::findExecutable(u"man"_s).isEmpty())
        QSKIP("man is not installed (./dev test installs it)");
    process.setProcessEnvironment(cleanEnvironment()); // man complains of a locale that is missing
    process.start(
        u"man"_s, {u"--warnings"_s, u"-E"_s, u"UTF-8"_s, u"-l"_s, u"-Tutf8"_s, u"-Z"_s, page});
    const Run shown = finishedRun(process);
    COMPARE_CODE(shown, 0);
    QCOMPARE(shown.err, QByteArray());
}

QTEST_GUILESS_MAIN(TstCliHelp)
#include "tst_clihelp.moc"
