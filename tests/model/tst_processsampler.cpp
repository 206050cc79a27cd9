// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/process/processread.h"
#include "session/process/processsampler.h"
#include "support/fakeprocesses.h"
#include "support/patience.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <csignal>

using namespace sonde;
using namespace sonde::models;
using namespace sonde::session;
using sonde::tests::FakeProcesses;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

class SetClock final : public Clock {
public:
    Stamp now() const override { return {m_ns, m_ns}; }
    void advance(std::int64_t ns) { m_ns += ns; }

private:
    std::atomic<std::int64_t> m_ns = 1'000 * kSecond;
};

std::vector<int> pidsOf(const ProcessSample &sample)
{
    std::vector<int> pids;
    for (const SampledProcess &process : sample.processes)
        pids.push_back(process.info.id.pid);
    return pids;
}

} // namespace

// What is read of a server's processes, how often, and what is kept of it.
class TestProcessSampler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void samplesTheTree();
    void readsNothingWhileItIsOff();
    void keepsOrphansBetweenSearches();
    void redactsSecretsBeforeTheyAreShown();
    void readsDetailsOfTheChosenProcess();
    void followsAnotherCommandLine();
    void endsWithTheProcess();
    void takesNoOtherProcessForTheServer();
    void aRestartKeepsTheHistory();
    void theHistoryIsBounded();
    void saysWhatACallKept_data();
    void saysWhatACallKept();
    void boundsTexts();
    void samplesARealChild();
    void signalsProcessesOfTheServerOnly();

private:
    bool sample(ProcessSampler &sampler)
    {
        QSignalSpy sampled(&sampler, &ProcessSampler::sampled);
        sampler.sampleNow();
        return QTest::qWaitFor([&] { return sampled.count() > 0; }, kPatienceMs);
    }
    bool begin(ProcessSampler &sampler, pid_t pid)
    {
        sampler.setProcess(pid);
        QSignalSpy sampled(&sampler, &ProcessSampler::sampled);
        sampler.setOn(true);
        return QTest::qWaitFor([&] { return sampled.count() > 0; }, kPatienceMs);
    }
    SetClock m_clock;
};

void TestProcessSampler::samplesTheTree()
{
    const FakeProcesses fake;
    const int ticks = int(sysconf(_SC_CLK_TCK));
    const auto page = std::uint64_t(sysconf(_SC_PAGESIZE));
    QVERIFY(fake.add(10, {.name = "npm", .pages = 5}, "11 "));
    QVERIFY(fake.add(11, {.parent = 10, .name = "node", .pages = 7}));
    ProcessSampler sampler(nullptr, fake.root(), m_clock);
    QVERIFY(begin(sampler, 10));
    QCOMPARE(pidsOf(sampler.newest()), (std::vector<int>{10, 11}));
    QCOMPARE(sampler.newest().processes[1].name, QStringLiteral("node"));
    QVERIFY(!sampler.newest().processes[1].cpu);
    QVERIFY(sampler.history().points().back().cpu < 0);

    QVERIFY(fake.add(11, {.parent = 10, .name = "node", .ticks = ticks, .pages = 8}));
    m_clock.advance(2 * kSecond);
    QVERIFY(sample(sampler));
    QCOMPARE(sampler.newest().processes[1].cpu, std::optional<double>(50.0));
    QCOMPARE(sampler.newest().processes[0].cpu, std::optional<double>(0.0));
    const auto &points = sampler.history().points();
    QCOMPARE(points.size(), 2U);
    QVERIFY(points[0].isFirst && !points[1].isFirst);
    QCOMPARE(points[1].steadyNs - points[0].steadyNs, 2 * kSecond);
    QCOMPARE(points[1].cpu, 50.0);
    QCOMPARE(points[1].residentBytes, 13 * page);
    QCOMPARE(points[1].residentOf(sampler.newest().processes[1].info.id), 8 * page);
}

void TestProcessSampler::readsNothingWhileItIsOff()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(10, {}));
    ProcessSampler sampler(nullptr, fake.root(), m_clock);
    sampler.setProcess(10);
    sampler.sampleNow();
    QCOMPARE(sampler.reads(), 0U);
    QVERIFY(begin(sampler, 10));
    QCOMPARE(sampler.reads(), 1U);
    sampler.setOn(false);
    sampler.sampleNow();
    sampler.choose({10, 1});
    QCOMPARE(sampler.reads(), 1U);
    QVERIFY(sampler.newest().processes.empty());
    QVERIFY(begin(sampler, 10)); // after a while, of which nothing is known
    QCOMPARE(sampler.reads(), 2U);
    QVERIFY(sampler.history().points().back().isFirst);
    QVERIFY(!sampler.newest().processes.front().cpu);
}

