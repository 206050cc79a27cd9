// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/lifecycle.h"
#include "session/restart/reconnect.h"
#include "support/recordingsink.h"
#include "support/watchedproject.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace sonde;
using session::RestartOnChange;
using session::WatchPlan;
using tests::ProjectServer;
using tests::WatchedServer;

namespace {

// A clock that a test sets.
struct SetClock final : Clock {
    Stamp now() const override { return at; }
    Stamp at{std::int64_t(1) << 60, 1};
};

} // namespace

// Real servers of real projects, whose files change.
class TestRestartOnChange : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void onlyTheServerOfTheProjectRestarts();
    void aServerThatDoesNotStartIsRestartedByTheNextSave();
    void aBuildRunsBeforeTheRestart();
    void whatABuildWritesIsNoChange();
    void aChangeDuringABuildIsBuiltAsWell();
    void aBuildThatFailsLeavesTheServer_data();
    void aBuildThatFailsLeavesTheServer();
    void aBuildEndsWithTheWatch();
    void theOutputOfABuildIsBounded();
    void aServerThatWritesItsFilesIsNotRestartedForEver();
    void namesTheFiles_data();
    void namesTheFiles();
    void aBuildGetsNoSecret();
    void theFilesOfAUrlAreThoseThatAreEntered();
    void triesAgainAfterLongerTimes();
    void doesNotTryForEver();

private:
    WatchedServer &add(const QString &name);

    std::unique_ptr<test::RecordingSink> m_traffic;
    SetClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::vector<std::unique_ptr<WatchedServer>> m_servers;
};

void TestRestartOnChange::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_traffic = std::make_unique<test::RecordingSink>();
}

void TestRestartOnChange::cleanup()
{
    m_servers.clear();
}

WatchedServer &TestRestartOnChange::add(const QString &name)
{
    m_servers.push_back(
        std::make_unique<WatchedServer>(m_folder->filePath(name), m_traffic.get(), m_clock));
    return *m_servers.back();
}

void TestRestartOnChange::onlyTheServerOfTheProjectRestarts()
{
    WatchedServer &one = add(QStringLiteral("one"));
    WatchedServer &two = add(QStringLiteral("two"));
    WatchedServer &three = add(QStringLiteral("three"));
    for (WatchedServer *server : {&one, &two, &three})
        QVERIFY(server->start());
    three.restarts.stop(); // off
    three.project.write(ProjectServer::tools(), ProjectServer::kAlerts);
    two.project.write(ProjectServer::tools(), ProjectServer::kAlerts);
    QVERIFY(two.waitFor(1));
    QCOMPARE(two.causes, QStringList("src/tools.json"));
    one.project.write(ProjectServer::tools(), ProjectServer::kAlerts);
    QVERIFY(one.waitFor(1));
    QCOMPARE(two.causes.size(), 1);
    QVERIFY(three.causes.isEmpty());
    QVERIFY(three.isReady());
}

void TestRestartOnChange::aServerThatDoesNotStartIsRestartedByTheNextSave()
{
    WatchedServer &server = add(QStringLiteral("a"));
    QVERIFY(server.start());
    server.project.remove(ProjectServer::tools());
    QVERIFY(QTest::qWaitFor(
        [&] { return server.client.state() == mcp::ClientState::Failed; }, kPatienceMs));
    QCOMPARE(server.causes, QStringList("src/tools.json"));
    server.project.write(ProjectServer::tools(), ProjectServer::kWeather);
    QVERIFY(server.waitFor(2));
}

void TestRestartOnChange::aBuildRunsBeforeTheRestart()
{
    WatchedServer &server = add(QStringLiteral("a"));
    server.profile.watch.build = QStringList{QStringLiteral("sh"), QStringLiteral("-c"),
        QStringLiteral("echo to stdout; echo to stderr >&2; cp tools.in src/tools.json")};
    server.profile.watch.paths = QStringList{QStringLiteral("*.in")};
    QVERIFY(server.start());
    server.project.write(QStringLiteral("tools.in"), ProjectServer::kAlerts);
    QVERIFY(server.waitFor(1));
    QVERIFY(
        QTest::qWaitFor([&] { return server.offered() == QStringLiteral("alerts"); }, kPatienceMs));
    QVERIFY(!server.broken);
    QVERIFY(m_traffic->inOrder);
    const std::string output = m_traffic->bytesOf(rpc::Channel::Stderr);
    QVERIFY(output.find("to stdout\n") != std::string::npos);
    QVERIFY(output.find("to stderr\n") != std::string::npos);
    QStringList events;
    for (const auto &message : m_traffic->messagesOf(rpc::Channel::Lifecycle))
        events << QString::fromStdString(message.method);
    QCOMPARE(events.mid(events.size() - 3),
        QStringList({rpc::lifecycle::kFilesChanged, rpc::lifecycle::kBuildStarted,
            rpc::lifecycle::kBuildSucceeded}));
}

