// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/backgroundjob.h"

#include "platform/threadpriority.h"

#include <QCoreApplication>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace sonde {

namespace {

// Not Qt's global pool: the painter draws large areas on that pool and waits, so a long job in it
// stops the window. Two threads at least, so that a filter need not wait for an export to end.
class Pool : public QThreadPool {
public:
    static Pool &instance()
    {
        static Pool pool([] { instance().waitForDone(); });
        return pool;
    }
    // A thread cannot have its priority back, so its own threads do this work.
    static Pool &low()
    {
        static Pool pool([] { low().waitForDone(); });
        return pool;
    }

private:
    explicit Pool(QtCleanUpFunction end)
    {
        setMaxThreadCount(std::max(2, maxThreadCount()));
        qAddPostRoutine(end); // no work outlives the application
    }
};

void lowerOnce()
{
    // Aligned as what follows it: at the end of a page, mold 1.10 makes of a smaller one a program
    // that does not start ("cannot apply additional memory protection after relocation").
    alignas(void *) thread_local bool isLow = false;
    if (!std::exchange(isLow, true))
        platform::lowerThreadPriority(platform::ThreadPriority::Lowest);
}

} // namespace

// The receiver is a plain object that lives on the context's thread and dies with the job; the
// mutex orders its death against a worker that is about to post to it. The thread of the context
// does not lock it to receive a result: the worker, from which the result has just woken it, may
// hold the mutex still and have to wait for its turn on a busy processor.
struct BackgroundJob::Shared {
    std::mutex mutex;
    std::condition_variable returned;
    QObject *receiver = nullptr;
    std::atomic<int> newest = 0; // changed by the job only
    int running = 0; // jobs that have begun, including stopped ones

    bool begin(const std::stop_token &stop);
    void end();
};

// The decision is made with the mutex held: a job that is destroyed later waits for this work.
bool BackgroundJob::Shared::begin(const std::stop_token &stop)
{
    const std::lock_guard lock(mutex);
    if (stop.stop_requested())
        return false;
    ++running;
    return true;
}

void BackgroundJob::Shared::end()
{
    const std::lock_guard lock(mutex);
    --running;
    returned.notify_all();
}

BackgroundJob::BackgroundJob(QObject *context, Ending ending, Priority priority)
    : m_shared(std::make_shared<Shared>())
    , m_ending(ending)
    , m_priority(priority)
{
    m_shared->receiver = new QObject(context);
    QObject::connect(m_shared->receiver, &QObject::destroyed, [shared = m_shared] {
        const std::lock_guard lock(shared->mutex);
        shared->receiver = nullptr;
    });
}

BackgroundJob::~BackgroundJob()
{
    stop();
    QObject *receiver = nullptr;
    {
        const std::lock_guard lock(m_shared->mutex);
        receiver = std::exchange(m_shared->receiver, nullptr);
    }
    delete receiver;
    if (m_ending == Ending::Join)
        join();
}

void BackgroundJob::join()
{
    std::unique_lock lock(m_shared->mutex);
    m_shared->returned.wait(lock, [this] { return m_shared->running == 0; });
}

void BackgroundJob::stop()
{
    m_stop.request_stop();
    ++m_shared->newest;
}

void BackgroundJob::run(std::function<std::function<void()>(std::stop_token)> work)
{
    stop();
    m_stop = std::stop_source();
    const int number = m_shared->newest;
    const bool isLow = m_priority == Priority::Low;
    (isLow ? Pool::low() : Pool::instance())
        .start([shared = m_shared, number, isLow, token = m_stop.get_token(),
                   work = std::move(work)]() mutable {
            if (!shared->begin(token))
                return;
            if (isLow)
                lowerOnce();
            auto result = work(token);
            work = nullptr; // release what the work captured before its job may be destroyed
            post(shared, number, std::move(result), token);
            shared->end();
        });
}

// Runs `result` on the context's thread, unless the job has been stopped or restarted by then.
void BackgroundJob::post(const std::shared_ptr<Shared> &shared, int number,
    std::function<void()> result, const std::stop_token &stop)
{
    const std::lock_guard lock(shared->mutex);
    if (!shared->receiver || stop.stop_requested())
        return;
    QMetaObject::invokeMethod(
        shared->receiver,
        [shared, number, result = std::move(result)] {
            if (shared->newest == number)
                result();
        },
        Qt::QueuedConnection);
}

} // namespace sonde
