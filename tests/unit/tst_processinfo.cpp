// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/processinfo.h"
#include "platform/processsignal.h"
#include "platform/threadinfo.h"
#include "support/fakeprocesses.h"
#include "support/patience.h"

#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <limits>

#include <sys/syscall.h>
#include <unistd.h>

using namespace sonde;
using namespace sonde::platform;
using sonde::tests::FakeProcesses;

// What the system says about processes: of made-up ones in a folder, and of real children.
class TestProcessInfo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAnyName_data();
    void readsAnyName();
    void refusesWhatIsNoStat_data();
    void refusesWhatIsNoStat();
    void readsATree();
    void readsATreeWithoutListsOfChildren();
    void findsOrphansOfTheGroup();
    void survivesACircle();
    void leavesOutWhatEnded();
    void boundsTheTree();
    void readsArgumentsAndVariables();
    void readsLimits();
    void tellsWhoseAProcessIs();
    void readsThreads_data();
    void readsThreads();
    void readsARealChild();
    void signalsTheVeryProcess();
    void signalsNoOtherProcess_data();
    void signalsNoOtherProcess();
};

void TestProcessInfo::readsAnyName_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("plain") << QByteArray("node");
    QTest::newRow("parentheses") << QByteArray("a) S 1 1 (b");
    QTest::newRow("closing ones") << QByteArray(")))");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("line end") << QByteArray("a\nb");
    QTest::newRow("invalid UTF-8") << QByteArray("\xff\xfe(");
    QTest::newRow("spaces") << QByteArray("  x  ");
}

void TestProcessInfo::readsAnyName()
{
    QFETCH(QByteArray, name);
    const FakeProcesses fake;
    QVERIFY(fake.add(42, {.parent = 7, .name = name, .ticks = 250, .pages = 3, .threads = 5}));
    const auto info = readProcess(fake.root(), 42);
    QVERIFY(info);
    QCOMPARE(QByteArray::fromStdString(info->name), name);
    QCOMPARE(info->parent, 7);
    QCOMPARE(info->state, 'S');
    QCOMPARE(info->threads, 5);
    QCOMPARE(info->id.startTicks, 100U);
    QCOMPARE(info->cpuNs, std::uint64_t(250) * 1'000'000'000 / std::uint64_t(sysconf(_SC_CLK_TCK)));
    QCOMPARE(info->residentBytes, 3U * std::uint64_t(sysconf(_SC_PAGESIZE)));
}

void TestProcessInfo::refusesWhatIsNoStat_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no parentheses") << QByteArray("42 node S 1 1");
    QTest::newRow("reversed") << QByteArray("42 )node( S 1 1");
    QTest::newRow("cut") << QByteArray("42 (node) S 1 42 1 0 -1");
    QTest::newRow("no pid") << QByteArray("(node) S 1 42 1 0 -1 0 0 0 0 0 0 0 0 0 0 0 1 0 1 1 1 1");
    QTest::newRow("long state") << QByteArray(
        "42 (node) SS 1 42 1 0 -1 0 0 0 0 0 0 0 0 0 0 0 1 0 1 1 1 1");
    QTest::newRow("zeros") << QByteArray(100'000, '\0');
}

void TestProcessInfo::refusesWhatIsNoStat()
{
    QFETCH(QByteArray, text);
    const FakeProcesses fake;
    QVERIFY(fake.write(fake.path(42, QStringLiteral("stat")), text));
    QVERIFY(!readProcess(fake.root(), 42));
    QVERIFY(readProcessTree(fake.root(), 42, TreeSearch::Children).processes.empty());
}

namespace {

std::vector<int> pidsOf(const ProcessTreeInfo &tree)
{
    std::vector<int> pids;
    for (const ProcessInfo &info : tree.processes)
        pids.push_back(info.id.pid);
    return pids;
}

} // namespace

void TestProcessInfo::readsATree()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(10, {.name = "npm"}, "11 12 "));
    QVERIFY(fake.add(11, {.parent = 10, .name = "node"}, "13 "));
    QVERIFY(fake.add(12, {.parent = 10}));
    QVERIFY(fake.add(13, {.parent = 11}));
    QVERIFY(fake.add(99, {.parent = 1}));
    const ProcessTreeInfo tree = readProcessTree(fake.root(), 10, TreeSearch::Children);
    QCOMPARE(pidsOf(tree), (std::vector<int>{10, 11, 12, 13}));
    QVERIFY(tree.isComplete);
}

