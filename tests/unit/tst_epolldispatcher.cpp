// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/epolldispatcher.h"

#include <QSocketNotifier>
#include <QTemporaryFile>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <array>
#include <memory>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace sonde;

// The loop of this very program is the one under test: see main().
class tst_EpollDispatcher : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void losesNoWakeUp();
    void isEndedFromAnotherThread();
    void doesNotSleepOverAnInterruption();
    void sleepsUntilATimerIsDue();
    void firesTimersInTheirOrder();
    void runsALoopInsideAHandler();
    void tellsWhoWantsToRead();
    void tellsBothSidesOfASocket();
    void tellsOfTheEnd();
    void tellsOnlyWhoIsEnabled();
    void aHandlerMayDeleteAnotherNotifier();
    void watchesAFile();
    void watchesWhatHasAnOldNumber();
};

namespace {

using Ends = std::array<int, 2>;

Ends makePipe()
{
    Ends ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("no pipe");
    return ends;
}

Ends makeSockets()
{
    Ends ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
        qFatal("no sockets");
    return ends;
}

void close(const Ends &ends)
{
    ::close(ends[0]);
    ::close(ends[1]);
}

bool put(int fd)
{
    return ::write(fd, "x", 1) == 1;
}

bool take(int fd)
{
    char byte = 0;
    return ::read(fd, &byte, 1) == 1;
}

// Runs the program's loop, asleep between events, until `quit` says so.
class Loop {
public:
    template <typename Object, typename Signal>
    Loop &until(Object *object, Signal signal)
    {
        QObject::connect(object, signal, &m_loop, &QEventLoop::quit, Qt::QueuedConnection);
        return *this;
    }
    void run() { m_loop.exec(); }

private:
    QEventLoop m_loop;
};

// Counts the rounds that the program's loop makes.
class Rounds {
public:
    Rounds()
    {
        QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake,
            &m_context, [this] { ++m_count; });
    }
    int count() const { return m_count; }

private:
    QObject m_context;
    int m_count = 0;
};

// Passes a count on to the other one until it is used up; each of the two in its own thread.
class Player : public QObject {
    Q_OBJECT
public:
    Player *other = nullptr;
    void take(int left)
    {
        if (left == 0)
            Q_EMIT ended();
        else
            QMetaObject::invokeMethod(
                other, [this, left] { other->take(left - 1); }, Qt::QueuedConnection);
    }

Q_SIGNALS:
    void ended();
};

} // namespace

