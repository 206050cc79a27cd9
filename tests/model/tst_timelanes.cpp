// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/lanerig.h"

#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using namespace sonde::models;
using namespace sonde::tests;
using Kind = TimeLanes::Kind;

class TestTimeLanes : public QObject, LaneRig {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aCallIsASpan();
    void whatRunsTogetherStandsInRows();
    void aPendingCallGoesOnUntilNow();
    void aCancelledCallEndsThere();
    void theRestAreMarks();
    void serversAreGroups();
    void manyTargetsShareALane();
    void mergesWhatIsTooCloseToTell();
    void findsSpansAndNeighbours();
    void startsAnewWithTheList();
};

void TestTimeLanes::init()
{
    start();
    QVERIFY(m_lanes->isEmpty());
}

void TestTimeLanes::aCallIsASpan()
{
    QSignalSpy lanes(m_lanes.get(), &TimeLanes::lanesChanged);
    call(1, "get_weather");
    m_feed->advance(41 * kMs);
    respond(1);
    m_model->drainNow();
    QCOMPARE(lanes.count(), 1);
    QCOMPARE(m_lanes->lanes().size(), 2); // the server's heading and the calls
    QCOMPARE(m_lanes->lanes()[0]->kind, Kind::Server);
    const auto *calls = top(QStringLiteral("tools/call get_weather"));
    QVERIFY(calls);
    const auto all = pieces(calls);
    QCOMPARE(all.size(), 1);
    QCOMPARE(all[0].begin, kStart);
    QCOMPARE(all[0].end, kStart + 41 * kMs);
    QCOMPARE(all[0].number, 1U);
    QCOMPARE(all[0].look, Look::Call);
    QVERIFY(!all[0].open);
    QCOMPARE(m_lanes->begin(), kStart);
    QCOMPARE(m_lanes->end(), kStart + 41 * kMs);
    QVERIFY(pieces(calls, 1, kStart + 42 * kMs).empty());
    QVERIFY(pieces(calls, 1, 0, kStart - 1).empty());
}

void TestTimeLanes::whatRunsTogetherStandsInRows()
{
    call(1, "a");
    m_feed->advance(kMs);
    call(2, "a");
    m_feed->advance(kMs);
    respond(1);
    m_feed->advance(kMs);
    call(3, "a"); // the first row is free again
    m_model->drainNow();
    const auto *calls = top(QStringLiteral("tools/call a"));
    QCOMPARE(calls->rowCount, 2);
    for (const Piece &piece : pieces(calls))
        QCOMPARE(piece.row, piece.number == 2 ? 1 : 0);
    for (int id = 4; id < 30; ++id)
        call(id, "a");
    m_model->drainNow();
    QCOMPARE(calls->rowCount, LanePlaces::kMaxRows);
    QCOMPARE(pieces(calls).size(), 29);
}

void TestTimeLanes::aPendingCallGoesOnUntilNow()
{
    call(1, "slow");
    m_model->drainNow();
    const auto *calls = top(QStringLiteral("tools/call slow"));
    QVERIFY(pieces(calls)[0].open);
    QCOMPARE(pieces(calls)[0].end, m_now);
    m_now += kMs;
    QCOMPARE(pieces(calls)[0].end, m_now);
    m_feed->advance(3 * kMs);
    respond(1);
    m_model->drainNow();
    QVERIFY(!pieces(calls)[0].open);
    QCOMPARE(pieces(calls)[0].end, kStart + 3 * kMs);
}

void TestTimeLanes::aCancelledCallEndsThere()
{
    call(1, "slow");
    m_feed->advance(2 * kMs);
    m_feed->sent(R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
                 R"("params":{"requestId":1}})");
    m_feed->advance(5 * kMs);
    m_model->drainNow();
    const auto *calls = top(QStringLiteral("tools/call slow"));
    QCOMPARE(pieces(calls)[0].end, kStart + 2 * kMs);
    QCOMPARE(pieces(calls)[0].sign, Sign::Cancelled);
    QCOMPARE(pieces(calls)[0].late, 0);
    respond(1);
    m_model->drainNow();
    QCOMPARE(pieces(calls)[0].end, kStart + 2 * kMs);
    QCOMPARE(pieces(calls)[0].late, kStart + 7 * kMs);
}

