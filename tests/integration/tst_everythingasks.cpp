// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/offers.h"
#include "mcp/task/taskstore.h"
#include "review/responsecheck.h"
#include "review/serverrequestqueue.h"
#include "support/patience.h"
#include "support/publishedservers.h"
#include "support/queuehandler.h"

using namespace sonde;
using namespace sonde::test;
using review::Kind;

// Everything server-everything asks of its client, on each way it can be reached, and the modern
// server: through the box that the window reviews, with what the window declares.
class TestEverythingAsks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void asksOnEachWay_data();
    void asksOnEachWay();
    void theModernServerAsksInRounds_data();
    void theModernServerAsksInRounds();

private:
    void connectTo(mcp::ClientConfig config);
    void begin(const char *tool, const std::string &arguments);
    // Of that kind, and the only one; nullptr when none comes.
    std::shared_ptr<const review::QueuedRequest> waits(Kind kind);
    void respond(const review::QueuedRequest &ask, const std::string &result);
    QString result();

    void sampling();
    void form();
    void url();
    void urlByError();
    void roots();
    void taskThatAsks();
    void questionsAsTasks();
    void progress();
    void logging();

    std::unique_ptr<review::ServerRequestQueue> m_box;
    std::unique_ptr<QueueHandler> m_handler;
    std::unique_ptr<RecordedClient> m_peer;
    std::optional<Result<mcp::Response>> m_result;
};

namespace {

const QString kName = QStringLiteral("peer");
constexpr char kText[] =
    R"({"role":"assistant","content":{"type":"text","text":"Short."},"model":"m"})";
constexpr char kFilled[] = R"({"action":"accept","content":{"name":"Ada"}})";

} // namespace

void TestEverythingAsks::initTestCase()
{
    const QString missing = missingServers();
    QVERIFY2(missing.isEmpty(), qPrintable(missing));
}

void TestEverythingAsks::connectTo(mcp::ClientConfig config)
{
    m_peer.reset();
    m_box = std::make_unique<review::ServerRequestQueue>();
    config::Offers offers;
    offers.tasks = true;
    offers.folders = {{QStringLiteral("/srv/a"), {}}};
    config.capabilities = config::capabilitiesOf(offers);
    m_handler = std::make_unique<QueueHandler>(kName, m_box.get());
    config.serverRequests = m_handler.get();
    m_box->setStanding(kName,
        {QStringLiteral("2025-11-25"),
            std::make_shared<const json::Document>(json::Document::parse(config.capabilities)),
            Bytes::copyOf(config::rootsResult(offers.folders)), true});
    m_peer = std::make_unique<RecordedClient>(config);
    QVERIFY(m_peer->start());
}

void TestEverythingAsks::begin(const char *tool, const std::string &arguments)
{
    m_result.reset();
    m_peer->client->callTool(QString::fromLatin1(tool), Bytes::copyOf(arguments), {}, this,
        [this](Result<mcp::Response> response) { m_result = std::move(response); });
}

std::shared_ptr<const review::QueuedRequest> TestEverythingAsks::waits(Kind kind)
{
    std::shared_ptr<const review::QueuedRequest> found;
    (void)QTest::qWaitFor(
        [&] {
            for (const auto &ask : m_box->requests()) {
                if (ask->waits())
                    found = ask;
            }
            return found != nullptr;
        },
        kLongPatienceMs);
    return found && m_box->waitingCount() == 1 && found->questions.front().kind == kind ? found
                                                                                        : nullptr;
}

// As the review judges it before it is sent.
void TestEverythingAsks::respond(const review::QueuedRequest &ask, const std::string &result)
{
    const json::Document given = json::Document::parse(result);
    const auto remarks =
        review::checkResponse(ask.questions.front(), given.root(), QStringLiteral("2025-11-25"));
    QVERIFY2(remarks.empty(), remarks.empty() ? "" : qPrintable(remarks.front().sentence));
    const auto sent = ask.isRound() ? m_box->goOn(ask.number,
                          Bytes::copyOf("{\"" + ask.questions.front().key + "\":" + result + '}'))
                                    : m_box->respond(ask.number, Bytes::copyOf(result));
    QVERIFY2(sent, sent ? "" : qPrintable(sent.error().sentence));
}

// All texts of the call's result.
QString TestEverythingAsks::result()
{
    (void)QTest::qWaitFor([this] { return m_result.has_value(); }, kLongPatienceMs);
    if (!m_result)
        return QStringLiteral("(nothing)");
    if (!*m_result)
        return m_result->error().sentence;
    QString text;
    for (const json::Value block : (*m_result)->result()["content"])
        text += block["text"].toString() + u'\n';
    return text;
}

void TestEverythingAsks::asksOnEachWay_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("path");
    QTest::newRow("stdio") << QStringLiteral("stdio") << QString();
    QTest::newRow("Streamable HTTP") << QStringLiteral("streamableHttp") << QStringLiteral("/mcp");
    QTest::newRow("HTTP with SSE") << QStringLiteral("sse") << QStringLiteral("/sse");
}

