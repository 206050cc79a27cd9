// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/eventloop.h"
#include "support/patience.h"

#include <QAbstractEventDispatcher>
#include <QDeadlineTimer>
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

using namespace sonde::platform;

// The loop of this very program is the one under test: see main().
class tst_EventLoop : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void losesNoWakeUp();
    void isEndedFromAnotherThread();
    void doesNotSleepOverAnInterruption();
    void sleepsUntilATimerIsDue();
    void firesTimersInTheirOrder();
    void runsALoopInsideAHandler();
    void notifiesReaders();
    void notifiesReaderAndWriterOfASocket();
    void notifiesOfTheEnd();
    void notifiesOnlyEnabledNotifiers();
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

bool writeByte(int fd)
{
    return ::write(fd, "x", 1) == 1;
}

bool readByte(int fd)
{
    char byte = 0;
    return ::read(fd, &byte, 1) == 1;
}

// What a loop that sleeps between events needs at most for one of them. A loop that runs in circles
// makes thousands of rounds meanwhile.
constexpr int kMostRounds = 12;

// Runs the program's loop, asleep between events, until the signal comes.
class Loop {
public:
    template <typename Object, typename Signal>
    Loop &until(Object *object, Signal signal)
    {
        QObject::connect(object, signal, &m_loop, &QEventLoop::quit, Qt::QueuedConnection);
        return *this;
    }
    // False when the signal did not come for a minute.
    bool run()
    {
        constexpr int kOverdue = 1;
        QTimer::singleShot(60'000, &m_loop, [this] { m_loop.exit(kOverdue); });
        return m_loop.exec() != kOverdue;
    }

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

// Passes a count to the other player until it is used up; each player lives in its own thread.
class Player : public QObject {
    Q_OBJECT
public:
    Player *other = nullptr;
    void pass(int left)
    {
        if (left == 0) {
            Q_EMIT ended();
            return;
        }
        ++m_passes;
        QMetaObject::invokeMethod(
            other, [this, left] { other->pass(left - 1); }, Qt::QueuedConnection);
    }
    int passes() const { return m_passes; }

Q_SIGNALS:
    void ended();

private:
    int m_passes = 0;
};

} // namespace

void tst_EventLoop::losesNoWakeUp()
{
    QThread thread;
    installEventLoop(thread);
    thread.start();
    Player here;
    Player there;
    here.other = &there;
    there.other = &here;
    there.moveToThread(&thread);
    Loop loop;
    loop.until(&here, &Player::ended);
    here.pass(20'000); // a wake-up that is lost leaves both asleep
    const bool hasEnded = loop.run();
    thread.quit();
    QVERIFY(thread.wait(QDeadlineTimer(60'000)));
    QVERIFY(hasEnded);
    QCOMPARE(here.passes() + there.passes(), 20'000);
}

void tst_EventLoop::isEndedFromAnotherThread()
{
    for (int i = 0; i < 200; ++i) {
        QThread thread;
        installEventLoop(thread);
        thread.start();
        thread.quit(); // before its loop has begun, or while it sleeps
        QVERIFY(thread.wait(QDeadlineTimer(10'000)));
    }
}

// An interruption that comes before the loop goes to sleep keeps it awake for one round.
void tst_EventLoop::doesNotSleepOverAnInterruption()
{
    bool slept = false;
    QTimer timer;
    timer.setSingleShot(true);
    connect(&timer, &QTimer::timeout, this, [&slept] { slept = true; });
    timer.start(60'000);
    QAbstractEventDispatcher *const loop = QAbstractEventDispatcher::instance();
    loop->interrupt();
    loop->processEvents(QEventLoop::WaitForMoreEvents); // returns at once
    QVERIFY(!slept);
    // And for one round only: it sleeps again, and only a signal wakes it before the timer does.
    timer.start(300);
    const QDeadlineTimer patience(sonde::kPatienceMs);
    while (!slept && !patience.hasExpired())
        loop->processEvents(QEventLoop::WaitForMoreEvents);
    QVERIFY(slept);
}

void tst_EventLoop::sleepsUntilATimerIsDue()
{
    const Rounds rounds;
    QTimer later;
    later.start(3'600'000);
    QTimer timer;
    timer.setSingleShot(true);
    timer.start(60);
    later.start(3'600'000); // moved on, which costs nothing
    QVERIFY(Loop().until(&timer, &QTimer::timeout).run());
    QVERIFY2(rounds.count() <= kMostRounds, qPrintable(QString::number(rounds.count())));
    QVERIFY(later.remainingTime() > 3'000'000);
    QCOMPARE(timer.remainingTime(), -1);
}

void tst_EventLoop::firesTimersInTheirOrder()
{
    QStringList order;
    QTimer last;
    last.setSingleShot(true);
    connect(&last, &QTimer::timeout, this, [&] { order << QStringLiteral("last"); });
    last.start(30);
    QTimer::singleShot(10, this, [&] { order << QStringLiteral("first"); });
    QTimer::singleShot(0, this, [&] { order << QStringLiteral("at once"); });
    QVERIFY(Loop().until(&last, &QTimer::timeout).run());
    QCOMPARE(order.join(u' '), QStringLiteral("at once first last"));
}

void tst_EventLoop::runsALoopInsideAHandler()
{
    int inside = 0;
    QTimer outer;
    outer.setSingleShot(true);
    connect(&outer, &QTimer::timeout, this, [&] {
        QTimer inner;
        connect(&inner, &QTimer::timeout, this, [&] { ++inside; });
        inner.start(1);
        QVERIFY(Loop().until(&inner, &QTimer::timeout).run());
    });
    outer.start(1);
    QVERIFY(Loop().until(&outer, &QTimer::timeout).run());
    QVERIFY(inside >= 1);
}

void tst_EventLoop::notifiesReaders()
{
    const Ends ends = makePipe();
    QSocketNotifier notifier(ends[0], QSocketNotifier::Read);
    int told = 0;
    connect(&notifier, &QSocketNotifier::activated, this, [&] {
        ++told;
        QVERIFY(readByte(ends[0]));
    });
    QVERIFY(writeByte(ends[1]));
    QVERIFY(Loop().until(&notifier, &QSocketNotifier::activated).run());
    QCOMPARE(told, 1);
    QVERIFY(writeByte(ends[1]));
    QVERIFY(writeByte(ends[1])); // what was left is told again
    QVERIFY(Loop().until(&notifier, &QSocketNotifier::activated).run());
    QTRY_COMPARE(told, 3);
    notifier.setEnabled(false);
    close(ends);
}

void tst_EventLoop::notifiesReaderAndWriterOfASocket()
{
    const Ends ends = makeSockets();
    QSocketNotifier reading(ends[0], QSocketNotifier::Read);
    auto writing = std::make_unique<QSocketNotifier>(ends[0], QSocketNotifier::Write);
    int read = 0;
    connect(&reading, &QSocketNotifier::activated, this, [&] { read += readByte(ends[0]); });
    QVERIFY(Loop().until(writing.get(), &QSocketNotifier::activated).run());
    QCOMPARE(read, 0);
    writing.reset(); // the other one stays
    QVERIFY(writeByte(ends[1]));
    QVERIFY(Loop().until(&reading, &QSocketNotifier::activated).run());
    QCOMPARE(read, 1);
    reading.setEnabled(false);
    close(ends);
}

void tst_EventLoop::notifiesOfTheEnd()
{
    const Ends ends = makePipe();
    QSocketNotifier notifier(ends[0], QSocketNotifier::Read);
    connect(&notifier, &QSocketNotifier::activated, &notifier, [&] { notifier.setEnabled(false); });
    ::close(ends[1]);
    QVERIFY(Loop().until(&notifier, &QSocketNotifier::activated).run());
    QVERIFY(!notifier.isEnabled());
    ::close(ends[0]);
}

void tst_EventLoop::notifiesOnlyEnabledNotifiers()
{
    const Ends ends = makePipe();
    QSocketNotifier notifier(ends[0], QSocketNotifier::Read);
    notifier.setEnabled(false);
    int told = 0;
    connect(&notifier, &QSocketNotifier::activated, this, [&] { told += readByte(ends[0]); });
    QVERIFY(writeByte(ends[1]));
    QTimer timer;
    timer.start(5);
    QVERIFY(Loop().until(&timer, &QTimer::timeout).run());
    QCOMPARE(told, 0);
    notifier.setEnabled(true);
    QVERIFY(Loop().until(&notifier, &QSocketNotifier::activated).run());
    QCOMPARE(told, 1);
    notifier.setEnabled(false);
    close(ends);
}

void tst_EventLoop::aHandlerMayDeleteAnotherNotifier()
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
    QVERIFY(writeByte(one[1]));
    QVERIFY(writeByte(other[1])); // both are ready in the same round
    QTRY_COMPARE(told, 1);
    QVERIFY(!first || !second);
    close(one);
    close(other);
}

// A file is always ready: epoll refuses to wait for one.
void tst_EventLoop::watchesAFile()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    QSocketNotifier notifier(file.handle(), QSocketNotifier::Read);
    QVERIFY(Loop().until(&notifier, &QSocketNotifier::activated).run());
    notifier.setEnabled(false);
    const Rounds rounds;
    QTimer timer;
    timer.start(30);
    QVERIFY(Loop().until(&timer, &QTimer::timeout).run());
    QVERIFY2(rounds.count() <= kMostRounds,
        qPrintable(QString::number(rounds.count()))); // it sleeps again
}

// The kernel forgets a closed descriptor, and gives its number to the next one that is opened.
void tst_EventLoop::watchesWhatHasAnOldNumber()
{
    const Ends old = makePipe();
    QSocketNotifier forgotten(old[0], QSocketNotifier::Read);
    close(old);
    const Ends ends = makePipe();
    QCOMPARE(ends[0], old[0]);
    forgotten.setEnabled(false);
    QSocketNotifier notifier(ends[0], QSocketNotifier::Read);
    int told = 0;
    connect(&notifier, &QSocketNotifier::activated, this, [&] { told += readByte(ends[0]); });
    QVERIFY(writeByte(ends[1]));
    QVERIFY(Loop().until(&notifier, &QSocketNotifier::activated).run());
    QCOMPARE(told, 1);
    notifier.setEnabled(false);
    close(ends);
}

int main(int argc, char **argv)
{
    installEventLoop();
    QCoreApplication application(argc, argv);
    tst_EventLoop test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_eventloop.moc"
