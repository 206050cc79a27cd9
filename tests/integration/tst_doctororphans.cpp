// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/earlierstarts.h"
#include "platform/holders.h"
#include "support/faultcount.h"
#include "support/faultprogram.h"

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QScopeGuard>

#include <algorithm>
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

// What takes it over may have started it for all that the system says: then it is no lost one, and
// platform::readOrphans(), which tst_openfiles tests, knows that.
void TestDoctorOrphans::findsARealOne()
{
    const QString time = u"600.%1"_s.arg(QCoreApplication::applicationPid());
    config::Profile profile = program(u"/bin/sleep"_s, {time});
    QProcess parent;
    parent.start(u"/bin/sh"_s, {u"-c"_s, u"/bin/sleep %1 >/dev/null 2>&1 & echo $!"_s.arg(time)});
    QVERIFY(parent.waitForFinished());
    const qint64 pid = parent.readAllStandardOutput().trimmed().toLongLong();
    QVERIFY(pid > 0);
    const auto end = qScopeGuard([pid] { ::kill(pid_t(pid), SIGKILL); });
    QFile command(u"/proc/%1/cmdline"_s.arg(pid)); // that of the shell until it runs the program
    QTRY_VERIFY((command.close(), command.open(QIODevice::ReadOnly))
        && command.readAll().startsWith("/bin/sleep"));
    const auto orphans = platform::readOrphans(platform::kProcessRoot);
    const bool isLost = std::any_of(orphans.begin(), orphans.end(),
        [pid](const platform::Holder &orphan) { return orphan.process.id.pid == pid; });
    const CheckResult result = checkEarlierStarts(ServerProgram::of(profile), ThisMachine());
    QCOMPARE(result.outcome, isLost ? Outcome::Warning : Outcome::Passed);
    QCOMPARE(sentenceOf(result.findings.front()).contains(QString::number(pid)), isLost);
}

void TestDoctorOrphans::cleanupTestCase()
{
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorOrphans)
#include "tst_doctororphans.moc"
