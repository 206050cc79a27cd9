// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/terminal.h"

#include <QFile>
#include <QTemporaryFile>

#include <csignal>

#include <unistd.h>

using namespace sonde::test;

// sonde-cli shell: many commands, one start.
class TstCliShell : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsManyCommandsWithOneStart();
    void endsWithTheFirstFailure_data();
    void endsWithTheFirstFailure();
    void listsItsCommands();
    void readsAFile();
    void refusesWhatBelongsToTheStart_data();
    void refusesWhatBelongsToTheStart();
    void boundsALine();
    void endsWhenTheServerIsLost();
    void editsLinesOnATerminal();
};

namespace {

Run shell(const QByteArray &lines, const QStringList &options = {})
{
    return cli(options + words("shell --") + QStringList{kDemo}, lines);
}

} // namespace

namespace {

struct ShellTerminal : Terminal {
    explicit ShellTerminal(const QString &state)
        : Terminal(words("shell --") + QStringList{kDemo}, environmentWith(state), 80)
    {
    }
    static QProcessEnvironment environmentWith(const QString &state)
    {
        QProcessEnvironment environment = cleanEnvironment();
        environment.insert(QStringLiteral("XDG_STATE_HOME"), state);
        environment.insert(QStringLiteral("TERM"), QStringLiteral("dumb"));
        return environment;
    }
};

} // namespace

void TstCliShell::runsManyCommandsWithOneStart()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("s.sonde"));
    const Run run = shell("# a comment\n\n"
                          "tools call echo text='two words' --json\n"
                          "tools call echo number:=1.0\n"
                          "  prompts list --output-format name  \n"
                          "tools call slow_count n=1 delay_ms=1 --typed --quiet\n"
                          "exit\n"
                          "tools list\n",
        {QStringLiteral("--record"), file});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains(R"(\"text\":\"two words\")"), run.out.constData());
    QVERIFY2(run.out.contains("{\"number\":1.0}"), run.out.constData());
    QVERIFY2(run.out.contains("Counted to 1."), run.out.constData());
    QVERIFY2(!run.out.contains("get_weather"), run.out.constData());
    const Run filtered = cli({QStringLiteral("trace"), QStringLiteral("filter"), file,
        QStringLiteral("method == \"process started\""), QStringLiteral("--count")});
    QCOMPARE(filtered.out, QByteArray("1\n"));
}

void TstCliShell::endsWithTheFirstFailure_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("goesOn");
    const QStringList keep{QStringLiteral("--keep-going")};
    QTest::newRow("none") << QByteArray("info") << QStringList() << 0 << true;
    QTest::newRow("an error") << QByteArray("tools call nope") << QStringList() << 6 << false;
    QTest::newRow("an error, goes on") << QByteArray("tools call nope") << keep << 6 << true;
    QTest::newRow("a tool error") << QByteArray("tools call fail") << QStringList() << 5 << false;
    QTest::newRow("no command") << QByteArray("tols list") << QStringList() << 1 << false;
    QTest::newRow("an open quote") << QByteArray("tools call 'echo") << keep << 1 << true;
    QTest::newRow("the first of two")
        << QByteArray("tools call fail\ntools call nope") << keep << 5 << true;
    QTest::newRow("a time-out") << QByteArray(
        "tools call slow_count n:=1 delay_ms:=60000 --timeout 200ms")
                                << keep << 7 << true;
}

void TstCliShell::endsWithTheFirstFailure()
{
    QFETCH(QByteArray, lines);
    QFETCH(QStringList, options);
    const Run run = shell(lines + "\ntools call echo text=afterwards", options);
    QFETCH(int, code);
    COMPARE_CODE(run, code);
    QTEST(run.out.contains("afterwards"), "goesOn");
}

void TstCliShell::listsItsCommands()
{
    const Run run = shell("help\n");
    COMPARE_CODE(run, 0);
    for (const char *line : {"\n  tools call NAME [key=text|key:=json]…\n",
             "\n  resources templates\n", "\n  validate --tool NAME [FILE]…\n", "\n  exit"})
        QVERIFY2(run.out.contains(line), run.out.constData());
    for (const char *elsewhere : {"auth", "hosts", "compare", "SERVER"})
        QVERIFY2(!run.out.contains(elsewhere), run.out.constData());
}

