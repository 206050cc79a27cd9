// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client.h"
#include "review/askbox.h"
#include "review/rulerunner.h"

#include <QPointer>
#include <QTest>

using namespace sonde;
using review::AskBox;
using review::State;

namespace {

constexpr int kDeadline = 20'000;

// A server that says what a test wants, after initialize: one line for each line it reads.
constexpr char kTalker[] =
    "read l; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\","
    "\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}'; read l; ";

QString ask(int id, const char *method = "sampling/createMessage")
{
    return QStringLiteral("echo '{\"jsonrpc\":\"2.0\",\"id\":%1,\"method\":\"%2\","
                          "\"params\":{\"messages\":[],\"maxTokens\":1}}'; ")
        .arg(id)
        .arg(QLatin1String(method));
}

QString cancel(int id)
{
    return QStringLiteral("echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                          "\"params\":{\"requestId\":%1,\"reason\":\"changed my mind\"}}'; ")
        .arg(id);
}

} // namespace

// What servers ask of the client, with real processes at the other end.
class TestAskBox : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void endsAsTheRaceWasWon_data();
    void endsAsTheRaceWasWon();
    void holdsAThousandAndRefusesMore();
    void refusesOneOfTwo();
    void refusesWhatWasNotDeclared();
    void answersRootsByItselfWhenToldTo();
    void asksInBothEras_data();
    void asksInBothEras();
    void goesThroughRounds();
    void stopsWhereAPersonSays();
    void aCancelledCallEndsItsRound();
    void aRoundEndsWithItsConnection();
    void offersTheUrlsOfAnErrorAndSendsAgain();
    void answersByRules_data();
    void answersByRules();
    void leavesToAPersonWhatNoRuleAnswers_data();
    void leavesToAPersonWhatNoRuleAnswers();

private:
    void setRules(const QByteArray &text);
    mcp::ClientConfig config(const QString &program, const QStringList &arguments);
    void open(mcp::ClientConfig config);
    void talk(const QString &script);
    void openDemo(mcp::EraPolicy::Mode mode);
    void call(const char *tool, const char *arguments = "{}");
    QString text() const; // of the call's result

    std::unique_ptr<AskBox> m_box;
    std::unique_ptr<review::RuleRunner> m_rules;
    std::unique_ptr<mcp::Client> m_client;
    std::optional<Result<mcp::Answer>> m_result;
    RequestHandle m_call;
};

void TestAskBox::init()
{
    m_box = std::make_unique<AskBox>();
    m_result.reset();
}

void TestAskBox::cleanup()
{
    m_client.reset();
    m_rules.reset();
    m_box.reset();
}

mcp::ClientConfig TestAskBox::config(const QString &program, const QStringList &arguments)
{
    const QString name = QStringLiteral("s");
    mcp::ClientConfig config;
    config.name = name;
    config.launch.program = program;
    config.launch.arguments = arguments;
    config.launch.patience = std::chrono::milliseconds(300);
    config.capabilities = R"({"sampling":{},"elicitation":{"form":{},"url":{}},"roots":{}})";
    config.onRequest = [this, name](const auto &request) { m_box->take(name, request); };
    config.onWithdrawn = [this, name](
                             const auto &id, const auto &why) { m_box->withdraw(name, id, why); };
    config.onInput = [this, name](const auto &round) { m_box->take(name, round); };
    config.onInputOver = [this](
                             const auto &round, const auto &why) { m_box->withdraw(round, why); };
    return config;
}

void TestAskBox::open(mcp::ClientConfig config)
{
    m_client = std::make_unique<mcp::Client>(std::move(config));
    m_client->start();
    QTRY_COMPARE_WITH_TIMEOUT(m_client->state(), mcp::ClientState::Ready, kDeadline);
}

void TestAskBox::talk(const QString &script)
{
    auto c = config(QStringLiteral("sh"),
        {QStringLiteral("-c"), QString::fromLatin1(kTalker) + script + QStringLiteral("cat")});
    c.era.mode = mcp::EraPolicy::Mode::Legacy;
    open(std::move(c));
}

void TestAskBox::openDemo(mcp::EraPolicy::Mode mode)
{
    auto c = config(QStringLiteral(SONDE_BIN_DIR "/sonde-demo-server"), {});
    c.era.mode = mode;
    open(std::move(c));
}

void TestAskBox::call(const char *tool, const char *arguments)
{
    m_result.reset();
    m_call = m_client->callTool(QString::fromLatin1(tool), Bytes::copyOf(arguments), {}, this,
        [this](Result<mcp::Answer> result) { m_result = std::move(result); });
}

QString TestAskBox::text() const
{
    if (!m_result)
        return QStringLiteral("(nothing)");
    return m_result->ok() ? (*m_result)->result()["content"].first()["text"].toString()
                          : m_result->error().sentence;
}

