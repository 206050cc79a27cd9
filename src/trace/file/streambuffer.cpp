// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/streambuffer.h"

#include <algorithm>
#include <utility>

namespace sonde::trace {

namespace {

void collectFrom(const std::vector<Chunk> &chunks, std::uint64_t &at, std::uint64_t end,
    std::vector<Bytes> &pieces)
{
    auto it = std::upper_bound(chunks.begin(), chunks.end(), at,
        [](std::uint64_t value, const Chunk &chunk) { return value < chunk.end(); });
    for (; it != chunks.end() && at < end && it->offset <= at; ++it) {
        const auto skip = at - it->offset;
        pieces.push_back(it->bytes.slice(skip, std::min(end, it->end()) - at));
        at += pieces.back().size();
    }
}

void collectFrom(const std::vector<Chunk> &chunks, std::uint64_t begin, std::uint64_t end,
    std::vector<Piece> &pieces, std::size_t most)
{
    auto it = std::upper_bound(chunks.begin(), chunks.end(), begin,
        [](std::uint64_t value, const Chunk &chunk) { return value < chunk.end(); });
    for (; it != chunks.end() && it->offset < end && pieces.size() < most; ++it)
        pieces.push_back({it->offset, it->bytes.size(), it->at});
}

} // namespace

Bytes join(const std::vector<Bytes> &pieces, std::string head)
{
    if (head.empty() && pieces.size() == 1)
        return pieces.front();
    auto whole = std::make_shared<std::string>(std::move(head));
    for (const auto &piece : pieces)
        whole->append(piece.view());
    const char *data = whole->data();
    const auto size = whole->size();
    return {std::move(whole), data, size};
}

bool StreamBuffer::append(std::uint64_t offset, Stamp at, const Bytes &bytes)
{
    if (bytes.isEmpty() || offset < m_end)
        return false;
    m_waiting.push_back({offset, at, bytes});
    m_end = offset + bytes.size();
    return true;
}

const std::vector<Chunk> &StreamBuffer::beginWrite(std::vector<Chunk> spare)
{
    m_writing = std::exchange(m_waiting, std::move(spare));
    return m_writing;
}

std::vector<Chunk> StreamBuffer::endWrite()
{
    if (!m_writing.empty())
        m_onDisk = m_writing.back().end();
    return std::exchange(m_writing, {});
}

void StreamBuffer::abandonWrite()
{
    m_writing.insert(m_writing.end(), std::make_move_iterator(m_waiting.begin()),
        std::make_move_iterator(m_waiting.end()));
    m_waiting = std::exchange(m_writing, {});
}

bool StreamBuffer::collect(std::uint64_t begin, std::uint64_t end, std::vector<Bytes> &pieces) const
{
    std::uint64_t at = begin;
    collectFrom(m_writing, at, end, pieces);
    collectFrom(m_waiting, at, end, pieces);
    return at >= end;
}

void StreamBuffer::collect(
    std::uint64_t begin, std::uint64_t end, std::vector<Piece> &pieces, std::size_t most) const
{
    collectFrom(m_writing, begin, end, pieces, most);
    collectFrom(m_waiting, begin, end, pieces, most);
}

std::size_t StreamBuffer::dropOldest()
{
    const auto size = m_waiting[m_dropped].bytes.size();
    m_waiting[m_dropped].bytes = {};
    ++m_dropped;
    return size;
}

void StreamBuffer::compact()
{
    m_waiting.erase(m_waiting.begin(),
        m_waiting.begin() + static_cast<std::ptrdiff_t>(std::exchange(m_dropped, 0)));
}

} // namespace sonde::trace
