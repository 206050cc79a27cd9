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

// What one read or write call moved.
struct Chunk {
    std::uint64_t offset = 0;
    Stamp at;
    Bytes bytes;
    std::uint64_t end() const { return offset + bytes.size(); }
};

// The chunks of a stream that are not in the file: those that wait, and those that the writer is
// writing now. Both ascend, and the waiting ones follow the others.
class StreamBuffer {
public:
    // The offset after the last byte, and the one up to which the file has them.
    std::uint64_t end() const { return m_end; }
    std::uint64_t onDisk() const { return m_onDisk; }

    // Bytes that are there already are not taken again. False when nothing was taken.
    bool append(std::uint64_t offset, Stamp at, const Bytes &bytes);

    bool hasWaiting() const { return !m_waiting.empty(); }
    // Hands what waits to the writer; `spare` gives its capacity.
    const std::vector<Chunk> &beginWrite(std::vector<Chunk> spare);
    // They are in the file. Gives them back so that they can be freed outside of any lock.
    std::vector<Chunk> endWrite();
    // They are not, and will not be: they wait again.
    void abandonWrite();

    // Appends pieces of [begin, end) to `pieces`, those that memory has; true when it has all.
    bool collect(std::uint64_t begin, std::uint64_t end, std::vector<Bytes> &pieces) const;

    // Appends the pieces that memory has of [begin, end), until `pieces` has `most`.
    void collect(
        std::uint64_t begin, std::uint64_t end, std::vector<Piece> &pieces, std::size_t most) const;

    const Chunk *oldest() const
    {
        return m_dropped < m_waiting.size() ? &m_waiting[m_dropped] : nullptr;
    }
    // Forgets the oldest chunk; gives its size. compact() then frees the places.
    std::size_t dropOldest();
    void compact();

private:
    std::vector<Chunk> m_waiting;
    std::vector<Chunk> m_writing;
    std::size_t m_dropped = 0; // of m_waiting, until compact()
    std::uint64_t m_end = 0;
    std::uint64_t m_onDisk = 0;
};

// What StreamBuffer::collect() gave, behind what the file had.
Bytes join(const std::vector<Bytes> &pieces, std::string head);

} // namespace sonde::trace