void TestAskBox::endsAsTheRaceWasWon_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<int>("count"); // of questions
    QTest::addColumn<bool>("answerFirst");
    QTest::addColumn<int>("state"); // of the first
    QTest::addColumn<QString>("outcome");
    const QString done = QStringLiteral("read l; ") + cancel(7) + ask(99);
    QTest::newRow("answer after cancel")
        << ask(7) + cancel(7) + ask(99) << 2 << false << int(State::Withdrawn)
        << QStringLiteral("The server withdrew it: changed my mind");
    QTest::newRow("cancel after answer")
        << ask(7) + done << 2 << true << int(State::Answered) << QStringLiteral("answered");
    QTest::newRow("two at once") << ask(7) + ask(8) + done << 3 << true << int(State::Answered)
                                 << QStringLiteral("answered");
    QTest::newRow("the connection is lost")
        << ask(7) + QStringLiteral("read l; exit 3; ") << 1 << false << int(State::Withdrawn)
        << QStringLiteral("The connection ended before the answer: exit code 3.");
}

void TestAskBox::endsAsTheRaceWasWon()
{
    QFETCH(QString, script);
    QFETCH(int, count);
    QFETCH(bool, answerFirst);
    talk(script);
    QTRY_VERIFY_WITH_TIMEOUT(!m_box->asks().empty(), kDeadline);
    if (answerFirst)
        QVERIFY(m_box->answer(1, Bytes::copyOf("{}")));
    else
        QVERIFY(m_client->notify(QStringLiteral("notifications/go"), Bytes()));
    QTRY_COMPARE_WITH_TIMEOUT(int(m_box->asks().size()), count, kDeadline);
    QTRY_VERIFY_WITH_TIMEOUT(!m_box->find(1)->waits(), kDeadline);
    QTEST(int(m_box->find(1)->state), "state");
    QTEST(m_box->find(1)->outcome, "outcome");
    const auto late = m_box->answer(1, Bytes::copyOf("{}"));
    QVERIFY(!late);
    QVERIFY2(
        late.error().sentence.contains(m_box->find(1)->outcome), qPrintable(late.error().sentence));
    QCOMPARE(m_box->waitingCount(), count - 1);
}

void TestAskBox::holdsAThousandAndRefusesMore()
{
    talk(QStringLiteral("i=2; while [ $i -le 1100 ]; do printf "
                        "'{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"sampling/createMessage\"}\\n'"
                        " $i; i=$((i+1)); done; "));
    QTRY_COMPARE_WITH_TIMEOUT(m_box->waitingCount(), int(AskBox::kMaxWaiting), kDeadline);
    m_box->lose(QStringLiteral("s"), QStringLiteral("enough"));
    QCOMPARE(m_box->waitingCount(), 0);
    QCOMPARE(m_box->asks().size(), AskBox::kMaxOver);
}

void TestAskBox::refusesOneOfTwo()
{
    QString script;
    for (int id = 2; id < 4; ++id)
        script += ask(id);
    talk(script);
    QTRY_COMPARE_WITH_TIMEOUT(m_box->waitingCount(), 2, kDeadline);
    QVERIFY(m_box->refuse(2, review::rejectedSampling()));
    QCOMPARE(
        m_box->find(2)->outcome, QStringLiteral("refused with -1: User rejected sampling request"));
    QVERIFY(m_box->find(1)->waits());
    QVERIFY(!m_box->find(3));
}

void TestAskBox::refusesWhatWasNotDeclared()
{
    m_box->setStanding(QStringLiteral("s"),
        {QStringLiteral("2025-11-25"),
            std::make_shared<const json::Document>(
                json::Document::parse(std::string_view(R"({"roots":{}})"))),
            {}, false});
    talk(ask(7) + ask(8, "roots/list"));
    QTRY_COMPARE_WITH_TIMEOUT(m_box->asks().size(), std::size_t(2), kDeadline);
    QCOMPARE(m_box->find(1)->state, State::Automatic);
    QVERIFY(m_box->find(1)->outcome.contains(QLatin1String("not offer")));
    QVERIFY(m_box->find(2)->waits());
}

