// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/backgroundjob.h"
#include "platform/threadpriority.h"

#include <QCoreApplication>
#include <QTest>
#include <QThread>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <latch>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#include <unistd.h>
#endif

using namespace sonde;

class tst_BackgroundJob : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void respondsOnTheThreadOfItsContext();
    void theNewestWins();
    void doesNotRespondAfterItsDeath();
    void leavesTheThreadsOfThePainterAlone();
    void joinsWhatHasBegun();
    void joinsWhatWasStartedBeforeTheNewest();
    void doesNotWaitForWhatHasNotBegun();
    void letsGoOfWhatItsWorkHeld();
    void keepsLowWorkBehindAllOther();
};

void tst_BackgroundJob::respondsOnTheThreadOfItsContext()
{
    BackgroundJob job(this);
    QThread *worker = nullptr;
    QThread *answered = nullptr;
    job.start<QThread *>([](const std::stop_token &) { return QThread::currentThread(); },
        [&](QThread *thread) {
            worker = thread;
            answered = QThread::currentThread();
        });
    QTRY_VERIFY(answered);
    QCOMPARE(answered, thread());
    QVERIFY(worker != thread());
}

void tst_BackgroundJob::theNewestWins()
{
    BackgroundJob job(this);
    std::vector<int> responses;
    std::latch begun(1);
    std::latch held(1);
    std::latch stopped(1);
    const auto keep = [&responses](int response) { responses.push_back(response); };
    job.start<int>(
        [&](const std::stop_token &stop) {
            begun.count_down();
            held.wait();
            const int response = stop.stop_requested() ? 1 : -1;
            stopped.count_down();
            return response;
        },
        keep);
    begun.wait();
    job.start<int>([](const std::stop_token &) { return 2; }, keep);
    held.count_down();
    stopped.wait();
    QTRY_COMPARE(responses, std::vector<int>{2});
}

void tst_BackgroundJob::doesNotRespondAfterItsDeath()
{
    std::latch begun(1);
    std::latch held(1);
    std::latch done(1);
    bool isAnswered = false;
    {
        BackgroundJob job(this);
        job.start<int>(
            [&](const std::stop_token &) {
                begun.count_down();
                held.wait();
                done.count_down();
                return 0;
            },
            [&](int) { isAnswered = true; });
        begun.wait();
    }
    held.count_down();
    done.wait();
    BackgroundJob next(this);
    bool isNextAnswered = false;
    next.start<int>([](const std::stop_token &) { return 0; }, [&](int) { isNextAnswered = true; });
    QTRY_VERIFY(isNextAnswered);
    QVERIFY(!isAnswered);
}

// Qt draws large areas and scales pictures on the global pool, and waits for it.
void tst_BackgroundJob::leavesTheThreadsOfThePainterAlone()
{
    std::latch held(1);
    const int count = QThreadPool::globalInstance()->maxThreadCount() + 1;
    std::atomic<int> ended = 0;
    std::vector<std::unique_ptr<BackgroundJob>> jobs;
    for (int i = 0; i < count; ++i) {
        jobs.push_back(std::make_unique<BackgroundJob>(this));
        jobs.back()->start<int>(
            [&](const std::stop_token &) {
                held.wait();
                return 0;
            },
            [&](int) { ++ended; });
    }
    const bool isFree = QThreadPool::globalInstance()->tryStart([] {});
    held.count_down();
    QVERIFY(isFree);
    QTRY_COMPARE(ended.load(), count);
}

namespace {

// Work that returns a while after it was stopped, as one that is in the middle of a step.
std::function<int(std::stop_token)> untilStopped(std::latch &begun, std::atomic<int> &returned)
{
    return [&](const std::stop_token &stop) {
        begun.count_down();
        while (!stop.stop_requested())
            QThread::yieldCurrentThread();
        for (int i = 0; i < 1000; ++i)
            QThread::yieldCurrentThread();
        return ++returned;
    };
}

} // namespace

