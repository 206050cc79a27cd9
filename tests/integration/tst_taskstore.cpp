// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/task/taskstore.h"
#include "models/session/operationmodel.h"
#include "support/demohttp.h"
#include "support/patience.h"
#include "support/places.h"
#include "support/publishedservers.h"
#include "support/recordedclient.h"
#include "support/requesthandler.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace sonde;
using namespace sonde::test;
using models::OperationModel;

namespace {

void eras();

} // namespace

// Tasks of both protocols with real servers, and what the list of operations shows of them.
class TstTaskStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void runsToItsResult_data() { eras(); }
    void runsToItsResult();
    void asksForInput_data() { eras(); }
    void asksForInput();
    void isCancelled_data() { eras(); }
    void isCancelled();
    void isGoneWithItsServer();
    void asksAgainOnANewConnection();
    void whatItAskedForEndsWithIt();
    void showsRunningCallsWithTheirTime();
    void runsTasksOfAPublishedServer();

private:
    mcp::ClientConfig demoConfig(bool modern); // of a client whose handler responds
    // The task that the call of that tool becomes; 0 when it became none.
    quint64 begin(const char *tool, const char *arguments, bool modern);
    const mcp::TaskMachine &task(quint64 number) const { return m_store->find(number)->machine; }

    HandlerOf m_handler; // outlives m_peer
    std::unique_ptr<RecordedClient> m_peer;
    mcp::TaskStore *m_store = nullptr;
};

namespace {

constexpr char kExtension[] = R"({"elicitation":{"form":{}},)"
                              R"("extensions":{"io.modelcontextprotocol/tasks":{}}})";

void eras()
{
    QTest::addColumn<bool>("modern");
    QTest::newRow("2025-11-25") << false;
    QTest::newRow("the extension") << true;
}

} // namespace

void TstTaskStore::initTestCase()
{
    QVERIFY(QFile::exists(sonde::test::programPath("sonde-demo-server")));
}

mcp::ClientConfig TstTaskStore::demoConfig(bool modern)
{
    mcp::ClientConfig config;
    config.endpoint.launch()->program = sonde::test::programPath("sonde-demo-server");
    config.era.mode = modern ? mcp::EraPolicy::Mode::Modern : mcp::EraPolicy::Mode::Legacy;
    config.capabilities = modern ? kExtension : R"({"elicitation":{"form":{}}})";
    m_handler.onRequest = [](const mcp::ServerRequest &request) {
        request.respond(Bytes::copyOf(R"({"action":"accept","content":{"reader":"Ada"}})"));
    };
    m_handler.onInput = [](const mcp::InputRound &round) {
        (void)round.goOn(
            Bytes::copyOf(R"({"reader":{"action":"accept","content":{"reader":"Ada"}}})"));
    };
    m_handler.onInputOver = nullptr;
    config.serverRequests = &m_handler;
    return config;
}