void TestProcessSampler::keepsOrphansBetweenSearches()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(10, {}));
    QVERIFY(fake.add(11, {.parent = 1, .group = 10}));
    ProcessSampler sampler(nullptr, fake.root(), m_clock);
    QVERIFY(begin(sampler, 10)); // this one searches the group
    QCOMPARE(pidsOf(sampler.newest()), (std::vector<int>{10, 11}));
    QVERIFY(fake.add(12, {.parent = 1, .group = 10})); // for the next search
    QVERIFY(sample(sampler));
    QCOMPARE(pidsOf(sampler.newest()), (std::vector<int>{10, 11}));
    QVERIFY(fake.add(11, {.parent = 1, .start = 200, .group = 11})); // another one has the pid
    for (int i = 2; i <= ProcessSampler::kGroupEvery; ++i)
        QVERIFY(sample(sampler));
    QCOMPARE(pidsOf(sampler.newest()), (std::vector<int>{10, 12}));
}

void TestProcessSampler::redactsSecretsBeforeTheyAreShown()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(10, {}));
    const QByteArray block("PATH=/bin\0API_KEY=sk-123456\0MY_WORD=hunter2\0EMPTY_TOKEN=\0", 57);
    QVERIFY(fake.write(fake.path(10, QStringLiteral("environ")), block));
    ProcessSampler sampler(nullptr, fake.root(), m_clock);
    sampler.setSecretVariables({QStringLiteral("MY_WORD")});
    QVERIFY(begin(sampler, 10));
    const auto &variables = sampler.newest().details.environment;
    QCOMPARE(variables.size(), 4U);
    QCOMPARE(variables[0],
        (SampledVariable{
            QStringLiteral("API_KEY"), QStringLiteral("(hidden, 9 characters)"), true}));
    QCOMPARE(variables[1], (SampledVariable{QStringLiteral("EMPTY_TOKEN"), QString(), false}));
    QCOMPARE(variables[2].value, QStringLiteral("(hidden, 7 characters)"));
    QCOMPARE(variables[3].value, QStringLiteral("/bin"));
}

void TestProcessSampler::readsDetailsOfTheChosenProcess()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(10, {}, "11 "));
    QVERIFY(fake.add(11, {.parent = 10}));
    QVERIFY(fake.link(10, 0, "pipe:[7]"));
    QVERIFY(fake.link(11, 5, "/tmp/in.png (deleted)"));
    ProcessSampler sampler(nullptr, fake.root(), m_clock);
    QVERIFY(begin(sampler, 10));
    QCOMPARE(sampler.newest().details.id.pid, 10);
    QCOMPARE(sampler.newest().details.files.files.front().kind, platform::OpenFile::Kind::Pipe);
    sampler.choose(sampler.newest().processes[1].info.id);
    QVERIFY(QTest::qWaitFor([&] { return sampler.newest().details.id.pid == 11; }, kPatienceMs));
    QCOMPARE(sampler.newest().details.files.files.front().descriptor, 5);
    QCOMPARE(sampler.newest().details.threads.size(), 1U);
    QVERIFY(fake.add(10, {}, ""));
    QVERIFY(fake.remove(11)); // then the first one is shown again
    QVERIFY(sample(sampler));
    QCOMPARE(sampler.newest().details.id.pid, 10);
}

void TestProcessSampler::followsAnotherCommandLine()
{
    const FakeProcesses fake;
    const QString line = fake.path(10, QStringLiteral("cmdline"));
    QVERIFY(fake.add(10, {.name = "sh"}));
    QVERIFY(fake.write(line, QByteArray("sh\0-c\0exec node\0", 16)));
    ProcessSampler sampler(nullptr, fake.root(), m_clock);
    QVERIFY(begin(sampler, 10));
    QCOMPARE(sampler.newest().processes.front().command.value(2), QStringLiteral("exec node"));
    QVERIFY(fake.add(10, {.name = "node"}));
    QVERIFY(fake.write(line, QByteArray("node\0", 5)));
    QVERIFY(sample(sampler));
    QCOMPARE(sampler.newest().processes.front().command, QStringList{QStringLiteral("node")});
}

