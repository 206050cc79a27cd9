// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "trace/record/piece.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sonde::trace {

// The bytes of one read or write call.
struct Chunk {
    std::uint64_t offset = 0;
    Stamp at;
    Bytes bytes;
    std::uint64_t end() const { return offset + bytes.size(); }
};

// The chunks of a stream that are not in the file: waiting ones, and those being written. Both
// ascend, and the waiting chunks follow the others.
class StreamBuffer {
public:
    // The offset after the last byte, and the offset up to which the file has the bytes.
    std::uint64_t end() const { return m_end; }
    std::uint64_t onDisk() const { return m_onDisk; }

    // Skips bytes that were appended before. Returns false if nothing was appended.
    bool append(std::uint64_t offset, Stamp at, const Bytes &bytes);

    bool hasWaiting() const { return !m_waiting.empty(); }
    // Passes the waiting chunks to the writer; `spare` provides capacity.
    const std::vector<Chunk> &beginWrite(std::vector<Chunk> spare);
    // Reports the chunks as written. Returns them so that they can be freed outside any lock.
    std::vector<Chunk> endWrite();
    // Reports that the chunks could not be written: they wait again.
    void abandonWrite();

    // Appends the pieces of [begin, end) that are in memory to `pieces`; true if these are all.
    bool collect(std::uint64_t begin, std::uint64_t end, std::vector<Bytes> &pieces) const;

    // Appends the pieces of [begin, end) that are in memory, until `pieces` has `most` entries.
    void collect(
        std::uint64_t begin, std::uint64_t end, std::vector<Piece> &pieces, std::size_t most) const;

    const Chunk *oldest() const
    {
        return m_dropped < m_waiting.size() ? &m_waiting[m_dropped] : nullptr;
    }
    // Drops the oldest chunk and returns its size. compact() frees the entries.
    std::size_t dropOldest();
    void compact();

private:
    std::vector<Chunk> m_waiting;
    std::vector<Chunk> m_writing;
    std::size_t m_dropped = 0; // entries at the front of m_waiting, until compact()
    std::uint64_t m_end = 0;
    std::uint64_t m_onDisk = 0;
};

// Appends the pieces that StreamBuffer::collect() returned to `head`, the part from the file.
Bytes join(const std::vector<Bytes> &pieces, std::string head);

} // namespace sonde::trace
