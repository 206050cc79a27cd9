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

// Reads what a recording has so far: from the session file what is in it already, and the rest
// from the queue, which is behind `mutex`: read() and pieces() take that themselves.
class RecordedBytes {
public:
    RecordedBytes(std::mutex &mutex, WriteQueue &queue)
        : m_mutex(mutex)
        , m_queue(queue)
    {
    }

    // The file that is being written; without one there is only what the queue keeps.
    Result<void> open(const QString &path);
    void close();

    // As Recorder::read() and Recorder::pieces().
    Result<Bytes> read(rpc::StreamId stream, std::uint64_t offset, std::uint64_t length);
    Result<Pieces> pieces(rpc::StreamId stream, std::uint64_t offset, std::uint64_t length);

private:
    std::mutex &m_mutex;
    WriteQueue &m_queue;
    std::mutex m_fileMutex; // for what follows
    Database m_database;
    std::unique_ptr<ChunkReader> m_chunks;
};

} // namespace sonde::trace