void tst_EpollDispatcher::losesNoWakeUp()
{
    QThread thread;
    thread.setEventDispatcher(new EpollDispatcher);
    thread.start();
    Player here;
    Player there;
    here.other = &there;
    there.other = &here;
    there.moveToThread(&thread);
    Loop loop;
    loop.until(&here, &Player::ended);
    here.take(20'000); // a wake-up that is lost leaves both asleep
    loop.run();
    thread.quit();
    thread.wait();
}

void tst_EpollDispatcher::isEndedFromAnotherThread()
{
    for (int i = 0; i < 200; ++i) {
        QThread thread;
        thread.setEventDispatcher(new EpollDispatcher);
        thread.start();
        thread.quit(); // before its loop has begun, or while it sleeps
        QVERIFY(thread.wait(QDeadlineTimer(10'000)));
    }
}

// A loop that has just looked whether it shall end is told so before it goes to sleep.
void tst_EpollDispatcher::doesNotSleepOverAnInterruption()
{
    bool slept = false;
    QTimer timer;
    timer.setSingleShot(true);
    connect(&timer, &QTimer::timeout, this, [&slept] { slept = true; });
    timer.start(300);
    QAbstractEventDispatcher *const loop = QAbstractEventDispatcher::instance();
    loop->interrupt();
    loop->processEvents(QEventLoop::WaitForMoreEvents);
    QVERIFY(!slept);
    // And is over with that.
    loop->processEvents(QEventLoop::WaitForMoreEvents);
    QVERIFY(slept);
}

void tst_EpollDispatcher::sleepsUntilATimerIsDue()
{
    const Rounds rounds;
    QTimer later;
    later.start(3'600'000);
    QTimer timer;
    timer.setSingleShot(true);
    QElapsedTimer elapsed;
    elapsed.start();
    timer.start(60);
    later.start(3'600'000); // moved on, which costs nothing
    Loop().until(&timer, &QTimer::timeout).run();
    QVERIFY(elapsed.elapsed() >= 60);
    QVERIFY2(rounds.count() < 12,
        qPrintable(QString::number(rounds.count()))); // it has not run in circles
    QVERIFY(later.remainingTime() > 3'000'000);
    QCOMPARE(timer.remainingTime(), -1);
}

void tst_EpollDispatcher::firesTimersInTheirOrder()
{
    QStringList order;
    QTimer last;
    last.setSingleShot(true);
    connect(&last, &QTimer::timeout, this, [&] { order << QStringLiteral("last"); });
    last.start(30);
    QTimer::singleShot(10, this, [&] { order << QStringLiteral("first"); });
    QTimer::singleShot(0, this, [&] { order << QStringLiteral("at once"); });
    Loop().until(&last, &QTimer::timeout).run();
    QCOMPARE(order.join(u' '), QStringLiteral("at once first last"));
}

void tst_EpollDispatcher::runsALoopInsideAHandler()
{
    int inside = 0;
    QTimer outer;
    outer.setSingleShot(true);
    connect(&outer, &QTimer::timeout, this, [&] {
        QTimer inner;
        connect(&inner, &QTimer::timeout, this, [&] { ++inside; });
        inner.start(1);
        Loop().until(&inner, &QTimer::timeout).run();
    });
    outer.start(1);
    Loop().until(&outer, &QTimer::timeout).run();
    QVERIFY(inside >= 1);
}

void tst_EpollDispatcher::tellsWhoWantsToRead()
{
    const Ends ends = makePipe();
    QSocketNotifier notifier(ends[0], QSocketNotifier::Read);
    int told = 0;
    connect(&notifier, &QSocketNotifier::activated, this, [&] {
        ++told;
        QVERIFY(take(ends[0]));
    });
    QVERIFY(put(ends[1]));
    Loop().until(&notifier, &QSocketNotifier::activated).run();
    QCOMPARE(told, 1);
    QVERIFY(put(ends[1]));
    QVERIFY(put(ends[1])); // what was left is told again
    Loop().until(&notifier, &QSocketNotifier::activated).run();
    QTRY_COMPARE(told, 3);
    notifier.setEnabled(false);
    close(ends);
}

void tst_EpollDispatcher::tellsBothSidesOfASocket()
{
    const Ends ends = makeSockets();
    QSocketNotifier reading(ends[0], QSocketNotifier::Read);
    auto writing = std::make_unique<QSocketNotifier>(ends[0], QSocketNotifier::Write);
    int read = 0;
    connect(&reading, &QSocketNotifier::activated, this, [&] { read += take(ends[0]); });
    Loop().until(writing.get(), &QSocketNotifier::activated).run();
    QCOMPARE(read, 0);
    writing.reset(); // the other one stays
    QVERIFY(put(ends[1]));
    Loop().until(&reading, &QSocketNotifier::activated).run();
    QCOMPARE(read, 1);
    reading.setEnabled(false);
    close(ends);
}

void tst_EpollDispatcher::tellsOfTheEnd()
{
    const Ends ends = makePipe();
    QSocketNotifier notifier(ends[0], QSocketNotifier::Read);
    connect(&notifier, &QSocketNotifier::activated, &notifier, [&] { notifier.setEnabled(false); });
    ::close(ends[1]);
    Loop().until(&notifier, &QSocketNotifier::activated).run();
    QVERIFY(!notifier.isEnabled());
    ::close(ends[0]);
}

void tst_EpollDispatcher::tellsOnlyWhoIsEnabled()
{
    const Ends ends = makePipe();
    QSocketNotifier notifier(ends[0], QSocketNotifier::Read);
    notifier.setEnabled(false);
    int told = 0;
    connect(&notifier, &QSocketNotifier::activated, this, [&] { told += take(ends[0]); });
    QVERIFY(put(ends[1]));
    QTimer timer;
    timer.start(5);
    Loop().until(&timer, &QTimer::timeout).run();
    QCOMPARE(told, 0);
    notifier.setEnabled(true);
    Loop().until(&notifier, &QSocketNotifier::activated).run();
    QCOMPARE(told, 1);
    notifier.setEnabled(false);
    close(ends);
}

void tst_EpollDispatcher::aHandlerMayDeleteAnotherNotifier()
{
    const Ends one = makePipe();
    const Ends other = makePipe();
    auto first = std::make_unique<QSocketNotifier>(one[0], QSocketNotifier::Read);
    auto second = std::make_unique<QSocketNotifier>(other[0], QSocketNotifier::Read);
    int told = 0;
    const auto end = [&](std::unique_ptr<QSocketNotifier> &kept,
                         std::unique_ptr<QSocketNotifier> &gone) {
        ++told;
        kept->setEnabled(false);
        gone.reset();
    };
    connect(first.get(), &QSocketNotifier::activated, this, [&] { end(first, second); });
    connect(second.get(), &QSocketNotifier::activated, this, [&] { end(second, first); });
    QVERIFY(put(one[1]));
    QVERIFY(put(other[1])); // both are ready in the same round
    QTRY_COMPARE(told, 1);
    QVERIFY(!first || !second);
    close(one);
    close(other);
}

// Which epoll refuses to wait for: it is always ready.
void tst_EpollDispatcher::watchesAFile()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    QSocketNotifier notifier(file.handle(), QSocketNotifier::Read);
    Loop().until(&notifier, &QSocketNotifier::activated).run();
    notifier.setEnabled(false);
    const Rounds rounds;
    QTimer timer;
    timer.start(30);
    Loop().until(&timer, &QTimer::timeout).run();
    QVERIFY2(rounds.count() < 12, qPrintable(QString::number(rounds.count()))); // it sleeps again
}

// The kernel forgets what is closed, and gives the number to the next one.
void tst_EpollDispatcher::watchesWhatHasAnOldNumber()
{
    const Ends old = makePipe();
    QSocketNotifier forgotten(old[0], QSocketNotifier::Read);
    close(old);
    const Ends ends = makePipe();
    QCOMPARE(ends[0], old[0]);
    forgotten.setEnabled(false);
    QSocketNotifier notifier(ends[0], QSocketNotifier::Read);
    int told = 0;
    connect(&notifier, &QSocketNotifier::activated, this, [&] { told += take(ends[0]); });
    QVERIFY(put(ends[1]));
    Loop().until(&notifier, &QSocketNotifier::activated).run();
    QCOMPARE(told, 1);
    notifier.setEnabled(false);
    close(ends);
}

int main(int argc, char **argv)
{
    QCoreApplication::setEventDispatcher(new EpollDispatcher);
    QCoreApplication application(argc, argv);
    tst_EpollDispatcher test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_epolldispatcher.moc"
