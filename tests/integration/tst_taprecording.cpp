// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/stdiohost.h"

#include "json/document.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// What `sonde-cli tap` leaves behind: a session file like every other.
class TestTapRecording : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void recordsTheConversation();
    void findsWhatTheServerDoesWrong();
    void blamesNoServerForAHostThatKillsIt();
    void everyProcessHasAFileOfItsOwn();
    void takesAFileOrAFolder();
    void makesTheFolderOfTheRecordings_data();
    void makesTheFolderOfTheRecordings();
    void leavesTheFolderAsItsOwnerHasIt();
    void saysWhereItsOutputIsReadThatNothingIsRecorded();
    void keepsTheEndOfAServerThatIsKilled();
    void keepsWhatCrossedBeforeTheTapWasKilled();
    void saysBesideTheFileWhyThereIsNone();
    void neverFollowsALink();
    void keepsSecretsOfTheCommandLineOut();
    void startsWhatAnEntrySays();
    void saysWhatIsWrongWithItsOptions_data();
    void saysWhatIsWrongWithItsOptions();

private:
    QString sessions() const { return m_data->filePath(u"sonde/sessions"_s); }
    QStringList recordings() const
    {
        return QDir(sessions()).entryList({u"*.sonde"_s}, QDir::Files, QDir::Name);
    }
    QString onlyRecording() const
    {
        const QStringList all = recordings();
        return all.size() == 1 ? sessions() + u'/' + all.first() : QString();
    }

    std::unique_ptr<QTemporaryDir> m_data;
};

namespace {

QByteArray session()
{
    return R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":)"
           R"("2025-06-18","capabilities":{},"clientInfo":{"name":"acme","version":"3"}}})"
           "\n"
           R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
           "\n"
           R"({"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"echo"}})"
           "\n";
}

QStringList tap(const QStringList &server, const QStringList &options = {})
{
    return QStringList{kCli, u"tap"_s} + options + QStringList{u"--"_s} + server;
}

// "sent request tools/call echo ok": what `trace show` makes of each row.
QStringList rowsOf(const QString &file)
{
    const Run run = cli({u"trace"_s, u"show"_s, file, u"--json"_s});
    QStringList rows;
    for (const QByteArray &line : run.out.split('\n')) {
        const auto document = json::Document::parse(line.toStdString());
        const auto row = document.root();
        if (!row.exists())
            continue;
        QStringList words;
        for (const char *name : {"dir", "kind", "method", "target", "status", "server"})
            words += row[name].toString();
        words.removeAll(QString());
        rows += words.join(u' ');
    }
    return rows;
}

} // namespace

void TestTapRecording::init()
{
    m_data = std::make_unique<QTemporaryDir>();
    QVERIFY(m_data->isValid());
    qputenv("XDG_DATA_HOME", QFile::encodeName(m_data->path()));
    qputenv("LC_ALL", "C.UTF-8");
    qunsetenv("LANGUAGE");
}

