// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace sonde::rpc {

// A line of a byte stream: its text without the line end (LF or CRLF), and where it began.
struct Frame {
    Bytes text;
    std::uint64_t offset = 0; // of its first byte in the stream
    bool tooLong = false; // `text` is then only the beginning
    bool unfinished = false; // the stream ended before the line did
};

// Cuts a byte stream into lines, however it was split (2025-11-25 basic/transports#stdio:
// "Messages are delimited by newlines, and MUST NOT contain embedded newlines").
// A line inside one chunk is a slice of it; a longer one is put together once, when it ends.
// No state but the unfinished line; its size is bounded by `maxLine`.
class LineFramer {
public:
    explicit LineFramer(std::size_t maxLine = std::size_t(256) << 20);

    // Calls `sink(Frame)` for each line that this chunk ends.
    template <typename Sink>
    void feed(const Bytes &chunk, Sink &&sink)
    {
        m_chunk = chunk;
        m_at = 0;
        while (auto frame = next())
            sink(std::move(*frame));
    }

    // The rest, when the stream has ended; nothing when it ended with a line end.
    std::optional<Frame> finish();

    std::uint64_t offset() const { return m_offset; } // bytes fed so far
    // Of the line that has begun and not ended: how many bytes there are, and the first of them.
    std::uint64_t unendedSize() const { return m_offset - m_lineOffset; }
    Bytes unendedBeginning() const { return m_pieces.empty() ? Bytes() : m_pieces.front(); }

private:
    std::optional<Frame> next();
    void keep(Bytes piece);
    Frame assemble(Bytes last);

    std::size_t m_maxLine;
    Bytes m_chunk;
    std::size_t m_at = 0;
    std::uint64_t m_offset = 0;
    std::uint64_t m_lineOffset = 0;
    std::vector<Bytes> m_pieces; // of the unfinished line
    std::size_t m_length = 0; // their size
    bool m_skipping = false; // the line is over the limit already
};

} // namespace sonde::rpc
