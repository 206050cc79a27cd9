// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/lanerig.h"
#include "support/recordedhttp.h"

#include <QTest>

using namespace sonde;
using namespace sonde::models;
using sonde::test::RecordedHttp;
using namespace sonde::tests;
using Kind = TimeLanes::Kind;

class TestLaneNesting : public QObject, LaneRig {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void roundsStandBelowTheirCall();
    void aFurtherRoundThatRunsKeepsTheCallOpen();
    void roundsAreFoundByTheirState();
    void aLargeRoundIsReadInTheBackground();
    void anotherCallOfTheToolIsNoRound();
    void aChangedStateIsStillTheOnlyCall();
    void pollsStandBelowTheCallThatBecameATask();
    void aTaskOf2025StandsTheSame();
    void whatTheServerAsksStandsBelowTheCall();
    void exchangesStandBelowTheirCalls();
    void exchangesOfNoCallStandAlone();
    void isTheSameHoweverItComes();
    void manyRequestsBelowACallShareALane();

private:
    void call(int id, const char *more = "");
    void respond(int id, const char *result = "{}");
    void poll(int id, const char *method = "tasks/get");
    std::vector<trace::Number> numbers(const Lane *lane) const;
    const Lane *below(const QString &parent, const QString &title) const;
    QStringList titles() const;
    static Stamp at(std::int64_t ms) { return {kStart + ms * kMs, kStart + ms * kMs}; }
    void http(RecordedHttp &wire, int lane, int id, std::int64_t from, const char *tool);
};

void TestLaneNesting::call(int id, const char *more)
{
    LaneRig::call(id, "trip", more);
    m_feed->advance(kMs);
}

void TestLaneNesting::respond(int id, const char *result)
{
    LaneRig::respond(id, result);
    m_feed->advance(kMs);
}

void TestLaneNesting::poll(int id, const char *method)
{
    m_feed->sent(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" + method
        + R"(","params":{"taskId":"map-7"}})");
    m_feed->advance(kMs);
    respond(id);
}

std::vector<trace::Number> TestLaneNesting::numbers(const Lane *lane) const
{
    std::vector<trace::Number> all;
    for (trace::Number number = lane ? m_lanes->nearest(*lane, 0) : 0; number != 0;
         number = m_lanes->neighbour(*lane, number, 1))
        all.push_back(number);
    return all;
}

const TimeLanes::Lane *TestLaneNesting::below(const QString &parent, const QString &title) const
{
    for (const Lane *lane : m_lanes->lanes()) {
        if (lane->title == title && lane->parent && lane->parent->title == parent)
            return lane;
    }
    return nullptr;
}

// With two blanks before what stands below a call.
QStringList TestLaneNesting::titles() const
{
    QStringList all;
    for (const Lane *lane : m_lanes->lanes())
        all << (lane->parent ? QStringLiteral("  ") + lane->title : lane->title);
    return all;
}

void TestLaneNesting::http(
    RecordedHttp &wire, int lane, int id, std::int64_t from, const char *tool)
{
    const std::string request = R"({"jsonrpc":"2.0","id":)" + std::to_string(id)
        + R"(,"method":"tools/call","params":{"name":")" + tool + R"("}})";
    const std::string result =
        R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"result":{}})";
    wire.request(lane, "POST", "/mcp", "POST /mcp HTTP/1.1\r\n\r\n", request, at(from));
    wire.respond(lane, 200, "HTTP/1.1 200 OK\r\n\r\n", at(from + 5));
    wire.body(lane, result, at(from + 9));
    wire.end(lane, rpc::Exchange::State::Done, at(from + 10));
}

void TestLaneNesting::init()
{
    start();
}