void TestTapRecording::recordsTheConversation()
{
    const Transcript seen = StdioHost(tap({kTestServer, u"--stderr"_s, u"hello there"_s,
                                              u"--print-cwd"_s, u"--exit-after"_s, u"2"_s},
                                          {u"--name"_s, u"weather"_s}))
                                .play({.input = session()
                                        + "{\"jsonrpc\":\"2.0\",\"id\":9,"
                                          "\"method\":\"ping\"}\n"});
    QCOMPARE(seen.code, 3);
    const QString file = onlyRecording();
    QVERIFY(QFileInfo(file).fileName().startsWith(u"weather-"_s));
    QCOMPARE(QFile::permissions(file) & ~(QFile::ReadUser | QFile::WriteUser),
        QFile::ReadOwner | QFile::WriteOwner);

    const QStringList rows = rowsOf(file);
    const QByteArray all = rows.join(u'\n').toUtf8();
    const auto has = [&](const QString &row) { return rows.filter(row).size() == 1; };
    QVERIFY2(has(u"sent request initialize 2025-06-18 ok"_s), all.constData());
    QVERIFY2(has(u"received response initialize"_s), all.constData());
    QVERIFY2(has(u"sent notification notifications/initialized"_s), all.constData());
    QVERIFY2(has(u"sent request tools/call echo ok"_s), all.constData());
    QVERIFY2(has(u"sent request ping no"_s), all.constData());
    const QStringList lines = rows.filter(QRegularExpression(u"^\\w* ?stderr"_s));
    QVERIFY2(lines.size() == 2, all.constData());

    const Run shown = cli({u"trace"_s, u"show"_s, file});
    QVERIFY2(shown.out.contains("hello there"), shown.out.constData());
    QVERIFY2(shown.out.contains("host named  acme 3"), shown.out.constData());
    QVERIFY2(shown.out.contains("process ended  exit code 3"), shown.out.constData());
    QVERIFY2(shown.out.contains("tap started  tst_taprecordin"), shown.out.constData());
    const QByteArray pid = " · pid " + QByteArray::number(QCoreApplication::applicationPid());
    QVERIFY2(shown.out.contains(pid), shown.out.constData());

    const Run stats = cli({u"trace"_s, u"stats"_s, file});
    QVERIFY2(stats.out.contains("tools/call"), stats.out.constData());
    const Run exact =
        cli({u"trace"_s, u"filter"_s, file, u"method == \"tools/call\""_s, u"--count"_s});
    QCOMPARE(exact.out, QByteArray("2\n"));
}

void TestTapRecording::findsWhatTheServerDoesWrong()
{
    StdioHost(tap({kTestServer, u"--garbage"_s, u"Connected to db"_s})).play({.input = session()});
    const Run check = cli({u"trace"_s, u"check"_s, onlyRecording()});
    COMPARE_CODE(check, 11);
    QVERIFY2(check.out.contains("Connected to db") || check.out.contains("stdout"),
        check.out.constData());
}

// Several hosts send SIGTERM while stdin is open.
void TestTapRecording::blamesNoServerForAHostThatKillsIt()
{
    const Transcript seen = StdioHost(tap({kTestServer}))
                                .play({.input = session(),
                                    .endsInput = false,
                                    .awaited = "\"id\":\"x\"",
                                    .signal = SIGTERM});
    QCOMPARE(seen.signal, SIGTERM);
    const Run shown = cli({u"trace"_s, u"show"_s, onlyRecording()});
    QVERIFY2(
        shown.out.contains("killed by SIGTERM; its stdin was still open"), shown.out.constData());
    const Run check = cli({u"trace"_s, u"check"_s, onlyRecording()});
    QVERIFY2(!check.out.contains("exit-on-eof"), check.out.constData());
}

// Hosts start one entry several times at once, and again later in the same second.
void TestTapRecording::everyProcessHasAFileOfItsOwn()
{
    const QStringList command = tap({kTestServer});
    StdioHost first(command);
    StdioHost second(command);
    first.play({.input = session()});
    second.play({.input = session()});
    StdioHost(command).play({.input = session()});
    QCOMPARE(recordings().size(), 3);
    for (const QString &name : recordings())
        QVERIFY(!rowsOf(sessions() + u'/' + name).isEmpty());
}

void TestTapRecording::takesAFileOrAFolder()
{
    const QString file = m_data->filePath(u"my.sonde"_s);
    for (int i = 0; i < 2; ++i)
        StdioHost(tap({kTestServer}, {u"--record="_s + file})).play({.input = session()});
    QVERIFY(!rowsOf(file).isEmpty());
    QVERIFY(!rowsOf(m_data->filePath(u"my-2.sonde"_s)).isEmpty());
    QCOMPARE(recordings(), QStringList());

    QVERIFY(QDir(m_data->path()).mkdir(u"here"_s));
    StdioHost(tap({kTestServer}, {u"--record"_s, m_data->filePath(u"here"_s)}))
        .play({.input = session()});
    QCOMPARE(QDir(m_data->filePath(u"here"_s)).entryList({u"mcptestserver-*.sonde"_s}).size(), 1);
}

// Entries of hosts name a folder that may be gone when the host starts the tap.
void TestTapRecording::makesTheFolderOfTheRecordings_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("record");
    QTest::newRow("a trailing slash") << u"gone/away"_s << u"gone/away/"_s;
    QTest::newRow("the folder of sessions") << u"sonde/sessions"_s << u"sonde/sessions"_s;
}