void TestProcessInfo::readsATreeWithoutListsOfChildren()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(30, {}));
    QVERIFY(fake.add(20, {.parent = 30})); // a pid below that of its parent
    QVERIFY(fake.add(40, {.parent = 20}));
    QVERIFY(fake.add(50, {.parent = 1}));
    for (const int pid : {20, 30, 40, 50})
        QVERIFY(QDir(fake.path(pid, QStringLiteral("task"))).removeRecursively());
    const ProcessTreeInfo tree = readProcessTree(fake.root(), 30, TreeSearch::Children);
    QCOMPARE(pidsOf(tree), (std::vector<int>{30, 20, 40}));
}

void TestProcessInfo::findsOrphansOfTheGroup()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(10, {}));
    QVERIFY(fake.add(11, {.parent = 1, .group = 10})); // its parent has ended
    QCOMPARE(pidsOf(readProcessTree(fake.root(), 10, TreeSearch::Children)), std::vector<int>{10});
    QCOMPARE(
        pidsOf(readProcessTree(fake.root(), 10, TreeSearch::Group)), (std::vector<int>{10, 11}));
}

void TestProcessInfo::survivesACircle()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(10, {.parent = 12, .group = 10}, "11 10 "));
    QVERIFY(fake.add(11, {.parent = 10, .group = 10}, "12 "));
    QVERIFY(fake.add(12, {.parent = 11, .group = 10}, "10 "));
    QCOMPARE(pidsOf(readProcessTree(fake.root(), 10, TreeSearch::Children)),
        (std::vector<int>{10, 11, 12}));
    QCOMPARE(readProcessTree(fake.root(), 10, TreeSearch::Group).processes.size(), 3U);
    const auto outside = readProcess(fake.root(), 12);
    QVERIFY(outside);
    QVERIFY(!isInProcessTree(fake.root(), *outside, {99, 1}));
}

void TestProcessInfo::leavesOutWhatEnded()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(10, {}, "11 12 x -3 99999999999999 "));
    QVERIFY(fake.add(12, {.parent = 10}));
    QCOMPARE(
        pidsOf(readProcessTree(fake.root(), 10, TreeSearch::Children)), (std::vector<int>{10, 12}));
    QVERIFY(readProcessTree(fake.root(), 11, TreeSearch::Group).processes.empty());
    QVERIFY(readCommandLine(fake.root(), 11).empty());
    QVERIFY(readThreads(fake.root(), 11).threads.empty());
}

void TestProcessInfo::boundsTheTree()
{
    const FakeProcesses fake;
    QByteArray children;
    for (int pid = 100; pid < 100 + int(kMaxTreeProcesses) + 5; ++pid) {
        QVERIFY(fake.add(pid, {.parent = 10}));
        children += QByteArray::number(pid) + ' ';
    }
    QVERIFY(fake.add(10, {}, children));
    for (const TreeSearch search : {TreeSearch::Children, TreeSearch::Group}) {
        const ProcessTreeInfo tree = readProcessTree(fake.root(), 10, search);
        QCOMPARE(tree.processes.size(), kMaxTreeProcesses);
        QVERIFY(!tree.isComplete);
    }
}

void TestProcessInfo::readsArgumentsAndVariables()
{
    const FakeProcesses fake;
    QVERIFY(fake.write(
        fake.path(42, QStringLiteral("cmdline")), QByteArray("node\0\0--x=\xff\0a\nb\0", 16)));
    QCOMPARE(readCommandLine(fake.root(), 42),
        (std::vector<std::string>{"node", "", "--x=\xff", "a\nb"}));
    QVERIFY(fake.write(
        fake.path(42, QStringLiteral("environ")), QByteArray("A=1\0B=\0C\0=D=2\0E=a=b", 20)));
    std::string seen;
    for (const auto &[name, value] : readEnvironment(fake.root(), 42))
        seen += name + "→" + value + ";";
    QCOMPARE(seen, std::string("A→1;B→;C→;→D=2;E→a=b;"));

    QByteArray many;
    for (std::size_t i = 0; i < kMaxProcessVariables + 100; ++i)
        many += "V=" + QByteArray::number(qulonglong(i)) + '\0';
    QVERIFY(fake.write(fake.path(42, QStringLiteral("environ")), many));
    QVERIFY(fake.write(fake.path(42, QStringLiteral("cmdline")), many));
    QCOMPARE(readEnvironment(fake.root(), 42).size(), kMaxProcessVariables);
    QCOMPARE(readCommandLine(fake.root(), 42).size(), kMaxProcessArguments);
}