void TstCliShell::readsAFile()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write("tools call echo text=one\ntools call echo text=two");
    file.close();
    QProcess process;
    process.setProcessEnvironment(cleanEnvironment());
    process.setStandardInputFile(file.fileName());
    process.start(kCli, words("shell --") + QStringList{kDemo});
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out, QByteArray("{\"text\":\"one\"}\n{\"text\":\"two\"}\n"));
}

void TstCliShell::refusesWhatBelongsToTheStart_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *line, const char *says) {
        QTest::newRow(line) << QByteArray(line) << QByteArray(says);
    };
    row("tools list --url http://127.0.0.1:1/", "applies to the whole shell");
    row("tools list --env A=b", "applies to the whole shell");
    row("tools list -- other", "Remove --");
    row("shell", "is no command of the shell");
    row("auth status", "is no command of the shell");
    row("validate data.json", "is no command of the shell"); // without --tool
    row("validate --schema s.json data.json", "is no command of the shell");
    row("tools call echo --args -", "Use --args @FILE");
}

void TstCliShell::refusesWhatBelongsToTheStart()
{
    QFETCH(QByteArray, line);
    const Run run = shell(line + '\n');
    COMPARE_CODE(run, 1);
    QFETCH(QByteArray, says);
    if (says.startsWith("Use "))
        says = "--args @FILE";
    QVERIFY2(run.err.contains(says), run.err.constData());
}

void TstCliShell::boundsALine()
{
    const Run run = shell("tools call echo text=" + QByteArray(3 << 20, 'x') + '\n');
    COMPARE_CODE(run, 1); // the rest of the line is a command that there is not
    QVERIFY(run.out.size() < (2 << 20));
}

void TstCliShell::endsWhenTheServerIsLost()
{
    const Run run = cli(words("shell --keep-going --era legacy --") + QStringList{kTestServer}
            + words("--exit-after 2"),
        "info\nrequest ping\nrequest ping\nrequest ping\n");
    COMPARE_CODE(run, 4);
}

void TstCliShell::editsLinesOnATerminal()
{
    const QTemporaryDir state;
    {
        ShellTerminal terminal(state.path());
        QVERIFY2(terminal.shows("sonde> "), terminal.seen().constData());
        terminal.type("tools call no_such_tool\n");
        QVERIFY2(terminal.shows("-32602"), terminal.seen().constData());
        QVERIFY2(terminal.shows("sonde> "), terminal.seen().constData()); // it goes on
        terminal.type("prom\tli\t\n"); // verbs are completed
        QVERIFY2(terminal.shows("prompts list"), terminal.seen().constData());
        QVERIFY2(terminal.shows("sonde> "), terminal.seen().constData());
        terminal.type("tools call ech\ttext=hello\n"); // and the names of the server
        QVERIFY2(terminal.shows("{\"text\":\"hello\"}"), terminal.seen().constData());
        QVERIFY2(terminal.shows("sonde> "), terminal.seen().constData());
        terminal.type("half a line");
        QVERIFY2(terminal.shows("half a line"), terminal.seen().constData());
        ::kill(pid_t(terminal.process().processId()), SIGINT); // discards it
        QVERIFY2(terminal.shows("sonde> "), terminal.seen().constData());
        terminal.type("\x04");
        QVERIFY(terminal.process().waitForFinished(kDeadline));
        QCOMPARE(terminal.process().exitCode(), 0);
    }
    QFile history(state.filePath(QStringLiteral("sonde/shell-history")));
    QVERIFY(history.open(QIODevice::ReadOnly));
    QVERIFY(history.readAll().contains("tools call echo text=hello"));
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QCOMPARE(history.permissions() & others, QFile::Permissions());
    ShellTerminal again(state.path());
    QVERIFY2(again.shows("sonde> "), again.seen().constData());
    again.type("\x10\n"); // the line before
    QVERIFY2(again.shows("{\"text\":\"hello\"}"), again.seen().constData());
}

QTEST_GUILESS_MAIN(TstCliShell)
#include "tst_clishell.moc"