void TestProcessSampler::endsWithTheProcess()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(10, {}));
    ProcessSampler sampler(nullptr, fake.root(), m_clock);
    QVERIFY(begin(sampler, 10));
    QVERIFY(fake.remove(10));
    QVERIFY(sample(sampler));
    QVERIFY(sampler.newest().processes.empty());
    QVERIFY(!sampler.isRunning());
    const std::uint64_t reads = sampler.reads();
    sampler.sampleNow();
    sampler.setOn(false);
    sampler.setOn(true);
    QCOMPARE(sampler.reads(), reads);
    QCOMPARE(sampler.history().points().size(), 1U);
}

void TestProcessSampler::takesNoOtherProcessForTheServer()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(10, {}));
    ProcessSampler sampler(nullptr, fake.root(), m_clock);
    QVERIFY(begin(sampler, 10));
    sampler.setOn(false);
    QVERIFY(fake.add(10, {.start = 500}));
    QVERIFY(begin(sampler, 10));
    QVERIFY(sampler.newest().processes.empty());
    QVERIFY(!sampler.isRunning());
}

void TestProcessSampler::aRestartKeepsTheHistory()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(10, {}));
    QVERIFY(fake.add(20, {.ticks = 1000}));
    ProcessSampler sampler(nullptr, fake.root(), m_clock);
    QVERIFY(begin(sampler, 10));
    m_clock.advance(kSecond);
    sampler.setProcess(20);
    QVERIFY(sampler.newest().processes.empty());
    QVERIFY(QTest::qWaitFor([&] { return !sampler.newest().processes.empty(); }, kPatienceMs));
    QCOMPARE(sampler.top().pid, 20);
    QCOMPARE(sampler.history().points().size(), 2U);
    QVERIFY(sampler.history().points().back().isFirst);
    QVERIFY(!sampler.newest().processes.front().cpu);
}

void TestProcessSampler::theHistoryIsBounded()
{
    ProcessHistory history;
    ProcessSample sample;
    sample.processes.resize(ProcessHistory::kMaxParts + 1);
    for (SampledProcess &process : sample.processes)
        process.info.residentBytes = 2;
    for (std::size_t i = 0; i < ProcessHistory::kMaxPoints + 5; ++i) {
        sample.at.steady = std::int64_t(i);
        history.add(sample);
    }
    QCOMPARE(history.points().size(), ProcessHistory::kMaxPoints);
    QCOMPARE(history.points().front().steadyNs, 5);
    QCOMPARE(history.points().back().parts.size(), ProcessHistory::kMaxParts);
    QCOMPARE(history.points().back().residentBytes, 2 * (ProcessHistory::kMaxParts + 1));
}

void TestProcessSampler::saysWhatACallKept_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<bool>("isKnown");
    QTest::addColumn<qint64>("kept");
    QTest::newRow("between samples") << qint64(15) << qint64(25) << true << qint64(30);
    QTest::newRow("at samples") << qint64(10) << qint64(20) << true << qint64(20);
    QTest::newRow("within a second") << qint64(11) << qint64(12) << true << qint64(20);
    QTest::newRow("it shrank") << qint64(31) << qint64(39) << true << qint64(-5);
    QTest::newRow("before all") << qint64(5) << qint64(15) << false << qint64(0);
    QTest::newRow("not over") << qint64(35) << qint64(45) << false << qint64(0);
    QTest::newRow("over a restart") << qint64(15) << qint64(55) << false << qint64(0);
}

void TestProcessSampler::saysWhatACallKept()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QFETCH(bool, isKnown);
    QFETCH(qint64, kept);
    ProcessHistory history;
    const auto add = [&history](std::int64_t at, std::uint64_t bytes) {
        ProcessSample sample;
        sample.at.steady = at;
        sample.processes.emplace_back().info.residentBytes = bytes;
        history.add(sample);
    };
    add(10, 100);
    add(20, 120);
    add(30, 130);
    add(40, 125);
    if (end > 50) {
        history.interrupt();
        add(50, 10);
        add(60, 10);
    }
    const auto found = history.memoryKept(begin, end);
    QCOMPARE(found.has_value(), isKnown);
    QCOMPARE(found.value_or(0), kept);
}