void TestAskBox::answersRootsByItselfWhenToldTo()
{
    for (const auto mode : {mcp::EraPolicy::Mode::Legacy, mcp::EraPolicy::Mode::Modern}) {
        m_box = std::make_unique<AskBox>();
        m_box->setStanding(QStringLiteral("s"),
            {QStringLiteral("2025-11-25"), nullptr,
                Bytes::copyOf(R"({"roots":[{"uri":"file:///srv/a"}]})"), true});
        openDemo(mode);
        call("list_roots");
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
        QCOMPARE(text(), QStringLiteral("file:///srv/a\n"));
        QCOMPARE(m_box->asks().size(), std::size_t(1));
        QCOMPARE(m_box->find(1)->state, State::Automatic);
    }
}

void TestAskBox::asksInBothEras_data()
{
    QTest::addColumn<int>("mode");
    QTest::newRow("a request of the server's") << int(mcp::EraPolicy::Mode::Legacy);
    QTest::newRow("an answer that asks") << int(mcp::EraPolicy::Mode::Modern);
}

void TestAskBox::asksInBothEras()
{
    QFETCH(int, mode);
    openDemo(mcp::EraPolicy::Mode(mode));
    call("summarize", R"({"text":"a long story"})");
    QTRY_COMPARE_WITH_TIMEOUT(m_box->waitingCount(), 1, kDeadline);
    const auto ask = m_box->find(1);
    QCOMPARE(ask->questions.size(), std::size_t(1));
    QCOMPARE(ask->questions[0].kind, review::Kind::Sampling);
    QCOMPARE(review::summaryOf(ask->questions[0]), QStringLiteral("4 messages, 1 image"));
    QCOMPARE(QString::fromStdString(ask->cause.target), QStringLiteral("summarize"));
    const std::string answer =
        R"({"role":"assistant","content":{"type":"text","text":"Short."},"model":"m"})";
    const auto sent = ask->isRound()
        ? m_box->goOn(1, Bytes::copyOf("{\"" + ask->questions[0].key + "\":" + answer + '}'))
        : m_box->answer(1, Bytes::copyOf(answer));
    QVERIFY(sent);
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
    QCOMPARE(text(), QStringLiteral("Short."));
    QCOMPARE((*m_result)->rounds, ask->isRound() ? 1 : 0);
}

// The server takes answers for its own state only, and asks again where one is missing.
void TestAskBox::goesThroughRounds()
{
    openDemo(mcp::EraPolicy::Mode::Modern);
    call("confirm_address");
    QTRY_COMPARE_WITH_TIMEOUT(m_box->waitingCount(), 1, kDeadline);
    QVERIFY(!m_box->goOn(1, Bytes::copyOf("{no json")));
    QVERIFY(m_box->find(1)->waits());
    QVERIFY(m_box->goOn(1, Bytes::copyOf("{}")));
    QTRY_COMPARE_WITH_TIMEOUT(m_box->asks().size(), std::size_t(2), kDeadline);
    const auto second = m_box->find(2);
    QCOMPARE(second->round().facts().number, 2);
    QCOMPARE(second->round().facts().before.size(), std::size_t(1));
    const std::string declined = "{\"" + second->questions[0].key + "\":{\"action\":\"decline\"}}";
    QVERIFY(m_box->goOn(2, Bytes::copyOf(declined)));
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
    QCOMPARE(text(), QStringLiteral("Not confirmed: decline"));
}

void TestAskBox::stopsWhereAPersonSays()
{
    openDemo(mcp::EraPolicy::Mode::Modern);
    call("confirm_address");
    QTRY_COMPARE_WITH_TIMEOUT(m_box->waitingCount(), 1, kDeadline);
    QVERIFY(m_box->stop(1));
    QVERIFY(m_result.has_value());
    QVERIFY(mcp::isInputRequired((*m_result)->result()));
    QCOMPARE(m_box->find(1)->state, State::Stopped);
}

void TestAskBox::aCancelledCallEndsItsRound()
{
    openDemo(mcp::EraPolicy::Mode::Modern);
    call("confirm_address");
    QTRY_COMPARE_WITH_TIMEOUT(m_box->waitingCount(), 1, kDeadline);
    m_call.cancel();
    QVERIFY(!m_result.has_value());
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
    QCOMPARE(m_result->error().domain, Domain::Cancelled);
    QCOMPARE(m_box->find(1)->state, State::Withdrawn);
}

void TestAskBox::aRoundEndsWithItsConnection()
{
    openDemo(mcp::EraPolicy::Mode::Modern);
    call("confirm_address");
    QTRY_COMPARE_WITH_TIMEOUT(m_box->waitingCount(), 1, kDeadline);
    m_client->stop();
    QVERIFY(m_result.has_value());
    QCOMPARE(m_result->error().domain, Domain::Transport);
    QCOMPARE(m_box->find(1)->state, State::Withdrawn);
}

void TestAskBox::offersTheUrlsOfAnErrorAndSendsAgain()
{
    talk(QStringLiteral(
        "read l; echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32042,\"message\":\"x\","
        "\"data\":{\"elicitations\":[{\"mode\":\"url\",\"elicitationId\":\"e\",\"url\":"
        "\"https://example.com/\",\"message\":\"Sign in\"}]}}}'; "
        "read l; echo '{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[{\"type\":\"text\","
        "\"text\":\"in\"}]}}'; "));
    call("t");
    QTRY_COMPARE_WITH_TIMEOUT(m_box->waitingCount(), 1, kDeadline);
    const auto ask = m_box->find(1);
    QCOMPARE(ask->questions.size(), std::size_t(1));
    QCOMPARE(ask->questions[0].kind, review::Kind::Url);
    QCOMPARE(ask->questions[0].key, std::string("e"));
    QVERIFY(m_box->goOn(1, {}));
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
    QCOMPARE(text(), QStringLiteral("in"));
}

void TestAskBox::setRules(const QByteArray &text)
{
    const auto rules =
        review::rulesFromJson(json::Document::parse(Bytes::fromByteArray(text)).root());
    QVERIFY2(rules, rules ? "" : qPrintable(rules.error().sentence));
    m_rules = std::make_unique<review::RuleRunner>(m_box.get());
    m_rules->setRules(QStringLiteral("s"), *rules);
}

void TestAskBox::answersByRules_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<QString>("expected"); // of the tool
    const auto rows = [](const char *name, const char *rules, const char *expected) {
        for (const auto mode : {mcp::EraPolicy::Mode::Legacy, mcp::EraPolicy::Mode::Modern}) {
            const bool legacy = mode == mcp::EraPolicy::Mode::Legacy;
            QTest::addRow("%s, %s", name, legacy ? "by request" : "by round")
                << int(mode) << QByteArray(rules) << QString::fromLatin1(expected);
        }
    };
    rows("a fixed answer",
        "[{\"when\":\"params.maxTokens < 0\",\"decline\":true},{\"method\":"
        "\"sampling/createMessage\",\"answer\":{\"role\":\"assistant\",\"model\":\"m\",\"content\":"
        "{\"type\":\"text\",\"text\":\"Short.\"}}}]",
        "Short.");
    rows("values of the request, after a delay",
        "[{\"when\":\"target == \\\"summarize\\\"\",\"delayMs\":20,\"answer\":{\"role\":"
        "\"{{/messages/0/role}}\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":"
        "\"{{/messages/0/content/text}}\"}}}]",
        "This is the chart of the week.");
    rows("a program",
        "[{\"program\":[\"sh\",\"-c\",\"grep -q messages && echo "
        "'{\\\"role\\\":\\\"assistant\\\",\\\"model\\\":\\\"m\\\",\\\"content\\\":"
        "{\\\"type\\\":\\\"text\\\",\\\"text\\\":\\\"Piped.\\\"}}'\"]}]",
        "Piped.");
}

void TestAskBox::answersByRules()
{
    QFETCH(int, mode);
    QFETCH(QByteArray, rules);
    QFETCH(QString, expected);
    setRules(rules);
    openDemo(mcp::EraPolicy::Mode(mode));
    call("summarize", R"({"text":"a long story"})");
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
    QVERIFY2(text().contains(expected), qPrintable(text()));
    QCOMPARE(m_box->find(1)->state, State::Automatic);
    QVERIFY2(m_box->find(1)->outcome.startsWith(QLatin1String("rule ")),
        qPrintable(m_box->find(1)->outcome));
    QCOMPARE(m_box->waitingCount(), 0);
}

void TestAskBox::leavesToAPersonWhatNoRuleAnswers_data()
{
    QTest::addColumn<QByteArray>("rules");
    QTest::newRow("no rule") << QByteArray("[]");
    QTest::newRow("no rule for it") << QByteArray("[{\"method\":\"roots/list\",\"decline\":true}]");
    QTest::newRow("ask me, whatever follows") << QByteArray("[{\"ask\":true},{\"decline\":true}]");
    QTest::newRow("the program fails") << QByteArray("[{\"program\":[\"false\"]}]");
    QTest::newRow("there is no program")
        << QByteArray("[{\"program\":[\"/nonexistent/program\"]}]");
}

void TestAskBox::leavesToAPersonWhatNoRuleAnswers()
{
    QFETCH(QByteArray, rules);
    setRules(rules);
    talk(ask(7) + ask(8, "roots/list") + QStringLiteral("read l; ") + ask(9));
    QTRY_VERIFY_WITH_TIMEOUT(m_box->find(1) != nullptr, kDeadline);
    QVERIFY(m_box->find(1)->waits());
    QVERIFY(m_box->answer(1, Bytes::copyOf("{}")));
    QTRY_VERIFY_WITH_TIMEOUT(m_box->asks().size() >= 3, kDeadline);
    QCOMPARE(m_box->find(1)->state, State::Answered);
    QCOMPARE(m_box->find(1)->outcome, QStringLiteral("answered"));
}

QTEST_GUILESS_MAIN(TestAskBox)
#include "tst_askbox.moc"