void TestProcessInfo::readsLimits()
{
    const FakeProcesses fake;
    QVERIFY(fake.write(fake.path(42, QStringLiteral("limits")),
        "Limit                     Soft Limit           Hard Limit           Units     \n"
        "Max cpu time              unlimited            unlimited            seconds   \n"
        "Max open files            1024                 524288               files     \n"
        "Max nice priority         0                    0                    \n"
        "short\n"));
    const auto limits = readLimits(fake.root(), 42);
    QCOMPARE(limits.size(), 3U);
    QCOMPARE(limits[1].name, std::string("Max open files"));
    QCOMPARE(limits[1].soft, std::string("1024"));
    QCOMPARE(limits[1].hard, std::string("524288"));
    QCOMPARE(limits[1].unit, std::string("files"));
    QVERIFY(limits[2].unit.empty());
}

void TestProcessInfo::tellsWhoseAProcessIs()
{
    QVERIFY(isOwnProcess(kProcessRoot, ::getpid()));
    QVERIFY(!isOwnProcess(kProcessRoot, 0));
    QVERIFY(!isOwnProcess(kProcessRoot, std::numeric_limits<pid_t>::max()));
    // The first process of the system is root's, where tests do not run as root.
    const uint first = QFileInfo(QStringLiteral("/proc/1")).ownerId();
    QCOMPARE(isOwnProcess(kProcessRoot, 1), first == ::geteuid());
}

void TestProcessInfo::readsThreads_data()
{
    QTest::addColumn<QByteArray>("text"); // of /proc/pid/syscall
    QTest::addColumn<QString>("call"); // empty: none
    QTest::addColumn<int>("descriptor"); // -1: none
    QTest::newRow("running") << QByteArray("running\n") << QString() << -1;
    QTest::newRow("denied") << QByteArray() << QString() << -1;
    QTest::newRow("outside") << QByteArray("-1 0x7ffc 0x7fc\n") << QString() << -1;
    QTest::newRow("read") << QByteArray::number(qint64(SYS_read)) + " 0x3 0x1 0x2 0x0 0x0 0x0 0x1"
                          << QStringLiteral("read") << 3;
    QTest::newRow("futex") << QByteArray::number(qint64(SYS_futex)) + " 0x7ffe 0x80 0x0"
                           << QStringLiteral("futex") << -1;
    QTest::newRow("negative descriptor")
        << QByteArray::number(qint64(SYS_read)) + " 0xffffffffffffffff" << QStringLiteral("read")
        << -1;
    QTest::newRow("unknown") << QByteArray("99999 0x1") << QStringLiteral("99999") << -1;
    QTest::newRow("nonsense") << QByteArray("read 0x1") << QString() << -1;
}

void TestProcessInfo::readsThreads()
{
    QFETCH(QByteArray, text);
    const FakeProcesses fake;
    QVERIFY(fake.add(42, {.name = "main"}));
    const QString other = fake.path(42, QStringLiteral("task/43/"));
    QVERIFY(fake.write(other + QStringLiteral("stat"),
        FakeProcesses::statLine(43, {.name = "libuv-worker", .state = 'D'})));
    QVERIFY(fake.write(other + QStringLiteral("syscall"), text));
    QVERIFY(fake.write(other + QStringLiteral("wchan"), "0"));
    QVERIFY(QDir().mkpath(fake.path(42, QStringLiteral("task/44")))); // ended meanwhile
    const ThreadList list = readThreads(fake.root(), 42);
    QCOMPARE(list.count, 3U);
    QCOMPARE(list.threads.size(), 2U);
    const ThreadInfo &thread = list.threads[1];
    QCOMPARE(thread.tid, 43);
    QCOMPARE(thread.name, std::string("libuv-worker"));
    QCOMPARE(thread.state, 'D');
    QVERIFY(thread.kernelFunction.empty());
    QTEST(thread.call ? QString::fromStdString(thread.call->name) : QString(), "call");
    QTEST(thread.call ? thread.call->descriptor.value_or(-1) : -1, "descriptor");
}