void TestLaneNesting::roundsStandBelowTheirCall()
{
    call(1); // 1, at 0 ms
    respond(1, R"({"resultType":"input_required","requestState":"a","inputRequests":{}})"); // 2
    m_feed->advance(10 * kMs);
    call(2, R"(,"requestState":"a","inputResponses":{})"); // 3, at 12 ms
    respond(2, R"({"resultType":"input_required","requestState":"b","inputRequests":{}})"); // 4
    call(3, R"(,"requestState":"b","inputResponses":{})"); // 5, at 14 ms
    respond(3, R"({"isError":true})"); // 6, at 15 ms
    m_model->drainNow();

    QCOMPARE(titles(),
        QStringList({QStringLiteral("demo"), QStringLiteral("tools/call trip"),
            QStringLiteral("  rounds")}));
    const Lane *calls = top(QStringLiteral("tools/call trip"));
    const auto whole = pieces(calls);
    QCOMPARE(whole.size(), std::size_t(1)); // one span covers all of it
    QCOMPARE(whole[0].begin, kStart);
    QCOMPARE(whole[0].end, kStart + 15 * kMs);
    QCOMPARE(whole[0].sign, Sign::ToolError); // as the last round ended
    const Lane *rounds = below(QStringLiteral("tools/call trip"), QStringLiteral("rounds"));
    const auto parts = pieces(rounds);
    QCOMPARE(parts.size(), std::size_t(3));
    QCOMPARE(parts[0].number, 1U);
    QCOMPARE(parts[0].end, kStart + kMs);
    QCOMPARE(parts[0].waited, kStart + 12 * kMs); // for the input
    QCOMPARE(parts[1].number, 3U);
    QCOMPARE(parts[2].number, 5U);
    QCOMPARE(parts[2].waited, 0);
    QCOMPARE(rounds->rowCount, 1);

    QCOMPARE(m_lanes->laneOf(1), calls); // the first is the call
    QCOMPARE(m_lanes->laneOf(3), rounds);
    QCOMPARE(m_lanes->laneOf(6), rounds); // the response of a round
    QCOMPARE(m_lanes->pieceOf(1, m_now).end, kStart + 15 * kMs);
    QCOMPARE(m_lanes->pieceOf(1, m_now, rounds).end, kStart + kMs);
    QCOMPARE(m_lanes->roleOf(*rounds, 1), QStringLiteral("round 1 of call #1"));
    QCOMPARE(m_lanes->roleOf(*rounds, 5), QStringLiteral("round 3 of call #1"));
    QCOMPARE(m_lanes->roleOf(*calls, 1), QString());
}

void TestLaneNesting::aFurtherRoundThatRunsKeepsTheCallOpen()
{
    call(1);
    respond(1, R"({"resultType":"input_required","requestState":"a"})");
    m_model->drainNow();
    const Lane *calls = top(QStringLiteral("tools/call trip"));
    QVERIFY(!pieces(calls)[0].open);
    call(2, R"(,"requestState":"a")");
    m_model->drainNow();
    QVERIFY(pieces(calls)[0].open);
    QCOMPARE(pieces(calls)[0].end, m_now);
    respond(2);
    m_model->drainNow();
    QVERIFY(!pieces(calls)[0].open);
    QCOMPARE(pieces(calls)[0].end, kStart + 3 * kMs);
}

void TestLaneNesting::roundsAreFoundByTheirState()
{
    call(1); // 1
    call(2); // 2
    respond(1, R"({"resultType":"input_required","requestState":"a"})"); // 3
    respond(2, R"({"resultType":"input_required","requestState":"b"})"); // 4
    call(3, R"(,"requestState":"b")"); // 5
    call(4, R"(,"requestState":"a")"); // 6
    m_model->drainNow();
    const Lane *rounds = below(QStringLiteral("tools/call trip"), QStringLiteral("rounds"));
    QCOMPARE(numbers(rounds), std::vector<trace::Number>({1, 2, 5, 6}));
    QCOMPARE(m_lanes->roleOf(*rounds, 5), QStringLiteral("round 2 of call #2"));
    QCOMPARE(m_lanes->roleOf(*rounds, 6), QStringLiteral("round 2 of call #1"));
    QCOMPARE(rounds->rowCount, 2); // they run at the same time
    const auto all = pieces(rounds);
    for (const Piece &piece : all) {
        for (const Piece &other : all) { // none lies on another one
            QVERIFY(piece.number == other.number || piece.row != other.row
                || piece.until() <= other.begin || other.until() <= piece.begin);
        }
    }
}