void TestTapRecording::makesTheFolderOfTheRecordings()
{
    QFETCH(QString, folder);
    QFETCH(QString, record);
    for (int i = 1; i <= 2; ++i) {
        const Transcript seen =
            StdioHost(tap({kTestServer}, {u"--record"_s, m_data->path() + u'/' + record}))
                .play({.input = session()});
        QCOMPARE(seen.err, QByteArray());
        const QString made = m_data->filePath(folder);
        QVERIFY(QFileInfo(made).isDir());
        QCOMPARE(QDir(made).entryList({u"mcptestserver-*.sonde"_s}).size(), i);
        QCOMPARE(QFile::permissions(made)
                & (QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther),
            QFile::Permissions());
    }
}

void TestTapRecording::leavesTheFolderAsItsOwnerHasIt()
{
    QVERIFY(QDir().mkpath(sessions()));
    const QFile::Permissions own =
        QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadGroup | QFile::ExeGroup;
    QVERIFY(QFile::setPermissions(sessions(), own));
    StdioHost(tap({kTestServer})).play({.input = session()});
    QVERIFY(!onlyRecording().isEmpty());
    const QFile::Permissions asked = own | QFile::ReadOther | QFile::ExeOther;
    QCOMPARE(QFile::permissions(sessions()) & asked, own);
}

// A file has the name of the folder: nothing can be recorded, and the server runs nevertheless.
void TestTapRecording::saysWhereItsOutputIsReadThatNothingIsRecorded()
{
    QVERIFY(QDir(m_data->path()).mkdir(u"sonde"_s));
    QFile file(sessions());
    QVERIFY(file.open(QIODevice::WriteOnly));
    const Transcript seen = StdioHost(tap({kTestServer})).play({.input = session()});
    QCOMPARE(seen.code, 0);
    QCOMPARE(seen.out.count('\n'), 2);
    const QByteArray reason = "Nothing was recorded. Cannot create the folder "
        + QFile::encodeName(sessions()) + " for the recording.\n";
    QCOMPARE(seen.err, "sonde-cli: " + reason);
    QFile log(sessions() + u".log");
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QByteArray said = log.readAll();
    QVERIFY2(said.endsWith(reason), said.constData());
    QCOMPARE(said.count('\n'), 1);
}

void TestTapRecording::keepsTheEndOfAServerThatIsKilled()
{
    StdioHost(tap({u"sh"_s, u"-c"_s, u"kill -SEGV $$"_s})).play({});
    const Run shown = cli({u"trace"_s, u"show"_s, onlyRecording()});
    QVERIFY2(shown.out.contains("process ended  killed by SIGSEGV"), shown.out.constData());
}

void TestTapRecording::keepsWhatCrossedBeforeTheTapWasKilled()
{
    StdioHost host(tap({kTestServer}));
    QTRY_COMPARE_WITH_TIMEOUT(recordings().size(), 1, kPatienceMs);
    host.begin({.input = session(), .endsInput = false});
    QVERIFY(host.awaitOutput("\"id\":\"x\""));
    QTRY_COMPARE_WITH_TIMEOUT(
        rowsOf(onlyRecording()).filter(u"tools/call"_s).size(), 2, kPatienceMs);
    ::kill(host.pid(), SIGKILL);
    const QStringList rows = rowsOf(onlyRecording());
    QVERIFY2(rows.filter(u"sent request tools/call echo ok"_s).size() == 1,
        rows.join(u'\n').toUtf8().constData());
    QVERIFY(rows.filter(u"process ended"_s).isEmpty());
    // By its lock the window knows that a tap was killed, and does not speak of an unexpected end.
    qint64 pid = 0;
    QString computer;
    QString program;
    QVERIFY(QLockFile(onlyRecording() + u".lock").getLockInfo(&pid, &computer, &program));
    QCOMPARE(pid, qint64(host.pid()));
    QCOMPARE(program, u"sonde-cli"_s);
}

