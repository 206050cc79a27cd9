// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fanout/fanlimits.h"
#include "session/fanout/fanoutrun.h"
#include "session/fanout/revisionconnections.h"
#include "support/patience.h"
#include "support/places.h"
#include "trace/recorder/recorder.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using fanout::FanResult;
using session::FanOutRun;
using Outcome = FanResult::Outcome;
using State = FanOutRun::State;
using Verdict = FanResult::Verdict;

// The same call on several demo servers.
class TestFanOutRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void comparesTheResponses();
    void saysWhichServerHasNoConnection();
    void callsFewServersAtTheSameTime();
    void cancelsWhatIsPending();
    void endsWithAClient();
    void callsNoMoreServersThanItsBound();
    void connectsInARevisionWhileTheServerIsConnected();
    void saysThatARevisionIsNotSpoken();
    void opensNoMoreConnectionsThanItsBound();
    void handsOverWhatItCloses();

private:
    std::unique_ptr<mcp::Client> made(const QString &name, const QString &revision);
    FanOutRun::Server connected(const QString &name, const QString &revision = {});

    std::unique_ptr<trace::Recorder> m_recorder;
    std::vector<std::unique_ptr<mcp::Client>> m_clients;
    std::unique_ptr<FanOutRun> m_run;
};

namespace {

const Bytes kLong = Bytes::copyOf(R"({"n":1000})"); // of slow_count

void drop(std::unique_ptr<mcp::Client> client)
{
    client.reset();
}

} // namespace

void TestFanOutRun::init()
{
    m_recorder = std::make_unique<trace::Recorder>();
    m_run = std::make_unique<FanOutRun>();
}

void TestFanOutRun::cleanup()
{
    m_run.reset();
    m_clients.clear();
    m_recorder.reset();
}

std::unique_ptr<mcp::Client> TestFanOutRun::made(const QString &name, const QString &revision)
{
    mcp::ClientConfig config;
    config.traffic = m_recorder.get();
    config.name = name;
    config.endpoint.launch()->program = test::programPath("sonde-demo-server");
    config.era.pinned = revision;
    return std::make_unique<mcp::Client>(std::move(config));
}

FanOutRun::Server TestFanOutRun::connected(const QString &name, const QString &revision)
{
    m_clients.push_back(made(name, revision));
    mcp::Client *const client = m_clients.back().get();
    client->start();
    [client] {
        QTRY_COMPARE_WITH_TIMEOUT(client->state(), mcp::ClientState::Ready, kPatienceMs);
    }();
    return {name, client};
}

void TestFanOutRun::comparesTheResponses()
{
    const auto servers =
        std::vector{connected(u"old"_s, u"2025-06-18"_s), connected(u"new"_s, u"2026-07-28"_s)};
    m_run->start(servers, u"echo"_s, Bytes::copyOf(R"({"a":1})"));
    QCOMPARE(m_run->state(), State::Running);
    QTRY_COMPARE_WITH_TIMEOUT(m_run->state(), State::Finished, kPatienceMs);
    const fanout::FanResults &results = m_run->report().results;
    QCOMPARE(results.size(), std::size_t(2));
    QCOMPARE(results[0].title, u"old"_s);
    QCOMPARE(results[0].revision, u"2025-06-18"_s);
    QCOMPARE(results[0].outcome, Outcome::Result);
    QCOMPARE(results[0].verdict, Verdict::First);
    QCOMPARE(results[1].verdict, Verdict::Equal);
    QVERIFY(results[0].took.count() > 0);
    QVERIFY(!m_run->report().places.places.empty());
}

void TestFanOutRun::saysWhichServerHasNoConnection()
{
    FanOutRun::Server stopped = connected(u"stopped"_s);
    stopped.client->stop();
    QTRY_COMPARE_WITH_TIMEOUT(stopped.client->state(), mcp::ClientState::Stopped, kPatienceMs);
    m_run->start({stopped, {u"gone"_s, nullptr}, connected(u"here"_s)}, u"echo"_s, Bytes());
    QTRY_COMPARE_WITH_TIMEOUT(m_run->state(), State::Finished, kPatienceMs);
    const fanout::FanResults &results = m_run->report().results;
    for (const std::size_t index : {0, 1}) {
        QCOMPARE(results[index].outcome, Outcome::NotConnected);
        QVERIFY(results[index].sentence.startsWith(results[index].title));
        QVERIFY(!m_run->call(index));
    }
    QCOMPARE(results[2].verdict, Verdict::First);
}

void TestFanOutRun::callsFewServersAtTheSameTime()
{
    std::vector<FanOutRun::Server> servers;
    for (std::size_t i = 0; i <= fanout::kMaxAtWork; ++i)
        servers.push_back(connected(QString::number(i)));
    m_run->start(servers, u"slow_count"_s, Bytes::copyOf(R"({"n":1})"));
    for (std::size_t i = 0; i < fanout::kMaxAtWork; ++i)
        QVERIFY(m_run->call(i) && m_run->call(i)->isPending());
    QVERIFY(!m_run->call(fanout::kMaxAtWork));
    QTRY_COMPARE_WITH_TIMEOUT(m_run->state(), State::Finished, kPatienceMs);
    for (const FanResult &result : m_run->report().results)
        QCOMPARE(result.outcome, Outcome::Result);
}

void TestFanOutRun::cancelsWhatIsPending()
{
    std::vector<FanOutRun::Server> servers;
    for (std::size_t i = 0; i <= fanout::kMaxAtWork; ++i)
        servers.push_back(connected(QString::number(i)));
    m_run->start(servers, u"slow_count"_s, kLong);
    m_run->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(m_run->state(), State::Finished, kPatienceMs);
    for (const FanResult &result : m_run->report().results) {
        QCOMPARE(result.outcome, Outcome::NoResponse);
        QVERIFY(!result.sentence.isEmpty());
    }
    QVERIFY(!m_run->call(fanout::kMaxAtWork));
}