// What the work reads may go right after the job.
void tst_BackgroundJob::joinsWhatHasBegun()
{
    std::latch begun(1);
    std::atomic<int> returned = 0;
    bool isAnswered = false;
    {
        BackgroundJob job(this, BackgroundJob::Ending::Join);
        job.start<int>(untilStopped(begun, returned), [&](int) { isAnswered = true; });
        begun.wait();
    }
    QCOMPARE(returned.load(), 1);
    QCoreApplication::processEvents();
    QVERIFY(!isAnswered);
}

void tst_BackgroundJob::joinsWhatWasStartedBeforeTheNewest()
{
    std::latch first(1);
    std::latch second(1);
    std::atomic<int> returned = 0;
    {
        BackgroundJob job(this, BackgroundJob::Ending::Join);
        job.start<int>(untilStopped(first, returned), [](int) {});
        first.wait();
        job.start<int>(untilStopped(second, returned), [](int) {});
        second.wait();
    }
    QCOMPARE(returned.load(), 2);
}

void tst_BackgroundJob::doesNotWaitForWhatHasNotBegun()
{
    // More than the pool has threads, so that what comes after them waits.
    constexpr int kMany = 256;
    std::latch held(1);
    std::vector<std::unique_ptr<BackgroundJob>> others;
    std::atomic<int> ended = 0;
    for (int i = 0; i < kMany; ++i) {
        others.push_back(std::make_unique<BackgroundJob>(this));
        others.back()->start<int>(
            [&](const std::stop_token &) {
                held.wait();
                return 0;
            },
            [&](int) { ++ended; });
    }
    std::atomic<bool> hasBegun = false;
    {
        BackgroundJob job(this, BackgroundJob::Ending::Join);
        job.start<int>(
            [&](const std::stop_token &) {
                hasBegun = true;
                return 0;
            },
            [](int) {});
    }
    held.count_down();
    QTRY_COMPARE(ended.load(), kMany);
    QVERIFY(!hasBegun);
}

// The work may hold the last share of something that needs what dies after the job.
void tst_BackgroundJob::letsGoOfWhatItsWorkHeld()
{
    std::latch begun(1);
    std::atomic<int> returned = 0;
    auto held = std::make_shared<int>(0);
    const std::weak_ptr<int> watched = held;
    {
        BackgroundJob job(this, BackgroundJob::Ending::Join);
        job.start<int>([held = std::move(held), work = untilStopped(begun, returned)](
                           const std::stop_token &stop) { return work(stop); },
            [](int) {});
        begun.wait();
    }
    QVERIFY(watched.expired());
}

// Linux has a priority for each thread, and lets none of them have a higher one again. The portable
// platform has none.
void tst_BackgroundJob::keepsLowWorkBehindAllOther()
{
#ifdef Q_OS_LINUX
    const auto niceOf = [](BackgroundJob &job) {
        std::optional<int> nice;
        job.start<int>(
            [](const std::stop_token &) {
                return ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()));
            },
            [&nice](int found) { nice = found; });
        return QTest::qWaitFor([&nice] { return nice.has_value(); }) ? *nice : -1;
    };
    const int own = ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()));
    bool hasPriorities = false;
    std::thread([&hasPriorities, own] {
        platform::lowerThreadPriority(platform::ThreadPriority::Lowest);
        hasPriorities = ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid())) > own;
    }).join();
    BackgroundJob low(this, BackgroundJob::Ending::Join, BackgroundJob::Priority::Low);
    BackgroundJob usual(this);
    for (int round = 0; round < 4; ++round) {
        QCOMPARE(niceOf(low) > own, hasPriorities);
        QCOMPARE(niceOf(usual), own);
    }
#endif
}

QTEST_GUILESS_MAIN(tst_BackgroundJob)
#include "tst_backgroundjob.moc"