void TestLaneNesting::aLargeRoundIsReadInTheBackground()
{
    const std::string filler(TimeLanes::kReadAtOnce, 'x');
    call(1); // 1
    respond(1,
        (R"({"x":")" + filler + R"(","resultType":"input_required","requestState":"a"})").c_str());
    call(2, (R"(,"requestState":"a","x":")" + filler + '"').c_str()); // 3
    respond(2);
    call(3); // 5: another one
    m_model->drainNow();
    QVERIFY(!top(QStringLiteral("tools/call trip"))
        || numbers(top(QStringLiteral("tools/call trip"))).size() == 1);
    QTRY_VERIFY(below(QStringLiteral("tools/call trip"), QStringLiteral("rounds")));
    QTRY_COMPARE(
        numbers(top(QStringLiteral("tools/call trip"))), std::vector<trace::Number>({1, 5}));
    QCOMPARE(numbers(below(QStringLiteral("tools/call trip"), QStringLiteral("rounds"))),
        std::vector<trace::Number>({1, 3}));
    // What it was about is over before that is read.
    call(4);
    respond(4, (R"({"x":")" + filler + R"(","resultType":"input_required"})").c_str());
    m_model->drainNow();
    m_lanes.reset();
}

void TestLaneNesting::anotherCallOfTheToolIsNoRound()
{
    call(1);
    respond(1, R"({"resultType":"input_required","requestState":"a"})");
    call(2);
    respond(2);
    m_model->drainNow();
    QVERIFY(!below(QStringLiteral("tools/call trip"), QStringLiteral("rounds")));
    QCOMPARE(pieces(top(QStringLiteral("tools/call trip"))).size(), std::size_t(2));
}

void TestLaneNesting::aChangedStateIsStillTheOnlyCall()
{
    call(1); // 1
    respond(1, R"({"resultType":"input_required","requestState":"a"})");
    call(2, R"(,"requestState":"tampered")"); // 3
    respond(2);
    m_model->drainNow();
    const Lane *rounds = below(QStringLiteral("tools/call trip"), QStringLiteral("rounds"));
    QCOMPARE(numbers(rounds), std::vector<trace::Number>({1, 3}));
}

void TestLaneNesting::pollsStandBelowTheCallThatBecameATask()
{
    call(1); // 1
    respond(1, R"({"resultType":"task","taskId":"map-7","status":"working"})"); // 2
    poll(2); // 3, 4
    poll(3); // 5, 6, until 6 ms
    poll(4, "tasks/cancel"); // 7, 8, until 8 ms
    m_model->drainNow();
    QCOMPARE(titles(),
        QStringList({QStringLiteral("demo"), QStringLiteral("tools/call trip"),
            QStringLiteral("  tasks/get"), QStringLiteral("  tasks/cancel")}));
    const auto whole = pieces(top(QStringLiteral("tools/call trip")));
    QCOMPARE(whole.size(), std::size_t(1));
    QCOMPARE(whole[0].look, Look::Task);
    QCOMPARE(whole[0].end, kStart + 7 * kMs);
    const Lane *polls = below(QStringLiteral("tools/call trip"), QStringLiteral("tasks/get"));
    QCOMPARE(numbers(polls), std::vector<trace::Number>({3, 5}));
    QCOMPARE(m_lanes->roleOf(*polls, 5), QStringLiteral("poll of task map-7"));
    QCOMPARE(m_lanes->roleOf(*m_lanes->laneOf(7), 7), QStringLiteral("tasks/cancel of task map-7"));
}

void TestLaneNesting::aTaskOf2025StandsTheSame()
{
    call(1, R"(,"task":{})");
    respond(1, R"({"task":{"taskId":"map-7","status":"working"}})");
    poll(2, "tasks/result");
    m_model->drainNow();
    QVERIFY(below(QStringLiteral("tools/call trip"), QStringLiteral("tasks/result")));
    m_model->clear(); // then it is no longer known whose task it is
    poll(3);
    m_model->drainNow();
    QVERIFY(top(QStringLiteral("tasks/get map-7")));
}

void TestLaneNesting::whatTheServerAsksStandsBelowTheCall()
{
    call(1); // 1
    m_feed->received(R"({"jsonrpc":"2.0","id":"s","method":"sampling/createMessage"})"); // 2
    call(2); // 3
    m_feed->received(R"({"jsonrpc":"2.0","id":"t","method":"roots/list"})"); // 4: of which?
    m_model->drainNow();
    const Lane *asked =
        below(QStringLiteral("tools/call trip"), QStringLiteral("sampling/createMessage"));
    QCOMPARE(numbers(asked), std::vector<trace::Number>({2}));
    QCOMPARE(pieces(asked)[0].look, Look::Waiting);
    QCOMPARE(m_lanes->roleOf(*asked, 2), QStringLiteral("server request during call #1"));
    QVERIFY(top(QStringLiteral("roots/list")));
}

void TestLaneNesting::exchangesStandBelowTheirCalls()
{
    RecordedHttp wire(*m_recorder);
    http(wire, 0, 1, 0, "a"); // 1 exchange, 2, 3
    http(wire, 0, 2, 20, "b"); // 4, 5, 6
    http(wire, 0, 3, 40, "a"); // 7, 8, 9
    m_model->drainNow();
    QCOMPARE(titles(),
        QStringList({QStringLiteral("demo"), QStringLiteral("tools/call a"),
            QStringLiteral("  HTTP exchanges"), QStringLiteral("tools/call b"),
            QStringLiteral("  HTTP exchanges")}));
    const Lane *ofA = below(QStringLiteral("tools/call a"), QStringLiteral("HTTP exchanges"));
    QCOMPARE(numbers(ofA), std::vector<trace::Number>({1, 7}));
    QCOMPARE(pieces(ofA)[1].end, kStart + 50 * kMs);
    QCOMPARE(m_lanes->laneOf(7), ofA);
    QCOMPARE(m_lanes->pieceOf(7, m_now).number, 7U);
    QCOMPARE(m_lanes->roleOf(*ofA, 7), QStringLiteral("HTTP exchange of call #8"));
}

void TestLaneNesting::exchangesOfNoCallStandAlone()
{
    RecordedHttp wire(*m_recorder);
    wire.request(0, "GET", "/mcp", "GET /mcp HTTP/1.1\r\n\r\n", "", at(0)); // 1, open
    m_model->drainNow();
    const Lane *alone = top(QStringLiteral("HTTP exchanges"));
    QVERIFY(alone);
    QCOMPARE(numbers(alone), std::vector<trace::Number>({1}));
    wire.request(1, "POST", "/mcp", "POST /mcp HTTP/1.1\r\n\r\n",
        R"({"jsonrpc":"2.0","method":"notifications/initialized"})", at(1)); // 3 with its message
    m_model->drainNow();
    const trace::Number second = numbers(alone).back();
    QCOMPARE(numbers(alone).size(), std::size_t(2));
    QCOMPARE(m_lanes->laneOf(second), alone);
    QCOMPARE(m_lanes->roleOf(*alone, second), QString());
}

// One message after the other, as while it runs, and all at once, as from a file.
void TestLaneNesting::isTheSameHoweverItComes()
{
    RecordedHttp wire(*m_recorder, 1, QStringLiteral("web"));
    for (int i = 0; i < 40; ++i) {
        http(wire, i % 3, i, i * 30, i % 2 ? "a" : "b");
        m_model->drainNow();
        call(100 + 2 * i);
        m_model->drainNow();
        respond(100 + 2 * i, R"({"resultType":"input_required","requestState":"s"})");
        call(101 + 2 * i, R"(,"requestState":"s")");
        m_model->drainNow();
        respond(101 + 2 * i, R"({"resultType":"task","taskId":"map-7"})");
        poll(300 + i);
        m_model->drainNow();
    }
    const TimeLanes whole(*m_model);
    QCOMPARE(whole.lanes().size(), m_lanes->lanes().size());
    for (std::size_t i = 0; i < whole.lanes().size(); ++i) {
        const Lane &other = *whole.lanes()[i];
        const Lane *lane = m_lanes->lanes()[i];
        QCOMPARE(other.title, lane->title);
        std::vector<Piece> all;
        whole.visit(other, 0, kEver, 1, m_now, [&](const Piece &p) { all.push_back(p); });
        const auto here = pieces(lane);
        QCOMPARE(all.size(), here.size());
        for (std::size_t at = 0; at < all.size(); ++at) {
            QCOMPARE(all[at].number, here[at].number);
            QCOMPARE(all[at].end, here[at].end);
            QCOMPARE(m_lanes->pieceOf(here[at].number, m_now, lane).end, here[at].end);
        }
    }
}

void TestLaneNesting::manyRequestsBelowACallShareALane()
{
    call(1);
    for (int i = 0; i < 40; ++i) {
        m_feed->received(R"({"jsonrpc":"2.0","id":"s)" + std::to_string(i) + R"(","method":"ask/)"
            + std::to_string(i) + "\"}");
    }
    m_model->drainNow();
    QCOMPARE(m_lanes->lanes().size(), std::size_t(2 + LanePlaces::kMaxChildLanes + 1));
    const Lane *rest = below(QStringLiteral("tools/call trip"), QStringLiteral("more requests"));
    QVERIFY(rest);
    QCOMPARE(rest->count(), std::size_t(40 - LanePlaces::kMaxChildLanes));
    QCOMPARE(m_lanes->laneOf(41), rest);
}

QTEST_GUILESS_MAIN(TestLaneNesting)
#include "tst_lanenesting.moc"
