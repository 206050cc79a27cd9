// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "trace/file/sessionwriter.h"
#include "trace/recorder/writequeue.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace sonde::trace {

// Puts what waits in the queue into the session file, in batches by time (50 ms) or volume.
// `mutex` protects the queue and all members here: every function wants it locked, except where
// it says otherwise.
class WriterThread {
public:
    WriterThread(std::mutex &mutex, WriteQueue &queue)
        : m_mutex(mutex)
        , m_queue(queue)
    {
    }
    ~WriterThread() { stop(); }
    WriterThread(const WriterThread &) = delete;
    WriterThread &operator=(const WriterThread &) = delete;

    void start(std::unique_ptr<SessionWriter> writer);
    bool isRunning() const { return m_thread.joinable(); }
    void stop(); // unlocked: writes what is left and closes

    // Waits while the queue is over its bound.
    void waitForRoom(std::unique_lock<std::mutex> &lock);
    // Something was added: true when notify() should follow, as soon as the lock is gone.
    bool wantsToKnow();
    void notify() { m_work.notify_one(); } // unlocked
    // Waits until all that was added so far is in the file.
    Result<void> flush(std::unique_lock<std::mutex> &lock);
    // The first failure; nothing is written any more.
    const std::optional<Error> &failure() const { return m_failure; }

private:
    void run();
    bool waitForWork(std::unique_lock<std::mutex> &lock);
    void writeBatch(std::unique_lock<std::mutex> &lock);

    std::mutex &m_mutex;
    WriteQueue &m_queue;
    std::condition_variable m_room; // producers wait for it
    std::condition_variable m_work; // the thread waits for it
    std::condition_variable m_written; // flush() waits for it
    std::optional<Error> m_failure;
    std::uint64_t m_flushRequested = 0; // tickets
    std::uint64_t m_flushDone = 0;
    bool m_sleeps = false; // without a timer, until something comes
    bool m_enoughSaid = false;
    bool m_stopping = false;
    std::unique_ptr<SessionWriter> m_writer; // of the thread
    std::thread m_thread;
};

} // namespace sonde::trace