// The limit is that of a full disk: no file may grow beyond it.
void TestTapRecording::saysBesideTheFileWhyThereIsNone()
{
    const QString file = m_data->filePath(u"full.sonde"_s);
    const QStringList command =
        tap({kTestServer, u"--flood"_s, u"5000"_s, u"200"_s}, {u"--record"_s, file});
    const QStringList limited{u"sh"_s, u"-c"_s, u"ulimit -f 200; exec \"$@\""_s, u"sh"_s};
    const Transcript seen = StdioHost(limited + command).play({.input = session()});
    QCOMPARE(seen.code, 0);
    QCOMPARE(seen.err, QByteArray());
    QCOMPARE(seen.out.count('\n'), 5002); // of the flood, and two responses
    QFile log(file + u".log");
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QByteArray said = log.readAll();
    QVERIFY2(said.contains("The recording is incomplete."), said.constData());
    QCOMPARE(said.count('\n'), 1);
    QCOMPARE(QFile::permissions(log.fileName()) & ~(QFile::ReadUser | QFile::WriteUser),
        QFile::ReadOwner | QFile::WriteOwner);
}

// Another user may have put a link where the file is to be.
void TestTapRecording::neverFollowsALink()
{
    const QString file = m_data->filePath(u"link.sonde"_s);
    const QString elsewhere = m_data->filePath(u"elsewhere"_s);
    QVERIFY(QFile::link(elsewhere, file));
    QVERIFY(QFile::link(elsewhere, file + u".log"));
    StdioHost(tap({kTestServer}, {u"--record"_s, file})).play({.input = session()});
    QVERIFY(!QFile::exists(elsewhere));
    QVERIFY(!rowsOf(m_data->filePath(u"link-2.sonde"_s)).isEmpty());
}

void TestTapRecording::keepsSecretsOfTheCommandLineOut()
{
    StdioHost(tap({u"true"_s, u"--api-key"_s, u"hunter2"_s})).play({});
    QFile file(onlyRecording());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("hunter2"));
    const Run shown = cli({u"trace"_s, u"show"_s, onlyRecording()});
    QVERIFY2(shown.out.contains("--api-key *******"), shown.out.constData());

    QVERIFY(QFile::remove(onlyRecording()));
    StdioHost(tap({u"env"_s, u"MY_KEY=sup3rA"_s, u"DATABASE_URL=postgres://u:sup3rC@h/db"_s,
                  u"true"_s, u"--github-token"_s, u"sup3rK"_s, u"--openai-api-key"_s, u"sup3rL"_s}))
        .play({});
    QFile second(onlyRecording());
    QVERIFY(second.open(QIODevice::ReadOnly));
    QVERIFY(!second.readAll().contains("sup3r"));
}

// Entries of hosts are written by people, too, and by earlier versions.
void TestTapRecording::startsWhatAnEntrySays()
{
    const QString record = m_data->filePath(u"here"_s);
    QVERIFY(QDir().mkpath(record));
    StdioHost(
        tap({kTestServer}, {u"--name"_s, u"a"_s, u"--name"_s, u"--x"_s, u"--record"_s, record}))
        .play({.input = session()});
    QCOMPARE(QDir(record).entryList({u"*.sonde"_s}).size(), 1);
}

void TestTapRecording::saysWhatIsWrongWithItsOptions_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char *line, const char *sentence) {
        QTest::newRow(line) << words(line) << QByteArray(sentence);
    };
    row("tap", "needs the server's program after --");
    row("tap --", "needs the server's program after --");
    row("tap server", "takes no further argument, but “server” was given. Put -- before");
    row("tap --nam x -- server", "has no option “--nam”. Did you mean --name?");
    row("tap --name -- server", "--name needs a value");
    row("tap --record= -- server", "value of --record is empty");
}

void TestTapRecording::saysWhatIsWrongWithItsOptions()
{
    QFETCH(QStringList, words);
    const Run run = cli(words);
    COMPARE_CODE(run, 1);
    QFETCH(QByteArray, sentence);
    QVERIFY2(run.err.contains(sentence), run.err.constData());
}

QTEST_GUILESS_MAIN(TestTapRecording)
#include "tst_taprecording.moc"
