// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/linux/looptimers.h"

#include <QTest>
#include <QTimerEvent>

#include <functional>

using namespace sonde::platform;
using std::chrono::milliseconds;

class tst_LoopTimers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areDueInTheirOrder();
    void doNotMakeUpForMissedRounds();
    void areDueInEveryRoundWithoutAnInterval();
    void aRemovedOneIsNotSent();
    void aReusedNumberIsAnotherTimer();
    void oneThatIsHandledIsNotSentAgain();
    void tellWhatIsLeft();
};

namespace {

// Moments in milliseconds after a begin that no clock knows.
LoopTimers::Moment at(int ms)
{
    return LoopTimers::Moment(std::chrono::hours(1)) + milliseconds(ms);
}

LoopTimers::Info timer(int id, int interval)
{
    return {id, interval, Qt::PreciseTimer};
}

class Heard : public QObject {
public:
    QList<int> ids;
    std::function<void(int)> handler = [](int) {};

protected:
    void timerEvent(QTimerEvent *event) override
    {
        ids << event->timerId();
        handler(event->timerId());
    }
};

} // namespace

void tst_LoopTimers::areDueInTheirOrder()
{
    Heard heard;
    LoopTimers timers;
    QVERIFY(!timers.next());
    timers.add(timer(1, 30), &heard, at(0));
    timers.add(timer(2, 20), &heard, at(0));
    timers.add(timer(3, 20), &heard, at(5));
    QCOMPARE(timers.next(), at(20));
    QCOMPARE(timers.sendDue(at(19)), 0);
    QCOMPARE(timers.sendDue(at(30)), 3);
    QCOMPARE(heard.ids, QList<int>({2, 3, 1}));
    QCOMPARE(timers.next(), at(40)); // the second again
}

void tst_LoopTimers::doNotMakeUpForMissedRounds()
{
    Heard heard;
    LoopTimers timers;
    timers.add(timer(1, 10), &heard, at(0));
    QCOMPARE(timers.sendDue(at(95)), 1);
    QCOMPARE(timers.next(), at(105));
}

void tst_LoopTimers::areDueInEveryRoundWithoutAnInterval()
{
    Heard heard;
    LoopTimers timers;
    timers.add(timer(1, 0), &heard, at(0));
    for (int round = 0; round < 3; ++round)
        QCOMPARE(timers.sendDue(at(0)), 1);
    QCOMPARE(heard.ids.size(), 3);
}

void tst_LoopTimers::aRemovedOneIsNotSent()
{
    Heard heard;
    Heard other;
    LoopTimers timers;
    timers.add(timer(1, 10), &heard, at(0));
    timers.add(timer(2, 20), &heard, at(0));
    timers.add(timer(3, 20), &other, at(0));
    heard.handler = [&](int) {
        QVERIFY(timers.remove(2));
        QVERIFY(timers.removeAll(&other));
        QVERIFY(!timers.removeAll(&other));
    };
    QCOMPARE(timers.sendDue(at(50)), 1);
    QCOMPARE(heard.ids, QList<int>({1}));
    QVERIFY(other.ids.isEmpty());
    QVERIFY(!timers.remove(2));
}

void tst_LoopTimers::aReusedNumberIsAnotherTimer()
{
    Heard heard;
    LoopTimers timers;
    timers.add(timer(1, 10), &heard, at(0));
    timers.add(timer(2, 20), &heard, at(0));
    heard.handler = [&](int) {
        timers.remove(2);
        timers.add(timer(2, 20), &heard, at(50));
    };
    QCOMPARE(timers.sendDue(at(50)), 1);
    QCOMPARE(timers.next(), at(60)); // of the first; the new one is due at 70
}

void tst_LoopTimers::oneThatIsHandledIsNotSentAgain()
{
    Heard heard;
    LoopTimers timers;
    timers.add(timer(1, 10), &heard, at(0));
    timers.add(timer(2, 15), &heard, at(0));
    heard.handler = [&](int id) {
        if (id == 1 && heard.ids.size() == 1) {
            QCOMPARE(timers.next(), at(15)); // it does not wait for the one that is handled
            timers.sendDue(at(60)); // as an event loop inside the handler does
        }
    };
    QCOMPARE(timers.sendDue(at(50)), 1); // the second had its turn inside
    QCOMPARE(heard.ids, QList<int>({1, 2}));
    QCOMPARE(timers.sendDue(at(61)), 1);
    QCOMPARE(heard.ids, QList<int>({1, 2, 1}));
}

void tst_LoopTimers::tellWhatIsLeft()
{
    Heard heard;
    LoopTimers timers;
    timers.add(timer(7, 10), &heard, at(0));
    QCOMPARE(timers.remaining(7, at(0)), 10);
    QCOMPARE(timers.remaining(7, at(9) + std::chrono::microseconds(1)), 1);
    QCOMPARE(timers.remaining(7, at(99)), 0);
    QCOMPARE(timers.remaining(8, at(0)), -1);
    const auto known = timers.of(&heard);
    QCOMPARE(known.size(), 1);
    QCOMPARE(known.first().timerId, 7);
    QCOMPARE(known.first().interval, 10);
    QVERIFY(timers.of(this).isEmpty());
}

QTEST_GUILESS_MAIN(tst_LoopTimers)

#include "tst_looptimers.moc"
