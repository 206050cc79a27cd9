// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/holderfinding.h"
#include "doctor/program/portcheck.h"
#include "support/faultcount.h"
#include "support/faultprogram.h"
#include "support/holdingprocess.h"

using namespace sonde;
using namespace sonde::doctor;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// A port that a server needs and another process holds: the doctor names the process.
class TestDoctorPorts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsThePort_data();
    void findsThePort();
    void knowsTheSameCommand_data();
    void knowsTheSameCommand();
    void namesWhoHoldsThePort_data();
    void namesWhoHoldsThePort();
    void keepsWhatTheServerSaysWithoutAHolder();
    void cleanupTestCase();

private:
    FaultCount m_count{"ports in use"};
};

namespace {

// Listens at the port in the file beside it; the first one that runs chooses the port.
constexpr char kListening[] = R"(import os, socket, sys
at = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'port')
port = int(open(at).read()) if os.path.exists(at) else 0
listening = socket.socket()
try:
    listening.bind(('127.0.0.1', port))
except OSError:
    sys.exit(f'Error: listen EADDRINUSE: address already in use 127.0.0.1:{port}')
listening.listen()
with open(at, 'w') as file:
    file.write(str(listening.getsockname()[1]))
print('ready', flush=True)
sys.stdin.read()
)";

} // namespace

void TestDoctorPorts::findsThePort_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("first"); // 0: none
    const QStringList none;
    QTest::newRow("node") << u"Error: listen EADDRINUSE: address already in use :::3000"_s
                          << QString() << none << 3000;
    QTest::newRow("Python") << u"[Errno 98] error while attempting to bind on address "
                               "('127.0.0.1', 8000): address already in use"_s
                            << QString() << none << 8000;
    QTest::newRow("Go, with a time")
        << u"2026/11/28 23:30:45 listen tcp :8080: bind: address already in use"_s << QString()
        << none << 8080;
    QTest::newRow("in a later line")
        << u"Error: EADDRINUSE"_s << u"  port: 4100\n}"_s << none << 4100;
    QTest::newRow("in the arguments") << u"OSError: [Errno 98] Address already in use"_s
                                      << QString() << QStringList{u"--port"_s, u"5001"_s} << 5001;
    QTest::newRow("no number of a port")
        << u"listen: address already in use :::99999"_s << QString() << none << 0;
    QTest::newRow("nowhere") << u"Address already in use (os error 98)"_s << QString() << none << 0;
}

void TestDoctorPorts::findsThePort()
{
    QFETCH(const QString, line);
    QFETCH(const QString, words);
    QFETCH(const QStringList, arguments);
    QFETCH(const int, first);
    ServerProgram subject;
    subject.launch.arguments = arguments;
    const auto ports = portsWanted(line, words, subject);
    QCOMPARE(ports.empty() ? 0 : int(ports.front()), first);
}

void TestDoctorPorts::knowsTheSameCommand_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<bool>("isSame");
    QTest::newRow("same") << QStringList{u"node"_s, u"server.js"_s} << u"/work"_s << true;
    QTest::newRow("with its path")
        << QStringList{u"/usr/bin/node"_s, u"server.js"_s} << u"/work"_s << true;
    QTest::newRow("after an interpreter")
        << QStringList{u"/bin/sh"_s, u"node"_s, u"server.js"_s} << u"/work"_s << true;
    QTest::newRow("after an interpreter and its options") << QStringList{u"/usr/bin/bash"_s,
        u"-e"_s, u"node"_s, u"server.js"_s} << u"/work"_s << true;
    QTest::newRow("an argument of tmux") << QStringList{u"tmux"_s, u"new"_s, u"-d"_s, u"node"_s,
        u"server.js"_s} << u"/work"_s << false;
    QTest::newRow("an argument of this program")
        << QStringList{u"sonde-cli"_s, u"doctor"_s, u"--"_s, u"node"_s, u"server.js"_s}
        << u"/work"_s << false;
    QTest::newRow("an argument of a script") << QStringList{u"python3"_s, u"watch.py"_s, u"node"_s,
        u"server.js"_s} << u"/work"_s << false;
    QTest::newRow("of another project")
        << QStringList{u"node"_s, u"server.js"_s} << u"/other"_s << false;
    QTest::newRow("with another argument")
        << QStringList{u"node"_s, u"server.js"_s, u"-v"_s} << u"/work"_s << false;
    QTest::newRow("another program")
        << QStringList{u"nginx"_s, u"server.js"_s} << u"/work"_s << false;
    QTest::newRow("nothing") << QStringList() << QString() << false;
}

void TestDoctorPorts::knowsTheSameCommand()
{
    QFETCH(const QStringList, command);
    QFETCH(const QString, folder);
    QFETCH(const bool, isSame);
    ServerProgram subject;
    subject.folder = u"/work"_s;
    subject.launch.program = u"node"_s;
    subject.launch.arguments = QStringList{u"server.js"_s};
    HolderFacts holder;
    holder.command = command;
    holder.folder = folder;
    QCOMPARE(isSameCommand(holder, subject), isSame);
}

void TestDoctorPorts::namesWhoHoldsThePort_data()
{
    QTest::addColumn<bool>("isCopy");
    QTest::addColumn<QString>("cause");
    QTest::newRow("an earlier start") << true << u"port-held-by-copy"_s;
    QTest::newRow("another program") << false << u"port-held-by-other"_s;
}

void TestDoctorPorts::namesWhoHoldsThePort()
{
    QFETCH(const bool, isCopy);
    QFETCH(const QString, cause);
    const FaultFolder folder;
    const config::Profile profile = python(folder, kListening);
    const QString other = folder.write(u"other.py"_s, kListening);
    HoldingProcess holder(
        profile.program, isCopy ? profile.arguments : QStringList{other, u"--token=hush-1234"_s});
    QVERIFY(holder.holds());
    QString report;
    const Verdict verdict = examine(profile, kUsual, machineOf(folder), &report);
    QVERIFY2(m_count.add(cause, causeOf(verdict)), qPrintable(causeOf(verdict) + u'\n' + report));
    const QString pid = holder.pid();
    QVERIFY2(verdict.sentence().contains(u"pid "_s + pid), qPrintable(verdict.sentence()));
    QVERIFY2(verdict.sentence().contains(isCopy ? profile.arguments.front() : other),
        qPrintable(verdict.sentence()));
    QVERIFY2(verdict.sentence().contains(u"EADDRINUSE"), qPrintable(verdict.sentence()));
    QVERIFY2(!report.contains(u"hush"), qPrintable(report));
    QVERIFY2(verdict.whatToDo().contains(u"kill "_s + pid), qPrintable(verdict.whatToDo()));
    QVERIFY2(otherFailures(verdict).isEmpty(), qPrintable(report));
    QVERIFY(holder.isRunning()); // Sonde ends no process of others
    QVERIFY(holder.end());
}

void TestDoctorPorts::keepsWhatTheServerSaysWithoutAHolder()
{
    const FaultFolder folder;
    QString report;
    const Verdict verdict =
        examine(shell(folder, "echo 'bind: Address already in use' >&2; exit 1"), kUsual,
            machineOf(folder), &report);
    QVERIFY2(m_count.add(u"port-used"_s, causeOf(verdict)), qPrintable(report));
    QVERIFY2(verdict.sentence().contains(u"bind: Address already in use"),
        qPrintable(verdict.sentence()));
}

void TestDoctorPorts::cleanupTestCase()
{
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorPorts)
#include "tst_doctorports.moc"
