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

// Writes the data of the queue into the session file, in batches by time (50 ms) or volume. `mutex`
// protects the queue and all members of this class: it must be locked for every call, unless noted
// otherwise.
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
    void stop(); // without the lock: writes waiting data and closes the file

    // Waits while the queue exceeds its bound.
    void waitForRoom(std::unique_lock<std::mutex> &lock);
    // Call after adding data: returns true if notify() must follow once the lock is released.
    bool wantsToKnow();
    void notify() { m_work.notify_one(); } // without the lock
    // Waits until all data added so far is in the file.
    Result<void> flush(std::unique_lock<std::mutex> &lock);
    // The first failure; nothing is written after it.
    const std::optional<Error> &failure() const { return m_failure; }

private:
    void run();
    bool waitForWork(std::unique_lock<std::mutex> &lock);
    void writeBatch(std::unique_lock<std::mutex> &lock);

    std::mutex &m_mutex;
    WriteQueue &m_queue;
    std::condition_variable m_room; // waited for by producers
    std::condition_variable m_work; // waited for by the thread
    std::condition_variable m_written; // waited for by flush()
    std::optional<Error> m_failure;
    std::uint64_t m_flushRequested = 0; // tickets
    std::uint64_t m_flushDone = 0;
    bool m_sleeps = false; // until notify(), without a timeout
    bool m_enoughSaid = false;
    bool m_stopping = false;
    std::unique_ptr<SessionWriter> m_writer; // used by the thread only
    std::thread m_thread;
};

} // namespace sonde::trace
