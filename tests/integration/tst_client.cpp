// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/client.h"
#include "support/places.h"
#include "support/recordingsink.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <algorithm>

using namespace sonde;
using namespace sonde::mcp;

namespace {

constexpr int kDeadline = 20'000;

ClientConfig configFor(const QStringList &switches, EraPolicy::Mode mode = EraPolicy::Mode::Legacy)
{
    ClientConfig config;
    config.name = QStringLiteral("test");
    config.endpoint.launch()->program = sonde::test::programPath("mcptestserver");
    config.endpoint.launch()->arguments = switches;
    config.endpoint.launch()->patience = std::chrono::milliseconds(300);
    config.era.mode = mode;
    config.timeouts.handshake = std::chrono::milliseconds(5000);
    return config;
}

const StartStep *failedStep(const Client &client)
{
    for (const StartStep &step : client.steps()) {
        if (step.status == StartStep::Status::Failed)
            return &step;
    }
    return nullptr;
}

} // namespace

// A client with a real process at the other end, with and without a wire thread.
class TestClient : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_wire.start(); }
    void cleanupTestCase()
    {
        m_wire.quit();
        m_wire.wait();
    }
    void connectsCallsAndStops_data();
    void connectsCallsAndStops();
    void sendsSubscriptionsAgainAfterARestart();
    void sendsASubscriptionOnce();
    void saysWhichStepFailed_data();
    void saysWhichStepFailed();
    void goesOnAfterGarbage();
    void respondsToWaitingCallsWhenTheServerDies();
    void restartsWithAFreshProcess();
    void refusesCallsWhenNotConnected();
    void dropsTheCallbackOfADeadContext();
    void cancelsACall();
    void timesOutAMuteServer();
    void keepsTenThousandCallsInOrder();
    void givesThePagesBeforeTheOneThatDidNotCome();

private:
    QThread m_wire;
};

void TestClient::connectsCallsAndStops_data()
{
    QTest::addColumn<bool>("threaded");
    QTest::newRow("one thread") << false;
    QTest::newRow("wire thread") << true;
}

void TestClient::connectsCallsAndStops()
{
    QFETCH(bool, threaded);
    test::RecordingSink traffic;
    {
        auto config = configFor({});
        config.wireThread = threaded ? &m_wire : nullptr;
        config.traffic = &traffic;
        Client client(config);
        client.start();
        QCOMPARE(client.state(), ClientState::Starting);
        QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
        QCOMPARE(client.negotiated().revision, QStringLiteral("2025-06-18"));
        QCOMPARE(client.negotiated().serverName, QStringLiteral("mcptestserver"));
        QVERIFY(client.negotiated().firstResponseNs > 0);
        for (const StartStep &step : client.steps())
            QCOMPARE(step.status, StartStep::Status::Done);

        QString response;
        bool inside = true;
        client.callTool(QStringLiteral("echo"), Bytes::copyOf(R"({"a":1.0})"), {}, this,
            [&](const Result<Response> &result) {
                QVERIFY(!inside);
                QVERIFY(result.ok());
                response = QString::fromUtf8(result->message.bytes().toByteArray());
            });
        inside = false;
        QTRY_VERIFY_WITH_TIMEOUT(!response.isEmpty(), kDeadline);
        QCOMPARE(client.pendingCount(), 0);
        client.stop();
        QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Stopped, kDeadline);
        QVERIFY(client.endReport());
        QCOMPARE(client.endReport()->sentence(), QStringLiteral("exit code 0"));
    }
    QVERIFY(traffic.inOrder);
    QVERIFY(traffic.bytesOf(rpc::Channel::Sent)
                .find(R"("arguments":{"a":1.0}}})"
                      "\n")
        != std::string::npos);
}

