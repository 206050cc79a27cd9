// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/lockcheck.h"
#include "support/faultcount.h"
#include "support/faultprogram.h"
#include "support/holdingprocess.h"

#include <QDateTime>
#include <QFile>
#include <QProcess>

using namespace sonde;
using namespace sonde::doctor;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// A lock that a server needs: the doctor names the process that holds it, or the file that was
// left.
class TestDoctorLocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheFile_data();
    void findsTheFile();
    void namesWhoHoldsTheLock_data();
    void namesWhoHoldsTheLock();
    void namesNoneThatOnlyHasItOpen();
    void namesEachOfSeveral();
    void namesAFileThatWasLeft_data();
    void namesAFileThatWasLeft();
    void cleanupTestCase();

private:
    FaultCount m_count{"locks that are held"};
};

namespace {

// Opens the database of its argument for itself alone.
constexpr char kDatabase[] = R"(import sqlite3, sys
base = sqlite3.connect(sys.argv[1], timeout=0)
base.execute('begin exclusive')
print('ready', flush=True)
sys.stdin.read()
)";

// Locks a file that it alone knows.
constexpr char kLockFile[] = R"(import fcntl, os, sys
at = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'tides.lock')
file = open(at, 'w')
try:
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
except OSError:
    sys.exit(f'Could not acquire the lock {at}.')
print('ready', flush=True)
sys.stdin.read()
)";

// Opens that file, and shares a lock on it if it is told so.
constexpr char kSharedLock[] = R"(import fcntl, os, sys
at = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'tides.lock')
file = open(at, 'a')
if 'lock' in sys.argv:
    fcntl.flock(file, fcntl.LOCK_SH)
print('ready', flush=True)
sys.stdin.read()
)";

} // namespace

void TestDoctorLocks::findsTheFile_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("names");
    const QStringList none;
    QTest::newRow("in the line") << u"could not lock 'data/tides.db': busy"_s << QString() << none
                                 << QStringList{u"data/tides.db"_s, u"data/tides.db-shm"_s};
    QTest::newRow("at the end of a sentence") << u"already running (lock file: x.lock)."_s
                                              << QString() << none << QStringList{u"x.lock"_s};
    QTest::newRow("in another line") << u"database is locked"_s << u"opening x.lock\n  failed"_s
                                     << none << QStringList{u"x.lock"_s};
    QTest::newRow("in the arguments")
        << u"database is locked"_s << QString() << QStringList{u"--db=data/tides.db"_s}
        << QStringList{u"data/tides.db"_s, u"data/tides.db-shm"_s};
    QTest::newRow("a folder, and what does not exist")
        << u"database is locked: data/ none.db"_s << QString() << none << none;
}

void TestDoctorLocks::findsTheFile()
{
    QFETCH(const QString, line);
    QFETCH(const QString, words);
    QFETCH(const QStringList, arguments);
    QFETCH(const QStringList, names);
    const FaultFolder folder;
    for (const QString &name : {u"data/tides.db"_s, u"data/tides.db-shm"_s, u"x.lock"_s})
        folder.write(name, "x");
    config::Profile profile = program(u"python3"_s, arguments);
    profile.workingDirectory = folder.path();
    QStringList expected;
    for (const QString &name : names)
        expected << folder.path(name);
    QCOMPARE(filesMeant(line, words, ServerProgram::of(profile), ThisMachine()), expected);
}

void TestDoctorLocks::namesWhoHoldsTheLock_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isCopy");
    QTest::addColumn<QString>("cause");
    QTest::newRow("a database, by an earlier start")
        << QByteArray(kDatabase) << u"tides.db"_s << true << u"lock-held-by-copy"_s;
    QTest::newRow("a database, by another program")
        << QByteArray(kDatabase) << u"tides.db"_s << false << u"lock-held-by-other"_s;
    QTest::newRow("a lock file, by an earlier start")
        << QByteArray(kLockFile) << u"tides.lock"_s << true << u"lock-held-by-copy"_s;
}