// The first time it is not known which of them wrote the file.
void TestRestartOnChange::whatABuildWritesIsNoChange()
{
    WatchedServer &server = add(QStringLiteral("a"));
    server.profile.watch.build = QStringList{QStringLiteral("sh"), QStringLiteral("-c"),
        QStringLiteral("echo x >> builds.txt; cp tools.in src/tools.json")};
    server.profile.watch.paths = QStringList{QStringLiteral("."), QStringLiteral("!builds.txt")};
    QVERIFY(server.start());
    const auto builds = [&] {
        return QFileInfo(server.project.path(QStringLiteral("builds.txt"))).size() / 2;
    };
    server.project.write(QStringLiteral("tools.in"), ProjectServer::kAlerts);
    QVERIFY(server.waitFor(1));
    QCOMPARE(builds(), 2);
    server.project.write(QStringLiteral("tools.in"), ProjectServer::kWeather);
    QVERIFY(server.waitFor(2));
    QCOMPARE(builds(), 3);
    // Whoever else writes that file means it.
    server.project.write(ProjectServer::tools(), ProjectServer::kAlerts);
    QVERIFY(server.waitFor(3));
    QCOMPARE(server.causes, QStringList({"tools.in", "tools.in", "src/tools.json"}));
}

void TestRestartOnChange::aChangeDuringABuildIsBuiltAsWell()
{
    WatchedServer &server = add(QStringLiteral("a"));
    // The first run waits until it is let go on.
    server.profile.watch.build = QStringList{QStringLiteral("sh"), QStringLiteral("-c"),
        QStringLiteral("cat gate; cp src/tools.in src/tools.json")};
    server.profile.watch.paths = QStringList{QStringLiteral("src/*.in")};
    const QString gate = server.project.path(QStringLiteral("gate"));
    QCOMPARE(QProcess::execute(QStringLiteral("mkfifo"), {gate}), 0);
    QVERIFY(server.start());
    server.project.write(QStringLiteral("src/tools.in"), ProjectServer::kWeather);
    QVERIFY(QTest::qWaitFor(
        [&] { return server.restarts.state() == RestartOnChange::State::Building; }, kPatienceMs));
    server.project.write(QStringLiteral("src/tools.in"), ProjectServer::kAlerts);
    const auto count = [this](const char *event) {
        const auto all = m_traffic->messagesOf(rpc::Channel::Lifecycle);
        return std::count_if(all.begin(), all.end(),
            [event](const auto &message) { return message.method == event; });
    };
    for (const int runs : {1, 2}) {
        QVERIFY(QTest::qWaitFor(
            [&] { return count(rpc::lifecycle::kBuildStarted) == runs; }, kPatienceMs));
        QFile opened(gate);
        QVERIFY(opened.open(QIODevice::WriteOnly)); // waits for the one who reads it
        opened.close();
        QVERIFY(QTest::qWaitFor(
            [&] { return count(rpc::lifecycle::kBuildSucceeded) == runs; }, kPatienceMs));
    }
    QVERIFY(server.waitFor(1));
    QVERIFY(
        QTest::qWaitFor([&] { return server.offered() == QStringLiteral("alerts"); }, kPatienceMs));
}

void TestRestartOnChange::aBuildThatFailsLeavesTheServer_data()
{
    QTest::addColumn<QStringList>("build");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("lastLine");
    QTest::newRow("an exit code") << QStringList{QStringLiteral("sh"), QStringLiteral("-c"),
        QStringLiteral("echo 'tools.ts(7,3): error TS2304' >&2; exit 2")}
                                  << QStringLiteral("exit code 2")
                                  << QStringLiteral("tools.ts(7,3): error TS2304");
    QTest::newRow("a signal") << QStringList{QStringLiteral("sh"), QStringLiteral("-c"),
        QStringLiteral("kill -9 $$")}
                              << QStringLiteral("SIGKILL") << QString();
    QTest::newRow("no such program") << QStringList{QStringLiteral("no-such-compiler")}
                                     << QStringLiteral("no-such-compiler") << QString();
    QTest::newRow("not UTF-8") << QStringList{QStringLiteral("sh"), QStringLiteral("-c"),
        QStringLiteral("printf 'bad \\377\\n'; exit 1")}
                               << QStringLiteral("exit code 1") << QStringLiteral("bad \uFFFD");
}

