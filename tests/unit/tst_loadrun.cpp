// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/loadrun.h"

#include <QTest>

#include <numeric>

using namespace sonde::mcp;
using Outcome = LoadRun::Outcome;

namespace {

constexpr std::int64_t kMs = 1'000'000;

Outcome outcomeNamed(const QString &name)
{
    return name == u"ok"    ? Outcome::Ok
        : name == u"tool"   ? Outcome::ToolError
        : name == u"server" ? Outcome::ServerError
        : name == u"none"   ? Outcome::NoResponse
                            : Outcome::Cancelled;
}

} // namespace

class TestLoadRun : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsWithinItsBounds_data();
    void keepsWithinItsBounds();
    void plays_data();
    void plays();
    void keepsTheRate_data();
    void keepsTheRate();
    void endsWithItsTime();
    void countsEveryOutcome();
    void takesPercentilesByNearestRank_data();
    void takesPercentilesByNearestRank();
    void tellsTheRateOfWhatWasAnswered();
    void everyResponseIsInOneBar_data();
    void everyResponseIsInOneBar();
};

void TestLoadRun::keepsWithinItsBounds_data()
{
    QTest::addColumn<int>("calls");
    QTest::addColumn<int>("concurrency");
    QTest::addColumn<int>("boundedCalls");
    QTest::addColumn<int>("boundedConcurrency");
    QTest::newRow("as it is") << 100 << 4 << 100 << 4;
    QTest::newRow("no more at once than calls") << 3 << 8 << 3 << 3;
    QTest::newRow("at least one") << 0 << 0 << 1 << 1;
    QTest::newRow("negative") << -5 << -5 << 1 << 1;
    QTest::newRow("too many") << 2'000'000'000 << 2'000'000'000 << LoadRun::kMaxCalls
                              << LoadRun::kMaxConcurrency;
}

void TestLoadRun::keepsWithinItsBounds()
{
    QFETCH(int, calls);
    QFETCH(int, concurrency);
    QFETCH(int, boundedCalls);
    QFETCH(int, boundedConcurrency);
    QCOMPARE(
        LoadRun({calls, concurrency}).plan(), (LoadRun::Plan{boundedCalls, boundedConcurrency}));
}

// "send 2": that many are to be sent; "ok 5", "tool 5", …: one is over, after 5 ms; "cancel";
// "over", "running": what it is now.
void TestLoadRun::plays_data()
{
    QTest::addColumn<int>("calls");
    QTest::addColumn<int>("concurrency");
    QTest::addColumn<QString>("script");
    QTest::newRow("one after the other")
        << 3 << 1
        << QStringLiteral("running, send 1, send 0, ok 1, send 1, ok 1, send 1, running, ok 1, "
                          "over, send 0");
    QTest::newRow("two at once") << 3 << 2
                                 << QStringLiteral("send 2, ok 1, send 1, send 0, ok 1, running, "
                                                   "ok 1, over, send 0");
    QTest::newRow("errors go on") << 3 << 3
                                  << QStringLiteral("send 3, tool 1, server 1, none 1, over");
    QTest::newRow("cancelled while calls run")
        << 9 << 2
        << QStringLiteral("send 2, ok 1, cancel, send 0, running, cancelled 1, over, send 0");
    QTest::newRow("cancelled before anything") << 9 << 2 << QStringLiteral("cancel, send 0, over");
    QTest::newRow("what was not sent is not counted")
        << 1 << 1 << QStringLiteral("ok 1, running, send 1, ok 1, ok 1, over");
}

void TestLoadRun::plays()
{
    QFETCH(int, calls);
    QFETCH(int, concurrency);
    QFETCH(QString, script);
    LoadRun run({calls, concurrency});
    std::int64_t now = 0;
    for (const QString &line : script.split(QStringLiteral(", "))) {
        now += kMs;
        const QString verb = line.section(u' ', 0, 0);
        const int number = line.section(u' ', 1).toInt();
        if (verb == u"send")
            QVERIFY2(int(run.startCalls(now).size()) == number, qPrintable(line));
        else if (verb == u"cancel")
            run.cancel();
        else if (verb == u"over" || verb == u"running")
            QVERIFY2(run.isOver() == (verb == u"over"), qPrintable(line));
        else
            run.over(outcomeNamed(verb), number * kMs, now);
        QVERIFY(run.underWay() >= 0 && run.underWay() <= concurrency);
        QVERIFY(run.sent() <= calls);
    }
}

