// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace sonde::rpc {

// A line of a byte stream: its text without the line end (LF or CRLF), and its position.
struct Frame {
    Bytes text;
    std::uint64_t offset = 0; // of its first byte in the stream
    bool tooLong = false; // `text` holds only the beginning
    bool unfinished = false; // the stream ended inside the line
};

// Splits a byte stream into lines, however it is divided into chunks (2025-11-25
// basic/transports#stdio: "Messages are delimited by newlines, and MUST NOT contain embedded
// newlines"). A line inside one chunk is a slice of it; a longer one is assembled once, when it
// ends. The unfinished line is the only state; `maxLine` limits its size.
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

    // The unfinished line when the stream has ended; empty if the stream ended with a line end.
    std::optional<Frame> finish();

    std::uint64_t offset() const { return m_offset; } // total bytes fed
    // The size of the unfinished line, and its first bytes.
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
    std::size_t m_length = 0; // total size of m_pieces
    bool m_skipping = false; // the line has exceeded the limit
};

} // namespace sonde::rpc
