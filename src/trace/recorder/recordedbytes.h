// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "trace/file/chunkreader.h"
#include "trace/file/database.h"
#include "trace/recorder/writequeue.h"

#include <memory>
#include <mutex>

namespace sonde::trace {

// Reads the recorded bytes: those already in the session file from there, the others from the
// queue, which `mutex` protects. read() and pieces() lock the mutex themselves.
class RecordedBytes {
public:
    RecordedBytes(std::mutex &mutex, WriteQueue &queue)
        : m_mutex(mutex)
        , m_queue(queue)
    {
    }

    // Opens the file that is being written; without a file only the queue's bytes are available.
    Result<void> open(const QString &path);
    void close();

    // See Recorder::read() and Recorder::pieces().
    Result<Bytes> read(rpc::StreamId stream, std::uint64_t offset, std::uint64_t length);
    Result<Pieces> pieces(rpc::StreamId stream, std::uint64_t offset, std::uint64_t length);

private:
    std::mutex &m_mutex;
    WriteQueue &m_queue;
    std::mutex m_fileMutex; // protects the members below
    Database m_database;
    std::unique_ptr<ChunkReader> m_chunks;
};

} // namespace sonde::trace