quint64 TstTaskStore::begin(const char *tool, const char *arguments, bool modern)
{
    const std::string params = std::string(R"({"name":")") + tool + R"(","arguments":)" + arguments
        + (modern ? "}" : R"(,"task":{}})");
    bool answered = false;
    bool adopted = false;
    m_peer->client->request(QStringLiteral("tools/call"), Bytes::copyOf(params), {}, this,
        [&](const Result<mcp::Response> &response) {
            answered = true;
            adopted = response
                && m_store->adopt(
                    *response, QStringLiteral("tools/call"), QString::fromLatin1(tool));
        });
    const bool came = QTest::qWaitFor([&] { return answered; }, kLongPatienceMs);
    return came && adopted ? m_store->tasks().back()->number : 0;
}

void TstTaskStore::runsToItsResult()
{
    QFETCH(const bool, modern);
    m_peer = std::make_unique<RecordedClient>(demoConfig(modern));
    QVERIFY(m_peer->start());
    m_store = mcp::TaskStore::of(m_peer->client.get());
    OperationModel model;
    const QAbstractItemModelTester tester(&model);
    model.setClient(m_peer->client.get());
    const quint64 number = begin("write_report", R"({"steps":3,"delay_ms":20})", modern);
    QVERIFY(number != 0);
    model.refresh();
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(m_store->openCount(), 1);
    QVERIFY(model.operation(0).isTask);
    QTRY_VERIFY_WITH_TIMEOUT(task(number).isFinished(), kLongPatienceMs);
    QVERIFY(task(number).outcome().result.find("A report of 3 steps") != std::string::npos);
    QCOMPARE(task(number).style() == mcp::TaskStyle::Extension, modern);
    model.refresh();
    QCOMPARE(m_store->openCount(), 0);
    QCOMPARE(model.operation(0).sign, models::Sign::Ok);
    m_store->forget(number);
    model.refresh();
    QCOMPARE(model.rowCount(), 0);
}

void TstTaskStore::asksForInput()
{
    QFETCH(const bool, modern);
    m_peer = std::make_unique<RecordedClient>(demoConfig(modern));
    QVERIFY(m_peer->start());
    m_store = mcp::TaskStore::of(m_peer->client.get());
    const quint64 number = begin("write_report", R"({"steps":2,"delay_ms":10,"ask":true})", modern);
    QVERIFY(number != 0);
    QTRY_VERIFY_WITH_TIMEOUT(task(number).isFinished(), kLongPatienceMs);
    QVERIFY2(task(number).outcome().result.find("for Ada") != std::string::npos,
        task(number).outcome().result.c_str());
    // 2025-11-25 asks in a request of its own.
    QCOMPARE(m_store->find(number)->answered.size(), std::size_t(modern ? 1 : 0));
    QVERIFY(m_store->find(number)->inputs.empty());
}

void TstTaskStore::isCancelled()
{
    QFETCH(const bool, modern);
    m_peer = std::make_unique<RecordedClient>(demoConfig(modern));
    QVERIFY(m_peer->start());
    m_store = mcp::TaskStore::of(m_peer->client.get());
    const quint64 number = begin("write_report", R"({"steps":1000,"delay_ms":60000})", modern);
    QVERIFY(number != 0);
    m_store->cancel(number);
    QTRY_VERIFY_WITH_TIMEOUT(task(number).isFinished(), kLongPatienceMs);
    QVERIFY(task(number).facts().status == mcp::TaskStatus::Cancelled);
}

void TstTaskStore::isGoneWithItsServer()
{
    m_peer = std::make_unique<RecordedClient>(demoConfig(false));
    QVERIFY(m_peer->start());
    m_store = mcp::TaskStore::of(m_peer->client.get());
    const quint64 number = begin("write_report", R"({"steps":1000,"delay_ms":60000})", false);
    QVERIFY(number != 0);
    QVERIFY(m_peer->stop());
    QVERIFY(!task(number).isFinished());
    QVERIFY(!task(number).isConnected());
    QVERIFY(m_peer->start());
    // The new process knows nothing of it, and says so.
    QTRY_VERIFY_WITH_TIMEOUT(task(number).isFinished(), kLongPatienceMs);
    QVERIFY(!task(number).outcome().why.isEmpty());
}

// Over HTTP the server lives on, and so does the task: what it asked for is lost with the
// connection, and asked for once more on the next.
void TstTaskStore::asksAgainOnANewConnection()
{
    const Demo server;
    mcp::ClientConfig config = demoConfig(true);
    config.endpoint = wire::HttpTarget();
    config.endpoint.target()->url = server.url();
    std::vector<mcp::InputRound> asked;
    std::vector<QString> over;
    m_handler.onInput = [&asked](const mcp::InputRound &round) { asked.push_back(round); };
    m_handler.onInputOver = [&over](const mcp::InputRound &, const QString &why) {
        over.push_back(why);
    };
    m_peer = std::make_unique<RecordedClient>(config);
    QVERIFY(m_peer->start());
    m_store = mcp::TaskStore::of(m_peer->client.get());
    const quint64 number = begin("write_report", R"({"steps":2,"delay_ms":10,"ask":true})", true);
    QVERIFY(number != 0);
    QTRY_COMPARE_WITH_TIMEOUT(asked.size(), std::size_t(1), kLongPatienceMs);
    QCOMPARE(asked[0].facts().task, task(number).facts().id);
    QVERIFY(asked[0].waits());
    QVERIFY(m_peer->stop());
    QVERIFY(!asked[0].waits());
    QCOMPARE(over.size(), std::size_t(1));
    QVERIFY(m_peer->start());
    QTRY_COMPARE_WITH_TIMEOUT(asked.size(), std::size_t(2), kLongPatienceMs);
    QVERIFY(!asked[1].goOn(Bytes::copyOf("{no json")));
    QVERIFY(asked[1].waits());
    QVERIFY(asked[1].goOn(
        Bytes::copyOf(R"({"reader":{"action":"accept","content":{"reader":"Ada"}}})")));
    QTRY_VERIFY_WITH_TIMEOUT(task(number).isFinished(), kLongPatienceMs);
    QVERIFY(task(number).outcome().result.find("for Ada") != std::string::npos);
    QCOMPARE(asked.size(), std::size_t(2));
}

// Cancelled from the board, or in place of a response.
void TstTaskStore::whatItAskedForEndsWithIt()
{
    for (const bool fromBoard : {true, false}) {
        mcp::ClientConfig config = demoConfig(true);
        std::vector<mcp::InputRound> asked;
        std::vector<QString> over;
        m_handler.onInput = [&asked](const mcp::InputRound &round) { asked.push_back(round); };
        m_handler.onInputOver = [&over](const mcp::InputRound &, const QString &why) {
            over.push_back(why);
        };
        m_peer = std::make_unique<RecordedClient>(config);
        QVERIFY(m_peer->start());
        m_store = mcp::TaskStore::of(m_peer->client.get());
        const quint64 number =
            begin("write_report", R"({"steps":2,"delay_ms":10,"ask":true})", true);
        QVERIFY(number != 0);
        QTRY_COMPARE_WITH_TIMEOUT(asked.size(), std::size_t(1), kLongPatienceMs);
        if (fromBoard)
            m_store->cancel(number);
        else
            asked[0].stop();
        QTRY_VERIFY_WITH_TIMEOUT(task(number).isFinished(), kLongPatienceMs);
        QVERIFY(task(number).facts().status == mcp::TaskStatus::Cancelled);
        QVERIFY(!asked[0].waits());
        QCOMPARE(over.size(), std::size_t(fromBoard ? 1 : 0));
        QCOMPARE(asked.size(), std::size_t(1));
        m_peer.reset();
    }
}

void TstTaskStore::showsRunningCallsWithTheirTime()
{
    m_peer = std::make_unique<RecordedClient>(demoConfig(false));
    QVERIFY(m_peer->start());
    OperationModel model;
    const QAbstractItemModelTester tester(&model);
    model.setClient(m_peer->client.get());
    bool ended = false;
    mcp::CallOptions options;
    options.wantProgress = true;
    m_peer->client->callTool(QStringLiteral("slow_count"),
        Bytes::copyOf(R"({"n":100000,"delay_ms":10})"), options, this,
        [&](const Result<mcp::Response> &) { ended = true; });
    const auto counted = [&] {
        model.refresh();
        return model.rowCount() == 1 && model.operation(0).fraction > 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(counted(), kLongPatienceMs);
    const models::Operation row = model.operation(0);
    QCOMPARE(row.name, QStringLiteral("slow_count"));
    QVERIFY2(row.progress.contains("of 100000"), qPrintable(row.progress));
    QVERIFY2(row.limit.contains("left"), qPrintable(row.limit));
    const auto before = m_peer->client->running().front();
    QVERIFY(m_peer->client->extendRunning(row.key, std::chrono::minutes(10)));
    const auto after = m_peer->client->running().front();
    QVERIFY(after.totalDeadline - before.totalDeadline >= 600'000'000'000);
    QVERIFY(!m_peer->client->extendRunning(row.key + 1, std::chrono::minutes(1)));
    m_peer->client->cancelRunning(row.key);
    QTRY_VERIFY_WITH_TIMEOUT(ended, kLongPatienceMs);
    // What was given up stays, because a response may come late, until a person removes it.
    model.refresh();
    QCOMPARE(model.rowCount(), 1);
    QVERIFY(model.operation(0).isOver);
    QCOMPARE(model.operation(0).sign, models::Sign::Cancelled);
    QCOMPARE(model.operation(0).key, row.key);
    m_peer->client->forgetGivenUp(row.key);
    model.refresh();
    QCOMPARE(model.rowCount(), 0);
}

void TstTaskStore::runsTasksOfAPublishedServer()
{
    if (const QString missing = missingServers(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    mcp::ClientConfig config = nodeConfig({everything()});
    config.era.mode = mcp::EraPolicy::Mode::Legacy;
    config.capabilities = R"({"elicitation":{"form":{}}})";
    int asked = 0;
    m_handler = {};
    config.serverRequests = &m_handler;
    m_handler.onRequest = [&asked](const mcp::ServerRequest &request) {
        ++asked;
        request.respond(
            Bytes::copyOf(R"({"action":"accept","content":{"interpretation":"technical"}})"));
    };
    m_peer = std::make_unique<RecordedClient>(config);
    QVERIFY(m_peer->start());
    m_store = mcp::TaskStore::of(m_peer->client.get());
    const quint64 number =
        begin("simulate-research-query", R"({"topic":"python","ambiguous":true})", false);
    QVERIFY(number != 0);
    QTRY_VERIFY_WITH_TIMEOUT(task(number).isFinished(), kLongPatienceMs);
    QVERIFY(task(number).facts().status == mcp::TaskStatus::Completed);
    QVERIFY2(task(number).outcome().result.find("Research Report") != std::string::npos,
        task(number).outcome().result.c_str());
    QCOMPARE(asked, 1); // in the response to tasks/result, related to the task
    QVERIFY(task(number).history().size() > 2);
}

QTEST_GUILESS_MAIN(TstTaskStore)
#include "tst_taskstore.moc"