// 2026-07-28 basic/utilities/subscriptions: a new process knows nothing of the old one's.
void TestClient::sendsSubscriptionsAgainAfterARestart()
{
    auto config = configFor({}, EraPolicy::Mode::Modern);
    config.endpoint.launch()->program = sonde::test::programPath("sonde-demo-server");
    config.listenForChanges = true;
    Client client(config);
    Subscription *const early =
        client.listen(Bytes::copyOf(R"({"resourceSubscriptions":["demo://pulse"]})"));
    QCOMPARE(early->state(), Subscription::State::Waiting);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(early->state(), Subscription::State::Active, kDeadline);
    QCOMPARE(client.subscriptions().size(), std::size_t(2)); // and the automatic one
    client.restart();
    QTRY_VERIFY_WITH_TIMEOUT(
        early->reopened() == 1 && early->state() == Subscription::State::Active, kDeadline);
    QCOMPARE(client.subscriptions().size(), std::size_t(2));
    early->close();
    QCOMPARE(early->state(), Subscription::State::Ended);
    QTRY_COMPARE_WITH_TIMEOUT(client.pendingCount(), 1, kDeadline); // the automatic one
}

// Also one that begins because the client has become Ready.
void TestClient::sendsASubscriptionOnce()
{
    test::RecordingSink traffic;
    auto config = configFor({}, EraPolicy::Mode::Modern);
    config.endpoint.launch()->program = sonde::test::programPath("sonde-demo-server");
    config.traffic = &traffic;
    Client client(config);
    Subscription *subscription = nullptr;
    connect(&client, &Client::stateChanged, this, [&] {
        if (client.state() == ClientState::Ready)
            subscription = client.listen(Bytes::copyOf(R"({"toolsListChanged":true})"));
    });
    client.start();
    QTRY_VERIFY_WITH_TIMEOUT(
        subscription && subscription->state() == Subscription::State::Active, kDeadline);
    client.stop();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Stopped, kDeadline);
    QCOMPARE(std::count_if(traffic.messages.begin(), traffic.messages.end(),
                 [](const auto &each) { return each.method == "subscriptions/listen"; }),
        1);
}

void TestClient::saysWhichStepFailed_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("evidence");
    const auto row = [](const char *name, const QString &program, const QStringList &switches,
                         StartStep::Kind kind, const char *evidence) {
        QTest::newRow(name) << program << switches << int(kind) << QString::fromLatin1(evidence);
    };
    const QString server = sonde::test::programPath("mcptestserver");
    using Kind = StartStep::Kind;
    row("no such program", QStringLiteral("no-such-program-anywhere"), {}, Kind::FindProgram,
        "no-such-program-anywhere");
    row("not executable", QStringLiteral("/etc/passwd"), {}, Kind::FindProgram, "/etc/passwd");
    row("ends at once", server,
        {QStringLiteral("--stderr"), QStringLiteral("boom"), QStringLiteral("--exit"),
            QStringLiteral("7")},
        Kind::ReadFirst, "exit code 7");
    row("killed", server, {QStringLiteral("--signal"), QStringLiteral("11")}, Kind::ReadFirst,
        "SEGV");
    row("mute", server, {QStringLiteral("--mute")}, Kind::ReadFirst, "within");
}

void TestClient::saysWhichStepFailed()
{
    QFETCH(QString, program);
    QFETCH(QStringList, switches);
    QFETCH(int, kind);
    QFETCH(QString, evidence);
    auto config = configFor(switches);
    config.endpoint.launch()->program = program;
    config.timeouts.handshake = std::chrono::milliseconds(400);
    Client client(config);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Failed, kDeadline);
    QVERIFY(!client.wasConnected());
    const StartStep *step = failedStep(client);
    QVERIFY(step);
    QCOMPARE(int(step->kind), kind);
    QVERIFY2(step->detail.contains(evidence), qPrintable(step->detail));
    QCOMPARE(client.failure().sentence, step->detail);
    if (switches.contains(QStringLiteral("boom"))) {
        QCOMPARE(client.lastDiagnostics().size(), std::size_t(1));
        QCOMPARE(client.lastDiagnostics().front().text, QStringLiteral("boom"));
        QCOMPARE(client.lastDiagnostics().front().bytes, std::uint64_t(4));
        QVERIFY(client.lastDiagnostics().front().at.wall > 0);
    }
}

