// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <memory>
#include <span>
#include <utility>

namespace sonde::tap {

// One direction of a relay, without I/O: what was read from a source and not yet written to a sink.
// It reads only when everything has been written, so a slow reader stops the writer at the other
// end, as a pipe without a tap does, and at most one block waits. Blocks are shared: what was read
// can be recorded without a copy.
class Pump {
public:
    static constexpr std::size_t kBlockSize = 128 * 1024;
    static constexpr std::size_t kMaxRead = 64 * 1024;

    // Whether the source is to be read, into room().
    bool wantsToRead() const { return m_sourceOpen && m_sinkOpen && m_pending.isEmpty(); }
    std::span<char> room();
    // From now on every read uses the same block, which is there already: no memory is requested.
    // What was read before must not be used by anyone else.
    void keepToOneBlock();
    // `size` bytes of room() were filled; returns them. They are pending now.
    Bytes fill(std::size_t size);

    // These bytes are pending in place of what was read; nothing else may be.
    void offer(Bytes bytes) { m_pending = std::move(bytes); }
    bool hasSink() const { return m_sinkOpen; }

    // What is to be written to the sink, and how much of it was written.
    const Bytes &pending() const { return m_pending; }
    void drop(std::size_t size);

    void endSource() { m_sourceOpen = false; } // what is pending is still written
    void endSink(); // no reader is left: what is pending is lost

    // When its descriptor is to be closed, so that the other end notices.
    bool needsSource() const { return m_sourceOpen && m_sinkOpen; }
    bool needsSink() const { return m_sinkOpen && (m_sourceOpen || !m_pending.isEmpty()); }

private:
    void newBlock();

    std::shared_ptr<char[]> m_block;
    std::size_t m_used = 0; // of the block
    bool m_keepsBlock = false;
    Bytes m_pending;
    bool m_sourceOpen = true;
    bool m_sinkOpen = true;
};

} // namespace sonde::tap