void TestProcessSampler::boundsTexts()
{
    const FakeProcesses fake;
    QVERIFY(fake.add(10, {.name = "a\nb\xff"}));
    QVERIFY(fake.write(fake.path(10, QStringLiteral("cmdline")),
        QByteArray(50'000, 'x') + QByteArray("\0\tz\0", 4)));
    ProcessRead read;
    read.root = fake.root();
    read.pid = 10;
    const ProcessSample sample = readProcesses(read, m_clock);
    const SampledProcess &process = sample.processes.front();
    QVERIFY(!process.name.contains(u'\n'));
    QCOMPARE(process.command.value(0).size(), ProcessRead::kMaxText);
    QCOMPARE(process.command.value(1), QStringLiteral("z"));
}

void TestProcessSampler::samplesARealChild()
{
    QProcess shell;
    shell.start(
        QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("sleep 1000 & echo; read x")});
    QVERIFY(shell.waitForReadyRead());
    ProcessSampler sampler;
    QVERIFY(begin(sampler, pid_t(shell.processId())));
    QCOMPARE(sampler.newest().processes.size(), 2U);
    QVERIFY(sampler.newest().processes[0].command.contains(QStringLiteral("-c")));
    const auto isSleeping = [&] { // it was a copy of the shell before
        sampler.sampleNow();
        return sampler.newest().processes.size() == 2
            && sampler.newest().processes[1].command.value(1) == u"1000";
    };
    QVERIFY(QTest::qWaitFor(isSleeping, kPatienceMs));
    QVERIFY(sampler.newest().processes[0].info.residentBytes > 0);
    QVERIFY(!sampler.newest().details.environment.empty());
    QVERIFY(!sampler.newest().details.limits.empty());
    QVERIFY(sampler.newest().details.files.isReadable);
    QVERIFY(sampler.newest().upNs > 0);
    const auto sleeper = pid_t(sampler.newest().processes[1].info.id.pid);
    shell.write("\n");
    QVERIFY(shell.waitForFinished());
    QVERIFY(QTest::qWaitFor([&] { return !sampler.isRunning(); }, kPatienceMs));
    QVERIFY(sampler.newest().processes.empty());
    QProcess::execute(QStringLiteral("kill"), {QString::number(sleeper)});
}

void TestProcessSampler::signalsProcessesOfTheServerOnly()
{
    QProcess shell;
    QProcess other;
    for (QProcess *process : {&shell, &other}) {
        process->start(QStringLiteral("sh"),
            {QStringLiteral("-c"), QStringLiteral("trap 'echo heard; exit 7' USR1; echo; read x")});
        QVERIFY(process->waitForReadyRead());
    }
    const auto foreign = platform::readProcess(platform::kProcessRoot, pid_t(other.processId()));
    QVERIFY(foreign);
    ProcessSampler sampler;
    QVERIFY(!sampler.sendSignal(foreign->id, SIGUSR1).ok()); // before anything is known
    QVERIFY(begin(sampler, pid_t(shell.processId())));
    const auto refused = sampler.sendSignal(foreign->id, SIGUSR1);
    QVERIFY(!refused.ok());
    QVERIFY(refused.error().sentence.contains(u"SIGUSR1"));
    QCOMPARE(other.state(), QProcess::Running);
    QVERIFY(sampler.sendSignal(sampler.top(), SIGSTOP).ok());
    QVERIFY(QTest::qWaitFor(
        [&] {
            sampler.sampleNow();
            return !sampler.newest().processes.empty()
                && sampler.newest().processes.front().info.state == 'T';
        },
        kPatienceMs));
    QVERIFY(sampler.sendSignal(sampler.top(), SIGCONT).ok());
    QVERIFY(sampler.sendSignal(sampler.top(), SIGKILL).ok());
    QVERIFY(shell.waitForFinished());
    QVERIFY(QTest::qWaitFor([&] { return !sampler.isRunning(); }, kPatienceMs));
    QVERIFY(sampler.sendSignal(sampler.top(), SIGTERM).error().sentence.contains(u"ended"));
    other.write("\n");
    QVERIFY(other.waitForFinished());
}

QTEST_GUILESS_MAIN(TestProcessSampler)

#include "tst_processsampler.moc"