// "at 5": it is 5 ms after the begin; "send 2 3": two calls are to be sent, whose durations count
// from 2 and 3 ms; "send": none; "ok": a call is over; "next 7": it has more to say then; "missed
// 2": so many are due and not sent.
void TestLoadRun::keepsTheRate_data()
{
    QTest::addColumn<int>("concurrency");
    QTest::addColumn<double>("rate");
    QTest::addColumn<QString>("script");
    QTest::newRow("in time") << 4 << 500.0
                             << QStringLiteral(
                                    "at 0, send 0, next 2, at 1, send, ok, at 2, send 2, "
                                    "next 4, at 4, send 4, next 6, missed 0");
    QTest::newRow("late by itself: counts from when it is sent")
        << 4 << 1000.0 << QStringLiteral("at 0, send 0, at 3, send 3 3 3, missed 0");
    QTest::newRow("late because of the server: counts from when it was due")
        << 1 << 1000.0
        << QStringLiteral("at 0, send 0, next none, at 2, send, missed 2, at 3, ok, send 1, "
                          "missed 2, at 5, ok, send 2, at 6, ok, send 3");
    QTest::newRow("as quick as it was due again")
        << 1 << 1000.0
        << QStringLiteral("at 0, send 0, at 2, ok, send 1, ok, send 2, ok, send, next 3, at 3, "
                          "send 3, missed 0");
    QTest::newRow("slower than one a second")
        << 1 << 0.5
        << QStringLiteral("at 0, send 0, ok, next 2000, at 1999, send, at 2000, "
                          "send 2000");
}

void TestLoadRun::keepsTheRate()
{
    QFETCH(int, concurrency);
    QFETCH(double, rate);
    QFETCH(QString, script);
    constexpr std::int64_t kBegin = 77 * kMs;
    LoadRun run({1000, concurrency, rate, 0});
    std::int64_t now = kBegin;
    for (const QString &line : script.split(QStringLiteral(", "))) {
        QStringList words = line.split(u' ');
        const QString verb = words.takeFirst();
        if (verb == u"at") {
            now = kBegin + words.front().toInt() * kMs;
        } else if (verb == u"send") {
            QStringList starts;
            for (const std::int64_t start : run.startCalls(now))
                starts << QString::number((start - kBegin) / kMs);
            QCOMPARE(starts, words);
        } else if (verb == u"ok") {
            run.over(Outcome::Ok, kMs, now);
        } else if (verb == u"missed") {
            QCOMPARE(QString::number(run.notSent(now)), words.front());
        } else {
            const auto next = run.nextAt();
            QCOMPARE(next ? QString::number((*next - kBegin) / kMs) : QStringLiteral("none"),
                words.front());
        }
    }
}

void TestLoadRun::endsWithItsTime()
{
    LoadRun run({LoadRun::kMaxCalls, 2, 0, 5 * kMs});
    QCOMPARE(run.startCalls(0).size(), std::size_t(2));
    QCOMPARE(run.nextAt(), std::optional<std::int64_t>(5 * kMs));
    run.over(Outcome::Ok, kMs, 4 * kMs);
    QCOMPARE(run.startCalls(4 * kMs).size(), std::size_t(1));
    run.over(Outcome::Ok, kMs, 5 * kMs);
    QVERIFY(run.startCalls(5 * kMs).empty());
    QVERIFY(!run.isOver()); // one is under way
    run.over(Outcome::Ok, kMs, 8 * kMs);
    QVERIFY(run.isOver());
    QCOMPARE(run.elapsedNs(99 * kMs), 8 * kMs);
    // At a rate, between two calls.
    LoadRun slow({LoadRun::kMaxCalls, 2, 100, 5 * kMs});
    QCOMPARE(slow.startCalls(0).size(), std::size_t(1));
    slow.over(Outcome::Ok, kMs, kMs);
    QVERIFY(!slow.isOver());
    QCOMPARE(slow.nextAt(), std::optional<std::int64_t>(5 * kMs));
    QVERIFY(slow.startCalls(5 * kMs).empty());
    QVERIFY(slow.isOver());
    QCOMPARE(slow.notSent(9 * kMs), 0);
    // Nothing becomes due after a cancelled run.
    LoadRun cancelled({100, 1, 1000, 0});
    (void)cancelled.startCalls(0);
    cancelled.cancel();
    QCOMPARE(cancelled.notSent(3 * kMs), 3);
    cancelled.over(Outcome::Cancelled, 0, 3 * kMs);
    QCOMPARE(cancelled.notSent(90 * kMs), 3);
}