void TestTimeLanes::theRestAreMarks()
{
    m_feed->note("started");
    m_feed->diagnostic("listening");
    m_feed->received("npm notice");
    m_feed->received(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
    m_feed->received(R"({"jsonrpc":"2.0","id":"s","method":"roots/list"})");
    m_model->drainNow();
    QStringList titles;
    for (const auto *lane : m_lanes->lanes())
        titles << lane->title;
    QCOMPARE(titles,
        QStringList({QStringLiteral("demo"), QStringLiteral("roots/list"),
            QStringLiteral("notifications"), QStringLiteral("stderr"), QStringLiteral("lifecycle"),
            QStringLiteral("non-protocol output")}));
    for (const auto *lane : m_lanes->lanes()) {
        if (lane->kind == Kind::Server)
            continue;
        const auto all = pieces(lane);
        QCOMPARE(all.size(), 1);
        QCOMPARE(all[0].look, lane->kind == Kind::Calls ? Look::Waiting : Look::Mark);
        if (lane->kind != Kind::Calls)
            QCOMPARE(all[0].begin, all[0].end);
    }
}

void TestTimeLanes::serversAreGroups()
{
    call(1, "a");
    TraceFeed other(*m_recorder, QStringLiteral("other"));
    other.note("started");
    call(2, "b");
    m_model->drainNow();
    QStringList titles;
    for (const auto *lane : m_lanes->lanes())
        titles << lane->title;
    QCOMPARE(titles,
        QStringList({QStringLiteral("demo"), QStringLiteral("tools/call a"),
            QStringLiteral("tools/call b"), QStringLiteral("other"), QStringLiteral("lifecycle")}));
}

void TestTimeLanes::manyTargetsShareALane()
{
    const int calls = int(LanePlaces::kMaxCallLanes) + 50;
    for (int i = 0; i < calls; ++i)
        call(i, qPrintable(QStringLiteral("tool%1").arg(i)));
    m_model->drainNow();
    QCOMPARE(m_lanes->lanes().size(), LanePlaces::kMaxCallLanes + 2);
    const auto *further = top(QStringLiteral("more calls"));
    QVERIFY(further);
    QCOMPARE(further->count(), 50U);
    QCOMPARE(m_lanes->laneOf(trace::Number(calls)), further);
    QCOMPARE(m_lanes->laneOf(1), top(QStringLiteral("tools/call tool0")));
}

void TestTimeLanes::mergesWhatIsTooCloseToTell()
{
    constexpr int kCalls = 10'000;
    for (int id = 0; id < kCalls; ++id) {
        call(id, "fast");
        m_feed->advance(1000);
        if (id == 7777)
            m_feed->received(R"({"jsonrpc":"2.0","id":7777,"error":{"code":-1,"message":"no"}})");
        else
            respond(id);
        m_feed->advance(1000);
    }
    m_model->drainNow();
    const auto *calls = top(QStringLiteral("tools/call fast"));
    QCOMPARE(pieces(calls).size(), std::size_t(kCalls));
    const auto whole = pieces(calls, 20 * kMs); // as a pixel that is as long as all of it
    QCOMPARE(whole.size(), 1);
    QCOMPARE(whole[0].count, std::size_t(kCalls));
    QCOMPARE(whole[0].look, Look::Error); // what went wrong stays visible
    QCOMPARE(whole[0].begin, kStart);
    QVERIFY(whole[0].end >= kStart + std::int64_t(kCalls - 1) * 2000);
    // Nothing is lost at any grain.
    for (std::int64_t grain = 10; grain < 100 * kMs; grain *= 10) {
        std::size_t count = 0;
        for (const Piece &piece : pieces(calls, grain))
            count += piece.count;
        QCOMPARE(count, std::size_t(kCalls));
    }
}

void TestTimeLanes::findsSpansAndNeighbours()
{
    call(1, "a"); // 1
    call(2, "b"); // 2
    respond(1); // 3
    call(3, "a"); // 4
    m_model->drainNow();
    const auto *a = top(QStringLiteral("tools/call a"));
    QCOMPARE(m_lanes->laneOf(3), a); // a response is in its request's
    QCOMPARE(m_lanes->pieceOf(3, m_now).number, 1U);
    QCOMPARE(m_lanes->neighbour(*a, 1, 1), 4U);
    QCOMPARE(m_lanes->neighbour(*a, 4, -1), 1U);
    QCOMPARE(m_lanes->neighbour(*a, 4, 1), 0U);
    QCOMPARE(m_lanes->nearest(*a, kStart - kMs), 1U);
    QCOMPARE(m_lanes->nearest(*a, kStart + kMs), 4U);
    QCOMPARE(m_lanes->laneOf(99), nullptr);
    QCOMPARE(m_lanes->pieceOf(99, m_now).number, 0U);
}

void TestTimeLanes::startsAnewWithTheList()
{
    call(1, "a");
    m_model->drainNow();
    QSignalSpy lanes(m_lanes.get(), &TimeLanes::lanesChanged);
    m_model->clear();
    QVERIFY(m_lanes->isEmpty());
    QCOMPARE(lanes.count(), 1);
    m_feed->advance(kMs);
    respond(1); // whose request is no longer in the list
    m_model->drainNow();
    QCOMPARE(m_lanes->begin(), kStart + kMs);
    TimeLanes late(*m_model); // sees what is there already
    QCOMPARE(late.begin(), kStart + kMs);
}

QTEST_GUILESS_MAIN(TestTimeLanes)
#include "tst_timelanes.moc"