void TestRestartOnChange::aBuildThatFailsLeavesTheServer()
{
    QFETCH(QStringList, build);
    QFETCH(QString, says);
    QFETCH(QString, lastLine);
    WatchedServer &server = add(QStringLiteral("a"));
    server.profile.watch.build = build;
    QVERIFY(server.start());
    QSignalSpy states(&server.client, &mcp::Client::stateChanged);
    server.project.write(QStringLiteral("src/tools.ts"), "oops");
    QVERIFY(QTest::qWaitFor([&] { return server.broken.has_value(); }, kPatienceMs));
    QVERIFY2(server.broken->sentence.contains(says), qPrintable(server.broken->sentence));
    QCOMPARE(
        server.broken->lastLines.isEmpty() ? QString() : server.broken->lastLines.last(), lastLine);
    QVERIFY(server.causes.isEmpty());
    QVERIFY(server.isReady());
    QCOMPARE(states.count(), 0);
    QCOMPARE(server.restarts.state(), RestartOnChange::State::Watching);
}

void TestRestartOnChange::aBuildEndsWithTheWatch()
{
    WatchedServer &server = add(QStringLiteral("a"));
    server.profile.watch.build =
        QStringList{QStringLiteral("sh"), QStringLiteral("-c"), QStringLiteral("read x < gate")};
    QCOMPARE(
        QProcess::execute(QStringLiteral("mkfifo"), {server.project.path(QStringLiteral("gate"))}),
        0);
    QVERIFY(server.start());
    server.project.write(QStringLiteral("src/tools.ts"), "1");
    QVERIFY(QTest::qWaitFor(
        [&] { return server.restarts.state() == RestartOnChange::State::Building; }, kPatienceMs));
    server.restarts.stop();
    QCOMPARE(server.restarts.state(), RestartOnChange::State::Off);
    QCOMPARE(m_traffic->messagesOf(rpc::Channel::Lifecycle).back().method,
        std::string(rpc::lifecycle::kBuildFailed));
    QVERIFY(server.causes.isEmpty() && !server.broken);
}

void TestRestartOnChange::theOutputOfABuildIsBounded()
{
    WatchedServer &server = add(QStringLiteral("a"));
    server.profile.watch.build = QStringList{QStringLiteral("sh"), QStringLiteral("-c"),
        QStringLiteral("seq 20000; head -c 100000 /dev/zero | tr '\\0' x; exit 1")};
    QVERIFY(server.start());
    const auto before = m_traffic->messagesOf(rpc::Channel::Stderr).size();
    server.project.write(QStringLiteral("src/tools.ts"), "1");
    QVERIFY(QTest::qWaitFor([&] { return server.broken.has_value(); }, kPatienceMs));
    QCOMPARE(m_traffic->messagesOf(rpc::Channel::Stderr).size() - before,
        std::size_t(session::BuildLog::kMaxLines));
    QCOMPARE(server.broken->lastLines.size(), session::BuildRun::kLastLines);
    QCOMPARE(server.broken->lastLines.last().size(), session::BuildRun::kMaxShownLine);
}

void TestRestartOnChange::aServerThatWritesItsFilesIsNotRestartedForEver()
{
    WatchedServer &server = add(QStringLiteral("a"));
    QVERIFY(server.start());
    server.project.write(QStringLiteral("noisy"), "");
    QVERIFY(QTest::qWaitFor([&] { return !server.restarts.problem().isEmpty(); }, kLongPatienceMs));
    QVERIFY2(
        server.restarts.problem().contains(u"“!run.log”"), qPrintable(server.restarts.problem()));
    // The file that was saved, the first time that the log was written, and so often again.
    QVERIFY(server.waitFor(RestartOnChange::kMaxLoops + 1));
    // Other files go on to count.
    server.project.write(ProjectServer::tools(), ProjectServer::kWeather);
    QVERIFY(server.waitFor(RestartOnChange::kMaxLoops + 2));
    QCOMPARE(server.causes.last(), ProjectServer::tools());
}

void TestRestartOnChange::namesTheFiles_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("words");
    QTest::newRow("one") << QStringList("src/a.py") << QStringLiteral("src/a.py");
    QTest::newRow("three") << QStringList({"a", "b", "c"}) << QStringLiteral("a and 2 more");
    QTest::newRow("a long one") << QStringList(QString(300, u'x'))
                                << QString(u'…' + QString(120, u'x'));
}