void TestProcessInfo::readsARealChild()
{
    QProcess shell;
    shell.start(QStringLiteral("sh"),
        {QStringLiteral("-c"), QStringLiteral("sleep 1000 & echo $!; read x; kill $!"),
            QStringLiteral("a (strange) name")});
    QVERIFY(shell.waitForStarted());
    QVERIFY(shell.waitForReadyRead());
    const int sleeper = shell.readAllStandardOutput().trimmed().toInt();
    const auto pid = pid_t(shell.processId());
    const ProcessTreeInfo tree = readProcessTree(kProcessRoot, pid, TreeSearch::Children);
    QCOMPARE(pidsOf(tree), (std::vector<int>{int(pid), sleeper}));
    QVERIFY(tree.processes[0].residentBytes > 0);
    QVERIFY(tree.processes[0].id.startTicks > 0);
    QCOMPARE(readCommandLine(kProcessRoot, pid).back(), std::string("a (strange) name"));
    QVERIFY(!readEnvironment(kProcessRoot, pid).empty());
    QVERIFY(!readLimits(kProcessRoot, pid).empty());
    QVERIFY(readUptimeNs(kProcessRoot) >= tree.processes[0].startedNs / 2);
    // When it has come to sleep it is in a call with nanoseconds.
    QVERIFY(QTest::qWaitFor(
        [sleeper] {
            const auto call = readSystemCall(kProcessRoot, sleeper);
            return call && QByteArray::fromStdString(call->name).endsWith("nanosleep");
        },
        kPatienceMs));
    shell.write("\n");
    QVERIFY(shell.waitForFinished());
}

void TestProcessInfo::signalsTheVeryProcess()
{
    QProcess shell;
    shell.start(QStringLiteral("sh"),
        {QStringLiteral("-c"), QStringLiteral("sleep 1000 & echo $!; wait; echo woken; read x")});
    QVERIFY(shell.waitForReadyRead());
    const int sleeper = shell.readAllStandardOutput().trimmed().toInt();
    const auto top = readProcess(kProcessRoot, pid_t(shell.processId()));
    const auto child = readProcess(kProcessRoot, sleeper);
    QVERIFY(top && child);
    QCOMPARE(signalProcess(kProcessRoot, child->id, top->id, SIGTERM), 0);
    QVERIFY(shell.waitForReadyRead());
    QCOMPARE(shell.readAllStandardOutput().trimmed(), QByteArray("woken"));
    QCOMPARE(shell.state(), QProcess::Running);
    shell.write("\n");
    QVERIFY(shell.waitForFinished());
    QCOMPARE(signalProcess(kProcessRoot, top->id, top->id, SIGTERM), ESRCH);
}

void TestProcessInfo::signalsNoOtherProcess_data()
{
    QTest::addColumn<bool>("later"); // the pid is that of a process that was started later
    QTest::addColumn<bool>("foreign"); // the process is none of the tree
    QTest::addColumn<int>("failure");
    QTest::newRow("used again") << true << false << ESRCH;
    QTest::newRow("of another server") << false << true << EPERM;
}

void TestProcessInfo::signalsNoOtherProcess()
{
    QFETCH(bool, later);
    QFETCH(bool, foreign);
    QProcess first;
    QProcess second;
    for (QProcess *process : {&first, &second}) {
        process->start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("read x")});
        QVERIFY(process->waitForStarted());
    }
    auto target = readProcess(kProcessRoot, pid_t(first.processId()));
    const auto other = readProcess(kProcessRoot, pid_t(second.processId()));
    QVERIFY(target && other);
    target->id.startTicks -= later ? 1 : 0;
    QTEST(signalProcess(kProcessRoot, target->id, foreign ? other->id : target->id, SIGTERM),
        "failure");
    QCOMPARE(signalProcess(kProcessRoot, {1, 0}, {1, 0}, SIGTERM), EPERM);
    for (QProcess *process : {&first, &second}) {
        QCOMPARE(process->state(), QProcess::Running);
        process->write("\n");
        QVERIFY(process->waitForFinished());
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
    }
}

QTEST_GUILESS_MAIN(TestProcessInfo)

#include "tst_processinfo.moc"
