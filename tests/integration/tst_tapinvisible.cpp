// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/places.h"
#include "support/stdiohost.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// A host sees of a server behind `sonde-cli tap` what it sees without: every byte, both ends of
// each pipe, exit codes and signals; and the server sees the same of the host.
class TestTapInvisible : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theHostSeesTheSame_data();
    void theHostSeesTheSame();
    void theServerSeesTheSame_data();
    void theServerSeesTheSame();
    void aHostMayIgnoreSignals_data();
    void aHostMayIgnoreSignals();
    void aLeadingTildeIsTheHomeFolder();
    void aSignalReachesTheServerOnce_data();
    void aSignalReachesTheServerOnce();
    void aHostThatDoesNotReadStderrSeesTheEnd();
    void aKilledTapLeavesNoServer();
    void nothingOutlivesAKilledHost();
    void aSlowReaderStopsTheWriterOnly();
    void aMissingProgramIsReportedLikeByAShell_data();
    void aMissingProgramIsReportedLikeByAShell();
    void goesOnWithoutARecording_data();
    void goesOnWithoutARecording();

private:
    QTemporaryDir m_data;
};

namespace {

QStringList tapped(const QStringList &server, const QStringList &options = {})
{
    return QStringList{kCli, u"tap"_s} + options + QStringList{u"--"_s} + server;
}

QStringList shell(const QString &script)
{
    return {u"sh"_s, u"-c"_s, script};
}

QStringList testServer(const QStringList &switches)
{
    return QStringList{kTestServer} + switches;
}

QByteArray session()
{
    return R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":)"
           R"("2025-11-25","capabilities":{},"clientInfo":{"name":"host","version":"3"}}})"
           "\n"
           R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
           "\n"
           R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})"
           "\n"
           R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo",)"
           R"("arguments":{"note":"a","n":1e400}}})"
           "\n";
}

// Every value of a byte, in an order that no line has, without any line end when asked.
QByteArray binary(qsizetype size, bool lines)
{
    QByteArray bytes(size, Qt::Uninitialized);
    quint32 state = 12345;
    for (char &byte : bytes) {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<char>(state >> 24U);
        if (!lines && byte == '\n')
            byte = '\0';
    }
    return bytes;
}

bool isAlive(pid_t pid)
{
    QFile status(u"/proc/%1/stat"_s.arg(pid));
    return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
}

} // namespace

void TestTapInvisible::initTestCase()
{
    QVERIFY(m_data.isValid());
    qputenv("XDG_DATA_HOME", QFile::encodeName(m_data.path()));
    qputenv("LC_ALL", "C.UTF-8");
    qunsetenv("LANGUAGE");
}