void TestClient::goesOnAfterGarbage()
{
    test::RecordingSink traffic;
    auto config = configFor({QStringLiteral("--garbage"), QStringLiteral("hello"),
        QStringLiteral("--invalid-utf8"), QStringLiteral("--twice")});
    config.traffic = &traffic;
    Client client(config);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    int responses = 0;
    client.request(
        QStringLiteral("ping"), {}, {}, this, [&responses](const Result<Response> &result) {
            QVERIFY(result.ok());
            ++responses;
        });
    // The doubled responses to initialize and ping are marked, and no request gets two.
    QTRY_COMPARE_WITH_TIMEOUT(traffic.problems.size(), std::size_t(2), kDeadline);
    QCOMPARE(responses, 1);
    for (const auto &[offset, problem] : traffic.problems)
        QCOMPARE(problem, rpc::Problem::DuplicateId);
}

void TestClient::respondsToWaitingCallsWhenTheServerDies()
{
    Client client(configFor({QStringLiteral("--exit-after"), QStringLiteral("1")}));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    std::optional<Error> error;
    client.request(QStringLiteral("ping"), {}, {}, this, [&error](const Result<Response> &result) {
        QVERIFY(!result.ok());
        error = result.error();
    });
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Failed, kDeadline);
    QVERIFY(error.has_value());
    QCOMPARE(error->domain, Domain::Transport);
    QVERIFY(client.failure().sentence.contains(QLatin1String("exit code 3")));
    QVERIFY(client.wasConnected());
}

void TestClient::restartsWithAFreshProcess()
{
    Client client(configFor({}));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    const auto first = client.startReport().pid;
    client.restart();
    QTRY_VERIFY_WITH_TIMEOUT(
        client.state() == ClientState::Ready && client.startReport().pid != first, kDeadline);
}

void TestClient::refusesCallsWhenNotConnected()
{
    Client client(configFor({}));
    std::optional<Error> error;
    client.request(QStringLiteral("ping"), {}, {}, this,
        [&error](const Result<Response> &result) { error = result.error(); });
    QVERIFY(!error);
    QTRY_VERIFY(error.has_value());
    QCOMPARE(error->domain, Domain::Transport);
}

void TestClient::dropsTheCallbackOfADeadContext()
{
    Client client(configFor({}));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    bool first = false;
    bool second = false;
    auto context = std::make_unique<QObject>();
    client.request(QStringLiteral("ping"), {}, {}, context.get(),
        [&first](const Result<Response> &) { first = true; });
    client.request(QStringLiteral("ping"), {}, {}, this,
        [&second](const Result<Response> &) { second = true; });
    context.reset();
    QTRY_VERIFY_WITH_TIMEOUT(second, kDeadline);
    QVERIFY(!first);
}

void TestClient::cancelsACall()
{
    test::RecordingSink traffic;
    auto config = configFor({QStringLiteral("--exit-after"), QStringLiteral("100")});
    config.traffic = &traffic;
    Client client(config);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    std::optional<Domain> domain;
    std::optional<GivenUpCall> late;
    CallOptions options;
    options.onLate = [&late](const GivenUpCall &call) { late = call; };
    // Cancelled before the event loop has turned: the response can only be late.
    auto handle = client.request(
        QStringLiteral("ping"), {}, options, this, [&domain](const Result<Response> &result) {
            domain = result ? Domain::Usage : result.error().domain;
        });
    handle.cancel();
    QVERIFY(!domain);
    QTRY_VERIFY_WITH_TIMEOUT(domain.has_value(), kDeadline);
    QCOMPARE(*domain, Domain::Cancelled);
    QTRY_COMPARE_WITH_TIMEOUT(traffic.problems.size(), std::size_t(1), kDeadline);
    QCOMPARE(traffic.problems.front().second, rpc::Problem::LateResponse);
    QTRY_VERIFY_WITH_TIMEOUT(late.has_value(), kDeadline);
    QVERIFY(!late->timedOut);
    QCOMPARE(late->method, QStringLiteral("ping"));
    QVERIFY(late->answeredNs > late->sentNs);
    QCOMPARE(client.givenUp().size(), std::size_t(1));
    QCOMPARE(client.givenUp().front().answeredNs, late->answeredNs);
    client.forgetGivenUp(late->token);
    QVERIFY(client.givenUp().empty());
}

