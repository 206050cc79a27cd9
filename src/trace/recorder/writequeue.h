// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"
#include "trace/file/sessionwriter.h"
#include "trace/file/streambuffer.h"
#include "trace/recorder/pairing.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace sonde::trace {

// The data waiting for the session file; without a file, all data kept. Not thread-safe: the
// recorder's lock protects it, but the batch from beginWrite() may be read without the lock.
class WriteQueue {
public:
    struct Stream {
        rpc::StreamInfo info;
        Pairing::Connection connection = 0;
        StreamBuffer buffer;
    };

    // Large, because a writer that wakes during a flood takes the processor from it.
    static constexpr std::size_t kEnough = std::size_t(64) << 20;

    explicit WriteQueue(std::size_t bound)
        : m_bound(bound)
    {
    }

    // With a file all data is queued; without one only bytes are kept, up to the bound.
    void setKeepsForFile(bool keeps);
    bool keepsForFile() const { return m_keeps; }

    rpc::StreamId addStream(const rpc::StreamInfo &info); // 0 if there are too many
    Stream *stream(rpc::StreamId id);

    bool addBytes(rpc::StreamId id, std::uint64_t offset, Stamp at, const Bytes &bytes);
    void addMessage(Number number, const Record &record, std::string_view id);
    void addString(std::uint32_t number, std::string_view text);
    void update(Number number, const Record &record);
    void addNote(Number number, const Note &note);

    // Whether enough data waits to wake the writer.
    bool hasEnough() const { return m_keeps && m_waitingSize >= std::min(kEnough, m_bound / 2); }
    bool isOver() const { return m_keeps && m_waitingSize + m_writingSize >= m_bound; }
    bool isEmpty() const { return m_waiting.isEmpty() && m_dirty.empty(); }

    // All waiting data, for the writer. Valid until endWrite() or abandonWrite().
    const WriteBatch &beginWrite();
    // Reports the batch as written; returns its chunks in `freed`, to be freed outside the lock.
    void endWrite(std::vector<std::vector<Chunk>> &freed);
    // Reports that writing failed and the file is abandoned: from now on data stays in memory.
    void abandonWrite();
    // Returns freed vectors, whose capacity is reused.
    void recycle(std::vector<std::vector<Chunk>> &freed);

private:
    void dropOldest();

    std::size_t m_bound;
    bool m_keeps = false;
    std::deque<Stream> m_streams; // by id - 1
    std::map<std::pair<QString, int>, Pairing::Connection> m_connections;
    std::vector<rpc::StreamId> m_dirty; // streams with waiting chunks
    std::vector<std::vector<Chunk>> m_spare;
    WriteBatch m_waiting;
    WriteBatch m_writing;
    std::size_t m_waitingSize = 0;
    std::size_t m_writingSize = 0;
};

} // namespace sonde::trace