void TestEverythingAsks::asksOnEachWay()
{
    QFETCH(QString, kind);
    QFETCH(QString, path);
    std::optional<NodeServer> server;
    if (!path.isEmpty())
        server.emplace(kind);
    connectTo(server ? urlConfig(server->url(path)) : nodeConfig({everything(), kind}));
    const auto offered = [this] {
        const QStringList tools = m_peer->toolNames();
        return tools.contains(u"trigger-url-elicitation")
            && tools.contains(u"trigger-elicitation-request-async");
    };
    QTRY_VERIFY_WITH_TIMEOUT(offered(), kLongPatienceMs); // because of what is declared
    for (const auto part : {&TestEverythingAsks::sampling, &TestEverythingAsks::form,
             &TestEverythingAsks::url, &TestEverythingAsks::urlByError, &TestEverythingAsks::roots,
             &TestEverythingAsks::taskThatAsks, &TestEverythingAsks::questionsAsTasks,
             &TestEverythingAsks::progress, &TestEverythingAsks::logging}) {
        (this->*part)();
        if (QTest::currentTestFailed())
            return;
    }
    QVERIFY(m_peer->stop());
    m_peer.reset();
}

void TestEverythingAsks::sampling()
{
    begin("trigger-sampling-request", R"({"prompt":"a story","maxTokens":5})");
    const auto ask = waits(Kind::Sampling);
    QVERIFY(ask);
    QVERIFY(ask->questions.front().params["maxTokens"].toInt64() == 5);
    respond(*ask, kText);
    const QString text = result();
    QVERIFY2(text.contains(u"Short."), qPrintable(text));

    begin("trigger-sampling-request", R"({"prompt":"a story","maxTokens":5})");
    const auto another = waits(Kind::Sampling);
    QVERIFY(another);
    QVERIFY(m_box->refuse(another->number, review::rejectedSampling()));
    const QString refused = result();
    QVERIFY2(refused.contains(u"User rejected"), qPrintable(refused));
}

void TestEverythingAsks::form()
{
    begin("trigger-elicitation-request", "{}");
    auto ask = waits(Kind::Form);
    QVERIFY(ask);
    respond(*ask, kFilled);
    const QString text = result();
    QVERIFY2(text.contains(u"Ada"), qPrintable(text));
    for (const auto &[action, words] :
        {std::pair{"decline", "declined"}, std::pair{"cancel", "cancelled"}}) {
        begin("trigger-elicitation-request", "{}");
        ask = waits(Kind::Form);
        QVERIFY(ask);
        respond(*ask, std::string(R"({"action":")") + action + "\"}");
        const QString said = result();
        QVERIFY2(said.contains(QLatin1String(words)), qPrintable(said));
    }
}