void TestLoadRun::countsEveryOutcome()
{
    LoadRun run({5, 5});
    QCOMPARE(run.startCalls(0).size(), std::size_t(5));
    for (const Outcome outcome : {Outcome::Ok, Outcome::ToolError, Outcome::ServerError,
             Outcome::NoResponse, Outcome::Cancelled})
        run.over(outcome, kMs, kMs);
    for (const Outcome outcome : {Outcome::Ok, Outcome::ToolError, Outcome::ServerError,
             Outcome::NoResponse, Outcome::Cancelled})
        QCOMPARE(run.count(outcome), 1);
    QCOMPARE(run.errors(), 3);
    QCOMPARE(run.finished(), 5);
    QVERIFY(run.isOver());
}

void TestLoadRun::takesPercentilesByNearestRank_data()
{
    QTest::addColumn<int>("responses"); // of 1 ms, 2 ms, …
    QTest::addColumn<double>("percent");
    QTest::addColumn<int>("ms");
    QTest::newRow("nothing") << 0 << 50.0 << 0;
    QTest::newRow("one") << 1 << 99.0 << 1;
    QTest::newRow("the middle of two") << 2 << 50.0 << 1;
    QTest::newRow("p50") << 100 << 50.0 << 50;
    QTest::newRow("p95") << 100 << 95.0 << 95;
    QTest::newRow("p99") << 100 << 99.0 << 99;
    QTest::newRow("p99 of few") << 10 << 99.0 << 10;
    QTest::newRow("the least") << 100 << 0.0 << 1;
    QTest::newRow("the most") << 100 << 100.0 << 100;
}

void TestLoadRun::takesPercentilesByNearestRank()
{
    QFETCH(int, responses);
    QFETCH(double, percent);
    QFETCH(int, ms);
    LoadRun run({200, 200});
    (void)run.startCalls(0);
    for (int i = responses; i > 0; --i) // the order in which they came says nothing
        run.over(Outcome::Ok, i * kMs, i * kMs);
    run.over(Outcome::NoResponse, 5000 * kMs, 5000 * kMs); // no response, no duration
    QCOMPARE(run.percentile(percent), ms * kMs);
}

void TestLoadRun::tellsTheRateOfWhatWasAnswered()
{
    LoadRun run({4, 4});
    QCOMPARE(run.perSecond(0), 0.0);
    QCOMPARE(run.startCalls(1000 * kMs).size(), std::size_t(4));
    run.over(Outcome::Ok, 500 * kMs, 1500 * kMs);
    run.over(Outcome::ToolError, 500 * kMs, 1500 * kMs);
    QCOMPARE(run.perSecond(2000 * kMs), 2.0);
    run.over(Outcome::NoResponse, 0, 2000 * kMs);
    run.over(Outcome::Ok, 0, 3000 * kMs);
    QVERIFY(run.isOver());
    QCOMPARE(run.elapsedNs(9000 * kMs), 2000 * kMs); // the end is the end
    QCOMPARE(run.perSecond(9000 * kMs), 1.5);
}

void TestLoadRun::everyResponseIsInOneBar_data()
{
    QTest::addColumn<QList<qint64>>("durations");
    QTest::addColumn<int>("bars");
    QTest::newRow("nothing") << QList<qint64>{} << 0;
    QTest::newRow("one") << QList<qint64>{kMs} << 1;
    QTest::newRow("all the same") << QList<qint64>{kMs, kMs, kMs} << 1;
    QTest::newRow("zero and more") << QList<qint64>{0, 0, kMs} << 12;
    QTest::newRow("a slow one") << QList<qint64>{kMs, kMs + 1, 2 * kMs, 3 * kMs, 60'000 * kMs}
                                << 12;
}

void TestLoadRun::everyResponseIsInOneBar()
{
    QFETCH(QList<qint64>, durations);
    QFETCH(int, bars);
    LoadRun run({100, 100});
    (void)run.startCalls(0);
    for (const qint64 duration : durations)
        run.over(Outcome::Ok, duration, duration);
    const auto all = run.histogram(12);
    QCOMPARE(int(all.size()), bars);
    QCOMPARE(std::accumulate(all.begin(), all.end(), 0,
                 [](int sum, const LoadRun::Bar &bar) { return sum + bar.count; }),
        int(durations.size()));
    for (std::size_t i = 1; i < all.size(); ++i)
        QVERIFY(all[i].fromNs >= all[i - 1].fromNs);
    QVERIFY(run.histogram(0).empty());
}

QTEST_GUILESS_MAIN(TestLoadRun)
#include "tst_loadrun.moc"