void TestTapInvisible::theHostSeesTheSame_data()
{
    QTest::addColumn<QStringList>("server");
    QTest::addColumn<HostScript>("script");
    const auto row = [](const char *name, const QStringList &server, HostScript script = {}) {
        QTest::newRow(name) << server << std::move(script);
    };
    row("a session", {kDemo}, {.input = session()});
    row("a session in small pieces", testServer({u"--chunk"_s, u"7"_s}), {.input = session()});
    row("a message of 16 MiB", testServer({u"--huge"_s, u"16777216"_s}), {.input = session()});
    row("16 MiB both ways", {u"cat"_s}, {.input = QByteArray(16 << 20, 'x') + '\n'});
    row("a flood", testServer({u"--flood"_s, u"100000"_s, u"200"_s}));
    row("a flood of stderr", testServer({u"--flood-stderr"_s, u"100000"_s}));
    row("invalid UTF-8", testServer({u"--invalid-utf8"_s}), {.input = session()});
    row("any bytes", {u"cat"_s}, {.input = binary(1 << 20, true)});
    row("any bytes without a line end", {u"cat"_s}, {.input = binary(1 << 20, false)});
    row("NUL bytes", {u"cat"_s}, {.input = QByteArray(100'000, '\0')});
    row("a line without end", testServer({u"--unfinished"_s, u"{\"half\":"_s}));
    row("CR LF", testServer({u"--crlf"_s}), {.input = session()});
    row("nothing at all", {u"true"_s});
    row("a server that reads nothing", {u"true"_s}, {.input = QByteArray(1 << 20, 'x')});
    row("stdout closed early by the server",
        shell(u"echo first; exec 1>&-; echo late >&2; cat >/dev/null; exit 5"_s),
        {.input = session(), .endsInput = true});
    row("stdout closed early, which the host waits for",
        shell(u"echo first; exec 1>&-; cat >/dev/null; exit 6"_s), {.endsLate = true});
    row("stdin closed early by the server",
        shell(u"exec 0<&-; echo ready; while :; do sleep 0.05; done"_s),
        {.awaited = "ready", .writesUntilRefused = true});
    row("stdout closed early by the host", {u"yes"_s}, {.awaited = "y\n", .closesOutput = true});
    row("stdin stays open, and the server ends", shell(u"echo a; exit 3"_s), {.endsInput = false});
    row("exit code 3", shell(u"exit 3"_s));
    row("exit code 255", shell(u"exit 255"_s));
    row("exit code 3 with output", testServer({u"--exit-after"_s, u"1"_s}), {.input = session()});
    row("SIGSEGV", testServer({u"--signal"_s, QString::number(SIGSEGV)}));
    row("SIGABRT", testServer({u"--signal"_s, QString::number(SIGABRT)}));
    row("SIGKILL", testServer({u"--signal"_s, QString::number(SIGKILL)}));
    row("SIGPIPE", testServer({u"--signal"_s, QString::number(SIGPIPE)}));
    const QString waits = u"echo ready; while :; do sleep 0.05; done"_s;
    for (const auto &[name, number] :
        {std::pair("SIGTERM", SIGTERM), std::pair("SIGINT", SIGINT), std::pair("SIGHUP", SIGHUP),
            std::pair("SIGQUIT", SIGQUIT), std::pair("SIGUSR1", SIGUSR1)}) {
        const HostScript script{.endsInput = false, .awaited = "ready", .signal = number};
        row(name, shell(waits), script);
        const QString handled = u"trap 'echo got %1; exit 9' %2; "_s.arg(number).arg(number);
        row(qPrintable(QLatin1String(name) + u", which the server handles"_s),
            shell(handled + waits), script);
    }
    // As Codex and Crush end their servers.
    const QString child = u"sh -c 'exec cat <&0' <&0 & "_s;
    for (const auto &[name, number] :
        {std::pair("SIGTERM to the group", SIGTERM), std::pair("SIGKILL to the group", SIGKILL)}) {
        row(name, shell(child + waits),
            {.endsInput = false, .awaited = "ready", .signal = number, .toGroup = true});
    }
    row("a signal that the server ignores", shell(u"trap '' TERM; echo ready; sleep 0.3; exit 4"_s),
        {.endsInput = false, .awaited = "ready", .signal = SIGTERM});
    // It ends only after the host has written: otherwise the host may or may not be refused.
    row("a process that the server left behind",
        shell(
            u"read line; (sleep 0.3; echo late; echo late >&2; cat; echo end) & echo first; exit 8"_s),
        {.input = session()});
    row("a process that answers for the server", shell(u"exec 3<&0; cat <&3 & exit 0"_s),
        {.input = session(), .endsInput = true});
    row("no stdin", shell(u"cat; echo code $?"_s), {.hasInput = false});
    row("arguments", {u"printf"_s, u"[%s]"_s, u""_s, u" a  b "_s, u"\"'$x*"_s, u"--"_s, u"é\n"_s});
}

void TestTapInvisible::theHostSeesTheSame()
{
    QFETCH(QStringList, server);
    QFETCH(HostScript, script);
    const Transcript expected = StdioHost(server, script.hasInput, script.toGroup).play(script);
    const Transcript seen = StdioHost(tapped(server), script.hasInput, script.toGroup).play(script);
    QVERIFY2(expected.inTime, expected.told().constData());
    QVERIFY2(seen == expected,
        QByteArray("without: " + expected.told() + "\nwith: " + seen.told()).constData());
}

// Programs that print what they were started with.
void TestTapInvisible::theServerSeesTheSame_data()
{
    QTest::addColumn<QStringList>("server");
    QTest::newRow("environment") << QStringList{u"env"_s};
    QTest::newRow("working directory") << QStringList{u"/bin/pwd"_s};
    QTest::newRow("process group and session")
        << QStringList{u"cut"_s, u"-d "_s, u"-f5,6"_s, u"/proc/self/stat"_s};
    QTest::newRow("open files") << QStringList{u"ls"_s, u"/proc/self/fd"_s};
    QTest::newRow("limits") << QStringList{u"cat"_s, u"/proc/self/limits"_s};
    QTest::newRow("umask, user, signals, priorities") << QStringList{u"grep"_s, u"-E"_s,
        u"^(Name|Umask|Uid|Gid|Groups|SigBlk|SigIgn|SigCgt|ShdPnd|CapEff|NoNewPrivs)"_s,
        u"/proc/self/status"_s};
    QTest::newRow("command line") << QStringList{u"cat"_s, u"/proc/self/cmdline"_s};
    QTest::newRow("kinds of its streams")
        << shell(u"for i in 0 1 2; do readlink /proc/self/fd/$i | sed 's/[0-9]//g'; done"_s);
}

void TestTapInvisible::theServerSeesTheSame()
{
    QFETCH(QStringList, server);
    const Transcript expected = StdioHost(server).play({});
    const Transcript seen = StdioHost(tapped(server)).play({});
    QVERIFY(!expected.out.isEmpty());
    QCOMPARE(seen.out, expected.out);
    QVERIFY(seen == expected);
}

// What is ignored when a program starts stays ignored.
void TestTapInvisible::aHostMayIgnoreSignals_data()
{
    QTest::addColumn<QString>("ignored");
    QTest::addColumn<HostScript>("script");
    QTest::newRow("CHLD") << u"CHLD"_s << HostScript{};
    QTest::newRow("PIPE") << u"PIPE"_s << HostScript{};
    QTest::newRow("HUP") << u"HUP"_s
                         << HostScript{.endsInput = false, .awaited = "ready", .signal = SIGHUP};
}

void TestTapInvisible::aHostMayIgnoreSignals()
{
    QFETCH(QString, ignored);
    QFETCH(HostScript, script);
    const QStringList host =
        shell(u"trap '' %1; exec \"$@\""_s.arg(ignored)) + QStringList{u"sh"_s};
    const QStringList server =
        shell(u"grep SigIgn /proc/self/status; echo ready; sleep 0.3; exit 3"_s);
    const Transcript expected = StdioHost(host + server).play(script);
    const Transcript seen = StdioHost(host + tapped(server)).play(script);
    QCOMPARE(expected.code, 3);
    QVERIFY2(seen == expected, QByteArray(expected.told() + seen.told()).constData());
}

// Some hosts expand it in their command; behind a tap it is no command of theirs any more.
void TestTapInvisible::aLeadingTildeIsTheHomeFolder()
{
    const QByteArray home = qgetenv("HOME");
    qputenv("HOME", QFile::encodeName(sonde::test::programPath()));
    const Transcript seen = StdioHost(tapped({u"~/mcptestserver"_s, u"--exit"_s, u"4"_s})).play({});
    qputenv("HOME", home);
    QCOMPARE(seen.code, 4);
}

// Whether a host sends it to the program or to its process group. The second signal comes after the
// first one, and tells how often that came.
void TestTapInvisible::aSignalReachesTheServerOnce_data()
{
    QTest::addColumn<bool>("toGroup");
    QTest::addColumn<bool>("isStopped"); // and goes on
    QTest::newRow("to the program") << false << false;
    QTest::newRow("to the group") << true << false;
    QTest::newRow("to the group, after a stop") << true << true;
}

void TestTapInvisible::aSignalReachesTheServerOnce()
{
    QFETCH(bool, toGroup);
    QFETCH(bool, isStopped);
    StdioHost host(tapped(testServer({u"--count-usr1"_s})), true, true);
    host.begin({.endsInput = false});
    QVERIFY(host.awaitOutput("ready\n"));
    if (isStopped) {
        QCOMPARE(::kill(-host.pid(), SIGSTOP), 0);
        QCOMPARE(::kill(-host.pid(), SIGCONT), 0);
    }
    QCOMPARE(::kill(toGroup ? -host.pid() : host.pid(), SIGUSR1), 0);
    QCOMPARE(::kill(host.pid(), SIGUSR2), 0);
    const Transcript seen = host.play({.endsInput = false});
    QVERIFY2(seen.code == 1, seen.told().constData());
}

// What it has not read is still there afterwards, as in a pipe without a tap.
void TestTapInvisible::aHostThatDoesNotReadStderrSeesTheEnd()
{
    const QString pipe = m_data.filePath(u"diagnostics"_s);
    const QString script =
        u"mkfifo \"$0\"; exec 3<>\"$0\"; "
        "\"$@\" -- sh -c 'head -c 100000 /dev/zero >&2; exit 5' 2>&3; echo code $?; "
        "exec 4<\"$0\"; exec 3>&-; wc -c <&4"_s;
    const QStringList host = shell(script) + QStringList{pipe, kCli, u"tap"_s};
    // More than the host's pipe takes, and less than that and the server's pipe.
    const Transcript seen = StdioHost(host).play({});
    QVERIFY2(seen.inTime, seen.told().constData());
    QCOMPARE(seen.out.simplified(), "code 5 100000");
}

void TestTapInvisible::aKilledTapLeavesNoServer()
{
    // It does not read, and ignores what a host would try next.
    StdioHost host(tapped(shell(u"trap '' TERM HUP INT PIPE; echo $$; exec "_s + kTestServer
        + u" --ignore-sigterm --no-read"_s)));
    QVERIFY(host.awaitOutput("\n"));
    const Transcript seen = [&] {
        HostScript script;
        script.endsInput = false;
        script.signal = SIGKILL;
        return host.play(script);
    }();
    QCOMPARE(seen.signal, SIGKILL);
    const auto server = static_cast<pid_t>(seen.out.trimmed().toInt());
    QVERIFY(server > 1);
    QTRY_VERIFY_WITH_TIMEOUT(!isAlive(server), kPatienceMs);
}

void TestTapInvisible::nothingOutlivesAKilledHost()
{
    StdioHost host(tapped(shell(u"echo $$; exec cat"_s)));
    host.begin({.endsInput = false});
    QVERIFY(host.awaitOutput("\n"));
    const auto server = static_cast<pid_t>(host.output().trimmed().toInt());
    QVERIFY(isAlive(server));
    QVERIFY(isAlive(host.pid()));
    host.vanish();
    QTRY_VERIFY_WITH_TIMEOUT(!isAlive(server) && !isAlive(host.pid()), kPatienceMs);
}

// The host does not read what the server writes, until the server has read all: the tap holds back
// the one direction only.
void TestTapInvisible::aSlowReaderStopsTheWriterOnly()
{
    constexpr int kSize = 16 << 20;
    const Transcript seen = StdioHost(tapped(shell(u"yes & wc -c >&2; kill $!; exit 7"_s)))
                                .play({.input = QByteArray(kSize, 'x'), .readsLate = true});
    QVERIFY(seen.inTime);
    QCOMPARE(seen.err.trimmed(), QByteArray::number(kSize));
    QCOMPARE(seen.code, 7);
    QVERIFY(seen.out.startsWith("y\ny\n"));
}

void TestTapInvisible::aMissingProgramIsReportedLikeByAShell_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("not in PATH") << u"no-such-program"_s << 127
                                 << QByteArray("“no-such-program” was not found");
    QTest::newRow("no such file") << u"/no/such/file"_s << 127
                                  << QByteArray("There is no file “/no/such/file”");
    QTest::newRow("not executable")
        << u"/etc/passwd"_s << 126 << QByteArray("it is not executable");
    QTest::newRow("a folder") << u"/etc"_s << 126 << QByteArray("is a folder");
}

void TestTapInvisible::aMissingProgramIsReportedLikeByAShell()
{
    QFETCH(QString, program);
    const Transcript seen = StdioHost(tapped({program})).play({});
    QTEST(seen.code, "code");
    QFETCH(QByteArray, sentence);
    QVERIFY2(seen.err.contains(sentence), seen.err.constData());
    QCOMPARE(seen.err.count('\n'), 1);
    QCOMPARE(seen.out, QByteArray());
}

void TestTapInvisible::goesOnWithoutARecording_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("a missing folder")
        << u"/no/such/folder/a.sonde"_s
        << QByteArray("a.sonde in /no/such/folder: No such file or directory.");
    QTest::newRow("a device that is always full") << u"/dev/full"_s << QByteArray();
    QTest::newRow("a folder that is none")
        << u"/etc/passwd/a.sonde"_s << QByteArray("a.sonde in /etc/passwd: Not a directory.");
}

void TestTapInvisible::goesOnWithoutARecording()
{
    QFETCH(QString, file);
    const HostScript script{.input = session()};
    // One line on stderr is all that the host sees of the tap.
    Transcript expected = StdioHost({kDemo}).play(script);
    QFETCH(QByteArray, reason);
    if (!reason.isEmpty())
        expected.err +=
            "sonde-cli: Nothing was recorded. Cannot create the session file " + reason + '\n';
    const Transcript seen = StdioHost(tapped({kDemo}, {u"--record"_s, file})).play(script);
    QVERIFY2(seen == expected, seen.told().constData());
}

QTEST_GUILESS_MAIN(TestTapInvisible)
#include "tst_tapinvisible.moc"