void TestEverythingAsks::url()
{
    begin("trigger-url-elicitation", R"({"url":"https://example.com/in","elicitationId":"e1"})");
    const auto ask = waits(Kind::Url);
    QVERIFY(ask);
    QCOMPARE(
        ask->questions.front().params["url"].toString(), QStringLiteral("https://example.com/in"));
    respond(*ask, R"({"action":"accept"})");
    const QString text = result();
    QVERIFY2(text.contains(u"completed the URL elicitation"), qPrintable(text));
}

// -32042: the URL is visited, the call is sent again, and then the server asks by a request.
void TestEverythingAsks::urlByError()
{
    begin("trigger-url-elicitation",
        R"({"url":"https://example.com/in","elicitationId":"e2","errorPath":true})");
    const auto error = waits(Kind::Url);
    QVERIFY(error && error->isRound());
    QVERIFY(error->round().facts().kind == mcp::InputRound::Kind::Urls);
    QVERIFY(m_box->goOn(error->number, {}));
    const auto ask = waits(Kind::Url);
    QVERIFY(ask && !ask->isRound());
    respond(*ask, R"({"action":"accept"})");
    const QString text = result();
    QVERIFY2(text.contains(u"completed the URL elicitation"), qPrintable(text));
    QCOMPARE((*m_result)->rounds, 1);
}

void TestEverythingAsks::roots()
{
    begin("get-roots-list", "{}");
    const QString text = result();
    QVERIFY2(text.contains(u"file:///srv/a"), qPrintable(text));
    const auto asked = std::count_if(m_box->requests().begin(), m_box->requests().end(),
        [](const auto &ask) { return ask->questions.front().kind == Kind::Roots; });
    QVERIFY(asked > 0); // and answered as it was switched on
}

// 2025-11-25: the task is input_required, and the question comes in the response to tasks/result.
void TestEverythingAsks::taskThatAsks()
{
    mcp::TaskStore *store = mcp::TaskStore::of(m_peer->client.get());
    m_peer->request("tools/call",
        R"({"name":"simulate-research-query","arguments":)"
        R"({"topic":"python","ambiguous":true},"task":{"ttl":60000}})");
    QVERIFY2(m_peer->response && *m_peer->response, qPrintable(m_peer->problem()));
    QVERIFY(store->adopt(**m_peer->response, QStringLiteral("tools/call"),
        QStringLiteral("simulate-research-query")));
    const mcp::TaskStore::Entry &task = *store->tasks().back();
    const auto ask = waits(Kind::Form);
    QVERIFY(ask);
    QCOMPARE(ask->task, task.machine.facts().id);
    respond(*ask, R"({"action":"accept","content":{"interpretation":"programming"}})");
    QTRY_VERIFY_WITH_TIMEOUT(task.machine.isFinished(), kLongPatienceMs);
    QVERIFY(task.machine.facts().status == mcp::TaskStatus::Completed);
    QVERIFY(task.machine.outcome().result.find("Research Report") != std::string::npos);
}

// 2025-11-25: the client has the task, and the server asks for its state until it is answered.
void TestEverythingAsks::questionsAsTasks()
{
    begin("trigger-sampling-request-async", R"({"prompt":"a story","maxTokens":5})");
    auto ask = waits(Kind::Sampling);
    QVERIFY(ask);
    QVERIFY(!ask->ownTask().empty());
    respond(*ask, kText);
    const QString sampled = result();
    QVERIFY2(sampled.contains(u"[COMPLETED]") && sampled.contains(u"Short.")
            && sampled.contains(u"related-task"),
        qPrintable(sampled));

    begin("trigger-elicitation-request-async", "{}");
    ask = waits(Kind::Form);
    QVERIFY(ask);
    QVERIFY(!ask->ownTask().empty());
    respond(*ask, kFilled);
    const QString filled = result();
    QVERIFY2(filled.contains(u"[COMPLETED]") && filled.contains(u"Ada"), qPrintable(filled));

    begin("trigger-elicitation-request-async", "{}");
    ask = waits(Kind::Form);
    QVERIFY(ask);
    QVERIFY(m_box->refuse(ask->number, {-1, QStringLiteral("not now")}));
    const QString refused = result();
    QVERIFY2(refused.contains(u"[FAILED]"), qPrintable(refused));
}

void TestEverythingAsks::progress()
{
    mcp::CallOptions options;
    options.wantProgress = true;
    m_peer->call("trigger-long-running-operation", R"({"duration":0.3,"steps":3})", options);
    QVERIFY2(m_peer->response && *m_peer->response, qPrintable(m_peer->problem()));
    QCOMPARE((*m_peer->response)->progressCount, 3);
}

void TestEverythingAsks::logging()
{
    QVERIFY(m_peer->request("logging/setLevel", R"({"level":"debug"})"));
    m_peer->call("toggle-simulated-logging", "{}"); // says something at once
    QTRY_VERIFY_WITH_TIMEOUT(m_peer->count("notifications/message") > 0, kLongPatienceMs);
    m_peer->call("toggle-simulated-logging", "{}");
}

void TestEverythingAsks::theModernServerAsksInRounds_data()
{
    QTest::addColumn<bool>("http");
    QTest::newRow("stdio") << false;
    QTest::newRow("Streamable HTTP") << true;
}

void TestEverythingAsks::theModernServerAsksInRounds()
{
    QFETCH(bool, http);
    std::optional<NodeServer> server;
    if (http)
        server.emplace(QStringLiteral("modern"));
    connectTo(server ? urlConfig(server->url(QStringLiteral("/mcp")))
                     : nodeConfig({serversFolder() + u"modern.mjs"}));
    QVERIFY(m_peer->client->negotiated().era == mcp::Era::Modern);
    begin("confirm", R"({"what":"launch"})");
    auto ask = waits(Kind::Form);
    QVERIFY(ask && ask->isRound());
    respond(*ask, R"({"action":"accept","content":{"yes":false}})");
    ask = waits(Kind::Form); // it is not sure yet
    QVERIFY(ask);
    QCOMPARE(ask->round().facts().number, 2);
    QCOMPARE(ask->round().facts().before.size(), std::size_t(1));
    respond(*ask, R"({"action":"accept","content":{"yes":true}})");
    const QString text = result();
    QVERIFY2(text.contains(u"launch: done"), qPrintable(text));
    QCOMPARE((*m_result)->rounds, 2);

    if (!http) { // there it does not report changes
        m_peer.reset();
        return;
    }
    mcp::Subscription *changes =
        m_peer->client->listen(Bytes::copyOf(R"({"toolsListChanged":true})"));
    QTRY_VERIFY_WITH_TIMEOUT(changes->state() == mcp::Subscription::State::Active, kLongPatienceMs);
    m_peer->call("change", "{}");
    QTRY_VERIFY_WITH_TIMEOUT(
        m_peer->count("notifications/tools/list_changed") > 0, kLongPatienceMs);
    QVERIFY(m_peer->stop());
    m_peer.reset();
}

QTEST_GUILESS_MAIN(TestEverythingAsks)
#include "tst_everythingasks.moc"