void TestRestartOnChange::namesTheFiles()
{
    QFETCH(QStringList, files);
    const auto cause = models::RestartCause::ofFiles(files);
    QTEST(cause.words, "words");
    QVERIFY(cause.isAutomatic());
}

void TestRestartOnChange::aBuildGetsNoSecret()
{
    config::Profile profile;
    profile.program = QStringLiteral("server");
    profile.environment = {{QStringLiteral("API_KEY"), Secret(QStringLiteral("hush"))},
        {QStringLiteral("NODE_ENV"), Secret(QStringLiteral("test"))}};
    profile.secretVariables = QStringList{QStringLiteral("API_KEY")};
    profile.workingDirectory = m_folder->path();
    profile.watch.build = QStringList{QStringLiteral("make"), QStringLiteral("-j2")};
    const WatchPlan plan = WatchPlan::of(profile);
    QCOMPARE(plan.build.program, QStringLiteral("make"));
    QCOMPARE(plan.build.arguments, QStringList("-j2"));
    QCOMPARE(plan.build.workingDirectory, m_folder->path());
    QCOMPARE(plan.build.environment.size(), std::size_t(1));
    QCOMPARE(plan.build.environment.front().first, QStringLiteral("NODE_ENV"));
    QVERIFY(plan.paths.isEmpty());
}

// What is kept beside the URL belongs to a command.
void TestRestartOnChange::theFilesOfAUrlAreThoseThatAreEntered()
{
    const ProjectServer project(m_folder->filePath(QStringLiteral("project")));
    config::Profile profile;
    profile.program = ProjectServer::program();
    profile.arguments = project.arguments();
    profile.environment = {{QStringLiteral("NODE_ENV"), Secret(QStringLiteral("test"))}};
    QVERIFY(!WatchPlan::of(profile).paths.isEmpty());
    profile.reachByUrl().url = QStringLiteral("http://127.0.0.1:9/mcp");
    QVERIFY(WatchPlan::of(profile).paths.isEmpty());
    profile.watch.paths = QStringList{QStringLiteral("!*.log")};
    QVERIFY(WatchPlan::of(profile).paths.isEmpty());
    profile.watch.paths = QStringList{QStringLiteral("src")};
    profile.watch.build = QStringList{QStringLiteral("make")};
    profile.watch.buildFolder = project.folder();
    const WatchPlan plan = WatchPlan::of(profile);
    QCOMPARE(plan.paths, QStringList("src"));
    QCOMPARE(plan.folder, project.folder());
    QCOMPARE(plan.build.workingDirectory, project.folder());
    QVERIFY(plan.build.environment.empty());
}

void TestRestartOnChange::triesAgainAfterLongerTimes()
{
    std::vector<std::int64_t> seconds;
    for (const int attempt : {1, 2, 3, 4, 5, 6, 7, 8, session::Reconnect::kMostAttempts})
        seconds.push_back(session::Reconnect::delayBefore(attempt).count());
    QCOMPARE(seconds,
        std::vector<std::int64_t>({1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000}));
    QCOMPARE(session::Reconnect::delayBefore(0).count(), 1000);
}

void TestRestartOnChange::doesNotTryForEver()
{
    session::Reconnect reconnect(nullptr, std::chrono::milliseconds(1));
    int attempts = 0;
    connect(&reconnect, &session::Reconnect::due, this, [&] {
        ++attempts;
        if (attempts < 3) // it stays away
            reconnect.noteGone();
    });
    reconnect.noteGone();
    reconnect.noteGone(); // which is known
    QVERIFY(QTest::qWaitFor([&] { return attempts == 3; }, kPatienceMs));
    QCOMPARE(reconnect.attempts(), 3);
    QVERIFY(!reconnect.isWaiting() && !reconnect.isExhausted());
    reconnect.stop();
    QCOMPARE(reconnect.attempts(), 0);
    session::Reconnect without(nullptr, std::chrono::milliseconds(0));
    connect(&without, &session::Reconnect::due, &without, &session::Reconnect::noteGone);
    without.noteGone();
    QVERIFY(QTest::qWaitFor([&] { return without.isExhausted(); }, kPatienceMs));
    QCOMPARE(without.attempts(), session::Reconnect::kMostAttempts);
}

QTEST_GUILESS_MAIN(TestRestartOnChange)

#include "tst_restartonchange.moc"