void TestFanOutRun::endsWithAClient()
{
    m_run->start({connected(u"a"_s)}, u"slow_count"_s, kLong);
    m_clients.clear();
    QTRY_COMPARE_WITH_TIMEOUT(m_run->state(), State::Finished, kPatienceMs);
    QCOMPARE(m_run->report().results[0].outcome, Outcome::NoResponse);
    QVERIFY(!m_run->report().results[0].sentence.isEmpty());
}

void TestFanOutRun::callsNoMoreServersThanItsBound()
{
    const std::vector<FanOutRun::Server> many(fanout::kMaxColumns + 1, {u"gone"_s, nullptr});
    m_run->start(many, u"echo"_s, Bytes());
    QTRY_COMPARE_WITH_TIMEOUT(m_run->state(), State::Finished, kPatienceMs);
    QCOMPARE(m_run->report().results.size(), fanout::kMaxColumns);
}

void TestFanOutRun::connectsInARevisionWhileTheServerIsConnected()
{
    session::RevisionConnections connections(
        [this](const QString &name, const QString &revision) { return made(name, revision); },
        drop);
    connections.add(u"demo"_s, u"2024-11-05"_s);
    connections.add(u"demo"_s, u"2026-07-28"_s);
    QCOMPARE(connections.of(u"demo"_s), (QStringList{u"2026-07-28"_s, u"2024-11-05"_s}));
    QVERIFY(!connections.client(u"demo"_s, u"2024-11-05"_s));
    connections.setConnected(u"demo"_s, true);
    std::vector<FanOutRun::Server> servers;
    for (const QString &revision : connections.of(u"demo"_s)) {
        mcp::Client *const client = connections.client(u"demo"_s, revision);
        QTRY_COMPARE_WITH_TIMEOUT(client->state(), mcp::ClientState::Ready, kPatienceMs);
        QCOMPARE(client->negotiated().revision, revision);
        servers.push_back({revision, client});
    }
    m_run->start(servers, u"slow_count"_s, kLong);
    connections.remove(u"demo"_s, u"2024-11-05"_s);
    QVERIFY(!servers[1].client);
    connections.setConnected(u"demo"_s, false);
    QVERIFY(!servers[0].client && !connections.client(u"demo"_s, u"2026-07-28"_s));
    QTRY_COMPARE_WITH_TIMEOUT(m_run->state(), State::Finished, kPatienceMs);
    QVERIFY(!m_run->report().results[1].sentence.isEmpty());
    connections.setConnected(u"demo"_s, true);
    QVERIFY(connections.client(u"demo"_s, u"2026-07-28"_s));
    connections.retain({});
    QVERIFY(connections.of(u"demo"_s).isEmpty());
}

void TestFanOutRun::saysThatARevisionIsNotSpoken()
{
    session::RevisionConnections connections(
        [this](const QString &name, const QString &revision) { return made(name, revision); },
        drop);
    connections.add(u"demo"_s, u"2024-01-01"_s);
    connections.setConnected(u"demo"_s, true);
    const mcp::Client *const client = connections.client(u"demo"_s, u"2024-01-01"_s);
    QTRY_COMPARE_WITH_TIMEOUT(client->state(), mcp::ClientState::Failed, kPatienceMs);
    QVERIFY2(client->failure().sentence.contains(u"2024-01-01"_s),
        qPrintable(client->failure().sentence));
}

void TestFanOutRun::opensNoMoreConnectionsThanItsBound()
{
    session::RevisionConnections connections(
        [](const QString &, const QString &) { return std::unique_ptr<mcp::Client>(); }, drop);
    for (std::size_t i = 0; i <= session::RevisionConnections::kMax; ++i)
        connections.add(u"demo"_s, QString::number(i));
    QCOMPARE(std::size_t(connections.of(u"demo"_s).size()), session::RevisionConnections::kMax);
}

void TestFanOutRun::handsOverWhatItCloses()
{
    std::vector<std::unique_ptr<mcp::Client>> closed;
    {
        session::RevisionConnections connections(
            [this](const QString &name, const QString &revision) { return made(name, revision); },
            [&closed](
                std::unique_ptr<mcp::Client> client) { closed.push_back(std::move(client)); });
        for (const QString &revision : {u"2025-11-25"_s, u"2025-06-18"_s, u"2024-11-05"_s})
            connections.add(u"demo"_s, revision);
        connections.add(u"other"_s, u"2025-06-18"_s);
        connections.remove(u"demo"_s, u"2024-11-05"_s); // it is not open
        connections.remove(u"demo"_s, u"2024-01-01"_s);
        QCOMPARE(closed.size(), std::size_t(0));
        connections.setConnected(u"demo"_s, true);
        connections.setConnected(u"other"_s, true);
        connections.remove(u"demo"_s, u"2025-11-25"_s);
        QCOMPARE(closed.size(), std::size_t(1));
        QCOMPARE(closed[0]->config().era.pinned, u"2025-11-25"_s);
        connections.setConnected(u"demo"_s, false);
        QCOMPARE(closed.size(), std::size_t(2));
        connections.setConnected(u"demo"_s, true);
        connections.retain({u"demo"_s});
        QCOMPARE(closed.size(), std::size_t(3));
        QCOMPARE(closed[2]->config().name, u"other"_s);
    }
    QCOMPARE(closed.size(), std::size_t(4));
    for (const auto &client : closed)
        QVERIFY(client);
}

QTEST_GUILESS_MAIN(TestFanOutRun)
#include "tst_fanoutrun.moc"
