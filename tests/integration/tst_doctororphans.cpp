// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/earlierstarts.h"
#include "doctor/program/holderfinding.h"
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
    void namesOneOfAnUnknownTime();
    void knowsWhatRunsAScript_data();
    void knowsWhatRunsAScript();
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

// Not every system says when a process began.
void TestDoctorOrphans::namesOneOfAnUnknownTime()
{
    const FaultFolder folder;
    const config::Profile profile = node(folder, serving("send(response);"));
    const auto machine = machineOf(folder);
    machine->orphaned = {processOf(profile, 4711)};
    machine->orphaned.front().since = {};
    QString report;
    const Verdict verdict = examine(profile, kUsual, machine, &report);
    QCOMPARE(verdict.others.size(), std::size_t(1));
    const QString sentence = sentenceOf(verdict.others.front());
    QVERIFY2(
        sentence.contains(u"pid 4711, running since an unknown time, “"_s), qPrintable(sentence));
}

void TestDoctorOrphans::knowsWhatRunsAScript_data()
{
    QTest::addColumn<QByteArray>("firstLine");
    QTest::addColumn<QString>("before"); // words before the script in the process
    QTest::addColumn<bool>("isSame");
    const auto row = [](const char *name, const char *firstLine, const QString &before,
                         bool isSame = true) {
        QTest::newRow(name) << QByteArray(firstLine) << before << isSame;
    };
    row("uv", "#!/usr/bin/env -S uv run --script\n", u"uv run --script"_s);
    row("uv with a package", "#!/usr/bin/env -S A=b uv run --with tide\n", u"uv run --with tide"_s);
    row("uv without a blank", "#!/usr/bin/env -Suv run\n", u"uv run"_s);
    row("uv without a variable", "#!/usr/bin/env -S -u TIDE -i A=b uv run\n", u"uv run"_s);
    row("deno", "#!/usr/bin/env -S deno run --config tide.json\n",
        u"/opt/deno run --config tide.json"_s);
    row("an interpreter that is not known", "#!/opt/tide/run\n", u"/opt/tide/run"_s);
    row("what uv starts", "#!/usr/bin/env -S uv run --script\n", u"/cache/uv/bin/python3 -u"_s);
    row("the first line has changed", "#!/usr/bin/env node\n", u"luajit"_s);
    for (const QString &known : {u"lua5.4"_s, u"perl"_s, u"ruby3.1"_s, u"php8.2"_s, u"bun"_s})
        row(qPrintable(known), "#!/bin/sh\n", known);
    row("an argument of sudo", "#!/usr/bin/env -S uv run --script\n", u"sudo"_s, false);
    row("an argument of uv", "#!/bin/sh\n", u"uv run other.py"_s, false);
}

void TestDoctorOrphans::knowsWhatRunsAScript()
{
    QFETCH(QByteArray, firstLine);
    QFETCH(QString, before);
    QFETCH(bool, isSame);
    const FaultFolder folder;
    const QString script = folder.write(u"server"_s, firstLine, true);
    const config::Profile profile = program(script, {u"--port"_s, u"1"_s});
    HolderFacts holder = processOf(profile, 4711);
    holder.command = before.split(u' ') + holder.command;
    QCOMPARE(isSameCommand(holder, ServerProgram::of(profile)), isSame);
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
