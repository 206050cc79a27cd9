// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/earlierstarts.h"
#include "support/faultcount.h"
#include "support/faultprogram.h"

#include <QProcess>

#include <csignal>

using namespace sonde;
using namespace sonde::doctor;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// Processes of earlier starts that lost the program that started them: the doctor names them, and
// takes none of them for the cause.
class TestDoctorOrphans : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesThem();
    void areNoCause();
    void findsARealOne();
    void cleanupTestCase();

private:
    FaultCount m_count{"servers with processes of earlier starts"};
};

namespace {

HolderFacts processOf(const config::Profile &profile, qint64 pid)
{
    return {pid, QStringList(profile.program) + profile.arguments, {},
        QDateTime::currentDateTime().addDays(-2)};
}

} // namespace

void TestDoctorOrphans::namesThem()
{
    const FaultFolder folder;
    const config::Profile profile = node(folder, serving("send(response);"));
    const auto machine = machineOf(folder);
    config::Profile other = profile;
    other.arguments << u"--port"_s << u"1"_s;
    machine->orphaned = {processOf(profile, 4711), processOf(other, 4712)};
    QString report;
    const Verdict verdict = examine(profile, kUsual, machine, &report);
    QVERIFY2(!verdict.cause && !verdict.inHost, qPrintable(report));
    QCOMPARE(verdict.others.size(), std::size_t(1));
    QCOMPARE(verdict.others.front().kind, Kind::EarlierStartsRun);
    const QString sentence = sentenceOf(verdict.others.front());
    QVERIFY2(sentence.contains(u"pid 4711, running since "_s), qPrintable(sentence));
    QVERIFY2(!sentence.contains(u"4712"_s), qPrintable(sentence));
}

void TestDoctorOrphans::areNoCause()
{
    const FaultFolder folder;
    const config::Profile profile = shell(folder, "exit 3");
    const auto machine = machineOf(folder);
    for (int i = 0; i < 8; ++i)
        machine->orphaned.push_back(processOf(profile, 100 + i));
    QString report;
    const Verdict verdict = examine(profile, kUsual, machine, &report);
    QVERIFY2(m_count.add(u"ended-at-once"_s, causeOf(verdict)), qPrintable(report));
    QCOMPARE(verdict.others.size(), std::size_t(1));
    const QString sentence = sentenceOf(verdict.others.front());
    QVERIFY2(
        sentence.contains(u"processes: 8"_s) && sentence.endsWith(u"…"_s), qPrintable(sentence));
}

// The process that adopts it may be another one than the first, where tests run in a session of
// their own: then it is no lost one to Sonde.
void TestDoctorOrphans::findsARealOne()
{
    config::Profile profile = program(u"/bin/sleep"_s, {u"600.0625"_s});
    QProcess parent;
    parent.start(u"/bin/sh"_s, {u"-c"_s, u"/bin/sleep 600.0625 >/dev/null 2>&1 & echo $!"_s});
    QVERIFY(parent.waitForFinished());
    const qint64 pid = parent.readAllStandardOutput().trimmed().toLongLong();
    QVERIFY(pid > 0);
    QFile command(u"/proc/%1/cmdline"_s.arg(pid)); // that of the shell until it runs the program
    QTRY_VERIFY((command.close(), command.open(QIODevice::ReadOnly))
        && command.readAll().startsWith("/bin/sleep"));
    const CheckResult result = checkEarlierStarts(ServerProgram::of(profile), ThisMachine());
    QFile status(u"/proc/%1/status"_s.arg(pid));
    QVERIFY(status.open(QIODevice::ReadOnly));
    const bool isOfFirst = status.readAll().contains("\nPPid:\t1\n");
    ::kill(pid_t(pid), SIGKILL);
    if (!isOfFirst)
        QSKIP("The first process does not adopt it here.");
    QCOMPARE(result.outcome, Outcome::Warning);
    QVERIFY(sentenceOf(result.findings.front()).contains(QString::number(pid)));
}

void TestDoctorOrphans::cleanupTestCase()
{
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorOrphans)
#include "tst_doctororphans.moc"
