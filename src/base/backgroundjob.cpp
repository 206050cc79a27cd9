// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/backgroundjob.h"

#include "platform/vectorstate.h"

#include <QCoreApplication>
#include <QThreadPool>

#include <algorithm>
#include <mutex>

namespace sonde {

namespace {

// Not Qt's global pool: the painter draws large areas on that one and waits, so that a long job
// there stops the window. Two threads at least: a filter does not wait for the end of an export.
class Pool : public QThreadPool {
public:
    static Pool &instance()
    {
        static Pool pool;
        return pool;
    }

private:
    Pool()
    {
        setMaxThreadCount(std::max(2, maxThreadCount()));
        qAddPostRoutine([] { instance().waitForDone(); }); // nothing outlives the application
    }
};

} // namespace

// The receiver is a plain object that lives on the context's thread and dies with the job; the
// mutex orders its death against a worker that is about to post to it.
struct BackgroundJob::Shared {
    std::mutex mutex;
    QObject *receiver = nullptr;
    int newest = 0;
};

BackgroundJob::BackgroundJob(QObject *context)
    : m_shared(std::make_shared<Shared>())
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
}

void BackgroundJob::stop()
{
    m_stop.request_stop();
    const std::lock_guard lock(m_shared->mutex);
    ++m_shared->newest;
}

void BackgroundJob::run(std::function<std::function<void()>(std::stop_token)> work)
{
    stop();
    m_stop = std::stop_source();
    int number = 0;
    {
        const std::lock_guard lock(m_shared->mutex);
        number = m_shared->newest;
    }
    Pool::instance().start(
        [shared = m_shared, number, token = m_stop.get_token(), work = std::move(work)] {
            if (token.stop_requested())
                return;
            platform::clearVectorState();
            auto deliver = work(token);
            const std::lock_guard lock(shared->mutex);
            if (!shared->receiver || token.stop_requested())
                return;
            QMetaObject::invokeMethod(
                shared->receiver,
                [shared, number, deliver = std::move(deliver)] {
                    {
                        const std::lock_guard inner(shared->mutex);
                        if (shared->newest != number)
                            return;
                    }
                    deliver();
                },
                Qt::QueuedConnection);
        });
}

} // namespace sonde