void TestDoctorLocks::namesWhoHoldsTheLock()
{
    QFETCH(const QByteArray, script);
    QFETCH(const QString, file);
    QFETCH(const bool, isCopy);
    QFETCH(const QString, cause);
    const FaultFolder folder;
    config::Profile profile = python(folder, script);
    profile.arguments << folder.path(u"tides.db"_s);
    QStringList started = profile.arguments;
    if (!isCopy)
        started.front() = folder.write(u"other.py"_s, script);
    HoldingProcess holder(profile.program, started);
    QVERIFY(holder.holds());
    QString report;
    const Verdict verdict = examine(profile, kUsual, machineOf(folder), &report);
    QVERIFY2(m_count.add(cause, causeOf(verdict)), qPrintable(causeOf(verdict) + u'\n' + report));
    QVERIFY2(verdict.sentence().contains(u"pid "_s + holder.pid()), qPrintable(verdict.sentence()));
    QVERIFY2(verdict.sentence().contains(folder.path(file)), qPrintable(verdict.sentence()));
    QVERIFY2(otherFailures(verdict).isEmpty(), qPrintable(report));
    QVERIFY(holder.isRunning()); // Sonde ends no process of others
    QVERIFY(holder.end());
}

// It is older than the process that has the lock.
void TestDoctorLocks::namesNoneThatOnlyHasItOpen()
{
    const FaultFolder folder;
    const config::Profile profile = python(folder, kLockFile);
    const QString other = folder.write(u"other.py"_s, kSharedLock);
    HoldingProcess reader(u"/usr/bin/python3"_s, {other, u"open"_s});
    QVERIFY(reader.holds());
    HoldingProcess holder(u"/usr/bin/python3"_s, {other, u"lock"_s});
    QVERIFY(holder.holds());
    QString report;
    const Verdict verdict = examine(profile, kUsual, machineOf(folder), &report);
    QVERIFY2(m_count.add(u"lock-held-by-other"_s, causeOf(verdict)), qPrintable(report));
    QVERIFY2(verdict.sentence().contains(u"pid "_s + holder.pid()), qPrintable(report));
    QVERIFY2(!verdict.sentence().contains(u"pid "_s + reader.pid()), qPrintable(report));
    QVERIFY(reader.end() && holder.end());
}

void TestDoctorLocks::namesEachOfSeveral()
{
    const FaultFolder folder;
    const config::Profile profile = python(folder, kLockFile);
    const QString other = folder.write(u"other.py"_s, kSharedLock);
    HoldingProcess first(u"/usr/bin/python3"_s, {other, u"lock"_s});
    QVERIFY(first.holds());
    HoldingProcess second(u"/usr/bin/python3"_s, {other, u"lock"_s});
    QVERIFY(second.holds());
    QString report;
    const Verdict verdict = examine(profile, kUsual, machineOf(folder), &report);
    QVERIFY2(m_count.add(u"lock-held-by-several"_s, causeOf(verdict)), qPrintable(report));
    for (const QString &pid : {first.pid(), second.pid()})
        QVERIFY2(verdict.sentence().contains(u"pid "_s + pid), qPrintable(verdict.sentence()));
    QVERIFY(first.end() && second.end());
}

void TestDoctorLocks::namesAFileThatWasLeft_data()
{
    QTest::addColumn<bool>("isRunning");
    QTest::addColumn<int>("age"); // of the file, in seconds
    QTest::addColumn<QString>("cause");
    QTest::newRow("its process has ended") << false << 0 << u"lock-stale"_s;
    QTest::newRow("its process runs") << true << 0 << u"lock-held-by-other"_s;
    QTest::newRow("another program has its number") << true << 86'400 << u"lock-number-reused"_s;
}

void TestDoctorLocks::namesAFileThatWasLeft()
{
    QFETCH(const bool, isRunning);
    QFETCH(const int, age);
    QFETCH(const QString, cause);
    const FaultFolder folder;
    QProcess process;
    process.start(u"/bin/cat"_s, QStringList());
    QVERIFY(process.waitForStarted());
    const QString pid = QString::number(process.processId());
    if (!isRunning) {
        process.closeWriteChannel();
        QVERIFY(QTest::qWaitFor(
            [&] { return process.state() == QProcess::NotRunning; }, kLongPatienceMs));
    }
    const QString file = folder.write(u"tides.pid"_s, pid.toLatin1() + '\n');
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadWrite)
        && written.setFileTime(
            QDateTime::currentDateTime().addSecs(-age), QFileDevice::FileModificationTime));
    written.close();
    QString report;
    const Verdict verdict =
        examine(shell(folder, "echo 'tides is already running: " + file.toUtf8() + "' >&2; exit 1"),
            kUsual, machineOf(folder), &report);
    QVERIFY2(m_count.add(cause, causeOf(verdict)), qPrintable(causeOf(verdict) + u'\n' + report));
    QVERIFY2(verdict.sentence().contains(pid), qPrintable(verdict.sentence()));
    if (isRunning) {
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
    }
}

void TestDoctorLocks::cleanupTestCase()
{
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorLocks)
#include "tst_doctorlocks.moc"
