// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder/writerthread.h"

#include "base/logging.h"
#include "platform/threadpriority.h"

#include <chrono>

namespace sonde::trace {

namespace {

// How long data waits for more data, unless there is enough: a writer that wakes for single
// messages halves the throughput on one processor.
constexpr std::chrono::milliseconds kMaxWait{50};

} // namespace

void WriterThread::start(std::unique_ptr<SessionWriter> writer)
{
    m_writer = std::move(writer);
    m_queue.setKeepsForFile(true);
    m_thread = std::thread([this] { run(); });
}

void WriterThread::stop()
{
    if (!m_thread.joinable())
        return;
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_work.notify_one();
    m_thread.join();
}

void WriterThread::waitForRoom(std::unique_lock<std::mutex> &lock)
{
    if (!m_queue.isOver())
        return;
    notify(); // a batch has not woken the thread yet
    m_room.wait(lock, [this] { return !m_queue.isOver(); });
}

bool WriterThread::wantsToKnow()
{
    if (m_sleeps) {
        m_sleeps = false;
        return true;
    }
    if (!m_enoughSaid && m_queue.hasEnough()) {
        m_enoughSaid = true;
        return true;
    }
    return false;
}

Result<void> WriterThread::flush(std::unique_lock<std::mutex> &lock)
{
    if (!m_thread.joinable())
        return {};
    const auto ticket = ++m_flushRequested;
    m_work.notify_one();
    m_written.wait(lock, [&] { return m_flushDone >= ticket || m_failure; });
    if (m_failure)
        return *m_failure;
    return {};
}

void WriterThread::run()
{
    // Where processors are scarce, transferring and time-stamping messages takes priority over
    // writing.
    platform::lowerThreadPriority();
    std::unique_lock lock(m_mutex);
    while (waitForWork(lock))
        writeBatch(lock);
    m_writer.reset();
}

// Returns false when the thread should end.
bool WriterThread::waitForWork(std::unique_lock<std::mutex> &lock)
{
    const auto hurried = [this] {
        return m_stopping || m_flushRequested > m_flushDone || m_queue.hasEnough();
    };
    if (m_queue.isEmpty() && !hurried()) {
        m_sleeps = true;
        m_work.wait(lock, [&] { return !m_queue.isEmpty() || hurried(); });
        m_sleeps = false;
    }
    if (!hurried())
        m_work.wait_for(lock, kMaxWait, hurried);
    return !m_failure && !(m_stopping && m_queue.isEmpty());
}

void WriterThread::writeBatch(std::unique_lock<std::mutex> &lock)
{
    const auto ticket = m_flushRequested;
    const auto &batch = m_queue.beginWrite();
    m_enoughSaid = false;
    lock.unlock();
    auto done = m_writer->write(batch);
    std::vector<std::vector<Chunk>> freed;
    lock.lock();
    if (done) {
        m_queue.endWrite(freed);
        m_flushDone = ticket;
    } else {
        qCInfo(lcTrace) << "recording goes on in memory only:" << done.error().sentence;
        m_failure = done.error();
        m_queue.abandonWrite();
    }
    m_room.notify_all();
    m_written.notify_all();
    lock.unlock();
    for (auto &chunks : freed)
        chunks.clear();
    lock.lock();
    m_queue.recycle(freed);
}

} // namespace sonde::trace
