// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/inputrun.h"
#include "support/serverrequestrig.h"

#include <QTest>

using namespace sonde;
using review::ServerRequestQueue;
using review::State;

namespace {

QString cancel(int id)
{
    return QStringLiteral("echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                          "\"params\":{\"requestId\":%1,\"reason\":\"changed my mind\"}}'; ")
        .arg(id);
}

} // namespace

// What servers ask of the client, with real processes at the other end.
class TestServerRequestQueue : public QObject, private ServerRequestRig {
    Q_OBJECT
private Q_SLOTS:
    void init() { ServerRequestRig::init(this); }
    void cleanup() { ServerRequestRig::cleanup(); }

    void endsAsTheRaceWasWon_data();
    void endsAsTheRaceWasWon();
    void holdsAThousandAndRefusesMore();
    void refusesOneOfTwo();
    void respondsToOneInsideAnother();
    void refusesWhatWasNotDeclared();
    void respondsToRootsByItselfWhenToldTo();
    void asksInBothEras_data();
    void asksInBothEras();
    void goesThroughRounds();
    void stopsWhereAPersonSays();
    void aCancelledCallEndsItsRound();
    void aRoundEndsWithItsConnection();
    void asksAtMostAsManyTimesAsAllowed();
    void offersTheUrlsOfAnErrorAndSendsAgain();
};

void TestServerRequestQueue::endsAsTheRaceWasWon_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<int>("count"); // of questions
    QTest::addColumn<bool>("responseFirst");
    QTest::addColumn<int>("state"); // of the first
    QTest::addColumn<QString>("outcome");
    const QString done = QStringLiteral("read l; ") + cancel(7) + ask(99);
    QTest::newRow("answer after cancel")
        << ask(7) + cancel(7) + ask(99) << 2 << false << int(State::Withdrawn)
        << QStringLiteral("The server cancelled the request: changed my mind");
    QTest::newRow("cancel after answer")
        << ask(7) + done << 2 << true << int(State::Answered) << QStringLiteral("answered");
    QTest::newRow("two at once") << ask(7) + ask(8) + done << 3 << true << int(State::Answered)
                                 << QStringLiteral("answered");
    QTest::newRow("the connection is lost")
        << ask(7) + QStringLiteral("read l; exit 3; ") << 1 << false << int(State::Withdrawn)
        << QStringLiteral("The connection ended before the response arrived: exit code 3.");
}

void TestServerRequestQueue::endsAsTheRaceWasWon()
{
    QFETCH(QString, script);
    QFETCH(int, count);
    QFETCH(bool, responseFirst);
    talk(script);
    QTRY_VERIFY_WITH_TIMEOUT(!m_box->requests().empty(), kDeadline);
    if (responseFirst)
        QVERIFY(m_box->respond(1, Bytes::copyOf("{}")));
    else
        QVERIFY(m_client->notify(QStringLiteral("notifications/go"), Bytes()));
    QTRY_COMPARE_WITH_TIMEOUT(int(m_box->requests().size()), count, kDeadline);
    QTRY_VERIFY_WITH_TIMEOUT(!m_box->find(1)->waits(), kDeadline);
    QTEST(int(m_box->find(1)->state), "state");
    QTEST(m_box->find(1)->outcome, "outcome");
    const auto late = m_box->respond(1, Bytes::copyOf("{}"));
    QVERIFY(!late);
    QVERIFY2(
        late.error().sentence.contains(m_box->find(1)->outcome), qPrintable(late.error().sentence));
    QCOMPARE(m_box->waitingCount(), count - 1);
}

void TestServerRequestQueue::holdsAThousandAndRefusesMore()
{
    talk(QStringLiteral("i=2; while [ $i -le 1100 ]; do printf "
                        "'{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"sampling/createMessage\"}\\n'"
                        " $i; i=$((i+1)); done; "));
    QTRY_COMPARE_WITH_TIMEOUT(
        m_box->waitingCount(), int(ServerRequestQueue::kMaxWaiting), kDeadline);
    m_box->lose(QStringLiteral("s"), QStringLiteral("enough"));
    QCOMPARE(m_box->waitingCount(), 0);
    QCOMPARE(m_box->requests().size(), ServerRequestQueue::kMaxOver);
}

void TestServerRequestQueue::refusesOneOfTwo()
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

// Sampling inside sampling: the server needs the inner response before it takes the outer one.
void TestServerRequestQueue::respondsToOneInsideAnother()
{
    talk(ask(7) + ask(8) + QStringLiteral("read inner; read outer; case $inner in *'\"id\":8'*) ")
        + ask(9) + QStringLiteral(";; esac; "));
    QTRY_COMPARE_WITH_TIMEOUT(m_box->waitingCount(), 2, kDeadline);
    QVERIFY(m_box->respond(2, Bytes::copyOf("{}")));
    QVERIFY(m_box->find(1)->waits());
    QVERIFY(m_box->respond(1, Bytes::copyOf("{}")));
    QTRY_COMPARE_WITH_TIMEOUT(m_box->requests().size(), std::size_t(3), kDeadline);
    QCOMPARE(m_box->find(1)->state, State::Answered);
    QCOMPARE(m_box->find(2)->state, State::Answered);
}

