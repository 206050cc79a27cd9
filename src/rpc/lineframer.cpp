// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/lineframer.h"

#include <algorithm>
#include <cstring>

namespace sonde::rpc {

LineFramer::LineFramer(std::size_t maxLine)
    : m_maxLine(maxLine)
{
}

std::optional<Frame> LineFramer::next()
{
    const std::string_view rest = m_chunk.view().substr(m_at);
    if (rest.empty()) {
        m_chunk = {};
        return {};
    }
    const void *found = std::memchr(rest.data(), '\n', rest.size());
    if (!found) {
        m_offset += rest.size();
        keep(m_chunk.slice(m_at, rest.size()));
        m_chunk = {};
        return {};
    }
    const auto length = static_cast<std::size_t>(static_cast<const char *>(found) - rest.data());
    Frame frame = assemble(m_chunk.slice(m_at, length));
    m_at += length + 1;
    m_offset += length + 1;
    m_lineOffset = m_offset;
    return frame;
}

// Keeps a piece of the unfinished line. Beyond the limit only the beginning is kept, so that a
// server that never ends its line uses a bounded amount of memory.
void LineFramer::keep(Bytes piece)
{
    if (m_skipping)
        return;
    if (m_length + piece.size() > m_maxLine) {
        piece = piece.slice(0, m_maxLine - m_length);
        m_skipping = true;
    }
    m_length += piece.size();
    if (piece.isEmpty())
        return;
    // Successive reads are adjacent in one block: a server that writes a few bytes at a time needs
    // no list of tiny pieces, and a line that was split by reads needs no copy.
    if (m_pieces.empty() || !m_pieces.back().extend(piece))
        m_pieces.push_back(std::move(piece));
}

// Pieces are joined once, at the end of the line: joining each as it arrives would be quadratic.
Frame LineFramer::assemble(Bytes last)
{
    Frame frame;
    frame.offset = m_lineOffset;
    keep(std::move(last));
    frame.tooLong = std::exchange(m_skipping, false);
    if (m_pieces.size() == 1) {
        frame.text = std::move(m_pieces.front());
    } else if (m_length > 0) {
        auto storage = std::make_shared_for_overwrite<char[]>(m_length);
        char *at = storage.get();
        for (const Bytes &piece : m_pieces)
            at = std::copy_n(piece.data(), piece.size(), at);
        const char *data = storage.get();
        frame.text = {std::move(storage), data, m_length};
    }
    m_pieces.clear();
    m_length = 0;
    if (!frame.tooLong && frame.text.view().ends_with('\r'))
        frame.text = frame.text.slice(0, frame.text.size() - 1);
    return frame;
}

std::optional<Frame> LineFramer::finish()
{
    if (m_pieces.empty())
        return {};
    Frame frame = assemble({});
    frame.unfinished = true;
    m_lineOffset = m_offset;
    return frame;
}

} // namespace sonde::rpc