void TestClient::timesOutAMuteServer()
{
    Client client(configFor({QStringLiteral("--mute-after"), QStringLiteral("1")}));
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    std::optional<Error> error;
    CallOptions options;
    options.idleTimeout = std::chrono::milliseconds(50);
    client.request(QStringLiteral("ping"), {}, options, this,
        [&error](const Result<Response> &result) { error = result.error(); });
    QTRY_VERIFY_WITH_TIMEOUT(error.has_value(), kDeadline);
    QCOMPARE(error->domain, Domain::Timeout);
    QCOMPARE(client.state(), ClientState::Ready);
}

void TestClient::keepsTenThousandCallsInOrder()
{
    auto config = configFor({});
    config.wireThread = &m_wire;
    Client client(config);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    int next = 0;
    bool ordered = true;
    for (int i = 0; i < 10'000; ++i) {
        client.request(QStringLiteral("ping"), {}, {}, this,
            [&next, &ordered, i](const Result<Response> &result) {
                ordered = ordered && result.ok() && next++ == i;
            });
    }
    QTRY_COMPARE_WITH_TIMEOUT(next, 10'000, kDeadline);
    QVERIFY(ordered);
}

void TestClient::givesThePagesBeforeTheOneThatDidNotCome()
{
    // Responds with what it is told, in that order.
    ClientConfig config = configFor({QStringLiteral("-c"),
        QStringLiteral("n=0; read -r line; echo \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,$0}\"; "
                       "read -r line; id=2; for answer; do read -r line; "
                       "echo \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,$answer}\"; "
                       "id=$((id+1)); done; read -r line"),
        QStringLiteral(R"("result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
                       R"("serverInfo":{"name":"fake","version":"1"}})"),
        QStringLiteral(R"("result":{"tools":[{"name":"one"}],"nextCursor":""})"),
        QStringLiteral(R"("error":{"code":-32603,"message":"not today"})"),
        QStringLiteral(R"("error":{"code":-32603,"message":"nor now"})")});
    config.endpoint.launch()->program = QStringLiteral("sh");
    Client client(config);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    ListQuery query{QStringLiteral("tools/list"), QStringLiteral("tools")};
    const std::optional<std::string> second("\"\"");
    std::optional<Listing> came;
    client.list(query, {}, this, [&](const Listing &listing) { came = listing; });
    QTRY_VERIFY_WITH_TIMEOUT(came.has_value(), kDeadline);
    QCOMPARE(came->pages, 1);
    QCOMPARE(came->items.size(), std::size_t(1));
    QCOMPARE(came->next, second); // the empty string is a cursor
    QVERIFY(came->failed);
    QCOMPARE(came->failed->sentence, QStringLiteral("not today"));
    QVERIFY(!came->isComplete());

    Listing all = *std::exchange(came, std::nullopt);
    query.cursor = all.next;
    client.list(query, {}, this, [&](const Listing &listing) { came = listing; });
    QTRY_VERIFY_WITH_TIMEOUT(came.has_value(), kDeadline);
    QCOMPARE(came->pages, 0);
    all.append(*came);
    QCOMPARE(all.pages, 1);
    QCOMPARE(all.next, second); // to be asked for once more
    QCOMPARE(all.failed->sentence, QStringLiteral("nor now"));
}

QTEST_GUILESS_MAIN(TestClient)
#include "tst_client.moc"