void TestServerRequestQueue::refusesWhatWasNotDeclared()
{
    m_box->setStanding(QStringLiteral("s"),
        {QStringLiteral("2025-11-25"),
            std::make_shared<const json::Document>(
                json::Document::parse(std::string_view(R"({"roots":{}})"))),
            {}, false});
    talk(ask(7) + ask(8, "roots/list"));
    QTRY_COMPARE_WITH_TIMEOUT(m_box->requests().size(), std::size_t(2), kDeadline);
    QCOMPARE(m_box->find(1)->state, State::Automatic);
    QVERIFY(m_box->find(1)->outcome.contains(QLatin1String("not offer")));
    QVERIFY(m_box->find(2)->waits());
}

void TestServerRequestQueue::respondsToRootsByItselfWhenToldTo()
{
    for (const auto mode : {mcp::EraPolicy::Mode::Legacy, mcp::EraPolicy::Mode::Modern}) {
        cleanup();
        init();
        m_box->setStanding(QStringLiteral("s"),
            {QStringLiteral("2025-11-25"), nullptr,
                Bytes::copyOf(R"({"roots":[{"uri":"file:///srv/a"}]})"), true});
        openDemo(mode);
        call("list_roots");
        QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
        QCOMPARE(text(), QStringLiteral("file:///srv/a\n"));
        QCOMPARE(m_box->requests().size(), std::size_t(1));
        QCOMPARE(m_box->find(1)->state, State::Automatic);
    }
}

void TestServerRequestQueue::asksInBothEras_data()
{
    QTest::addColumn<int>("mode");
    QTest::newRow("a request of the server's") << int(mcp::EraPolicy::Mode::Legacy);
    QTest::newRow("an answer that asks") << int(mcp::EraPolicy::Mode::Modern);
}

void TestServerRequestQueue::asksInBothEras()
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
    const std::string response =
        R"({"role":"assistant","content":{"type":"text","text":"Short."},"model":"m"})";
    const auto sent = ask->isRound()
        ? m_box->goOn(1, Bytes::copyOf("{\"" + ask->questions[0].key + "\":" + response + '}'))
        : m_box->respond(1, Bytes::copyOf(response));
    QVERIFY(sent);
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
    QCOMPARE(text(), QStringLiteral("Short."));
    QCOMPARE((*m_result)->rounds, ask->isRound() ? 1 : 0);
}

// The server takes responses for its own state only, and asks again where one is missing.
void TestServerRequestQueue::goesThroughRounds()
{
    openDemo(mcp::EraPolicy::Mode::Modern);
    call("confirm_address");
    QTRY_COMPARE_WITH_TIMEOUT(m_box->waitingCount(), 1, kDeadline);
    QVERIFY(!m_box->goOn(1, Bytes::copyOf("{no json")));
    QVERIFY(m_box->find(1)->waits());
    QVERIFY(m_box->goOn(1, Bytes::copyOf("{}")));
    QTRY_COMPARE_WITH_TIMEOUT(m_box->requests().size(), std::size_t(2), kDeadline);
    const auto second = m_box->find(2);
    QCOMPARE(second->round().facts().number, 2);
    QCOMPARE(second->round().facts().before.size(), std::size_t(1));
    const std::string declined = "{\"" + second->questions[0].key + "\":{\"action\":\"decline\"}}";
    QVERIFY(m_box->goOn(2, Bytes::copyOf(declined)));
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
    QCOMPARE(text(), QStringLiteral("Not confirmed: decline"));
}

void TestServerRequestQueue::stopsWhereAPersonSays()
{
    openDemo(mcp::EraPolicy::Mode::Modern);
    call("confirm_address");
    QTRY_COMPARE_WITH_TIMEOUT(m_box->waitingCount(), 1, kDeadline);
    QVERIFY(m_box->stop(1));
    QVERIFY(m_result.has_value());
    QVERIFY(mcp::isInputRequired((*m_result)->result()));
    QCOMPARE(m_box->find(1)->state, State::Stopped);
}

void TestServerRequestQueue::aCancelledCallEndsItsRound()
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

void TestServerRequestQueue::aRoundEndsWithItsConnection()
{
    openDemo(mcp::EraPolicy::Mode::Modern);
    call("confirm_address");
    QTRY_COMPARE_WITH_TIMEOUT(m_box->waitingCount(), 1, kDeadline);
    m_client->stop();
    QVERIFY(m_result.has_value());
    QCOMPARE(m_result->error().domain, Domain::Transport);
    QCOMPARE(m_box->find(1)->state, State::Withdrawn);
}

void TestServerRequestQueue::asksAtMostAsManyTimesAsAllowed()
{
    openDemo(mcp::EraPolicy::Mode::Modern);
    call("confirm_address");
    for (int round = 1; round <= mcp::InputRun::kMaxRounds; ++round) {
        QTRY_COMPARE_WITH_TIMEOUT(m_box->requests().size(), std::size_t(round), kDeadline);
        QVERIFY(m_box->goOn(quint64(round), Bytes::copyOf("{}")));
    }
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kDeadline);
    QVERIFY(!*m_result);
    QCOMPARE(m_result->error().domain, Domain::Protocol);
    QVERIFY2(text().contains(QLatin1String("10 times")), qPrintable(text()));
    QCOMPARE(m_box->waitingCount(), 0);
}

void TestServerRequestQueue::offersTheUrlsOfAnErrorAndSendsAgain()
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

QTEST_GUILESS_MAIN(TestServerRequestQueue)
#include "tst_serverrequestqueue.moc"
