// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder/writequeue.h"

#include "trace/file/sessionschema.h"

#include <limits>
#include <utility>

namespace sonde::trace {

namespace {

constexpr std::size_t kMaxStreams = std::numeric_limits<rpc::StreamId>::max();
constexpr std::size_t kMaxSpare = 16;
constexpr std::size_t kMaxSparePlaces = 64 * 1024;

} // namespace

void WriteQueue::setKeepsForFile(bool keeps)
{
    m_keeps = keeps;
}

rpc::StreamId WriteQueue::addStream(const rpc::StreamInfo &info)
{
    if (m_streams.size() >= kMaxStreams)
        return 0;
    const auto next = static_cast<Pairing::Connection>(m_connections.size());
    const auto connection = m_connections.try_emplace({info.server, info.connection}, next);
    m_streams.push_back({info, connection.first->second, {}});
    const auto id = static_cast<rpc::StreamId>(m_streams.size());
    m_waiting.streams.emplace_back(id, info); // few; kept for a file that is opened later
    return id;
}

WriteQueue::Stream *WriteQueue::stream(rpc::StreamId id)
{
    return id >= 1 && id <= m_streams.size() ? &m_streams[id - std::size_t(1)] : nullptr;
}

bool WriteQueue::addBytes(rpc::StreamId id, std::uint64_t offset, Stamp at, const Bytes &bytes)
{
    auto *known = stream(id);
    if (!known || offset + bytes.size() > schema::kMaxOffset)
        return false;
    const bool first = !known->buffer.hasWaiting();
    if (!known->buffer.append(offset, at, bytes))
        return false;
    if (first)
        m_dirty.push_back(id);
    m_waitingSize += bytes.size() + sizeof(Chunk);
    if (!m_keeps && m_waitingSize > m_bound)
        dropOldest();
    return true;
}

void WriteQueue::addMessage(Number number, const Record &record, std::string_view id)
{
    if (!m_keeps)
        return;
    if (m_waiting.messages.isEmpty())
        m_waiting.firstNumber = number;
    m_waiting.messages.push(record);
    m_waitingSize += sizeof(Record);
    if (id.size() > sizeof(record.idText)) {
        m_waiting.longIds.emplace_back(number, id.substr(0, schema::kMaxIdText));
        m_waitingSize +=
            sizeof(WriteBatch::longIds.front()) + m_waiting.longIds.back().second.size();
    }
}

void WriteQueue::addString(std::uint32_t number, std::string_view text)
{
    if (m_keeps)
        m_waiting.strings.emplace_back(number, text);
}

void WriteQueue::update(Number number, const Record &record)
{
    if (!m_keeps)
        return;
    if (!m_waiting.messages.isEmpty() && number >= m_waiting.firstNumber) {
        m_waiting.messages[number - m_waiting.firstNumber] = record;
        return;
    }
    m_waiting.changes.emplace_back(number, record);
    m_waitingSize += sizeof(WriteBatch::changes.front());
}

void WriteQueue::addNote(Number number, const Note &note)
{
    if (m_keeps)
        m_waiting.notes.emplace_back(number, note);
}

const WriteBatch &WriteQueue::beginWrite()
{
    std::swap(m_waiting, m_writing);
    for (const auto id : m_dirty) {
        std::vector<Chunk> spare;
        if (!m_spare.empty()) {
            spare = std::move(m_spare.back());
            m_spare.pop_back();
        }
        m_writing.chunks.emplace_back(id, &stream(id)->buffer.beginWrite(std::move(spare)));
    }
    m_dirty.clear();
    m_writingSize = std::exchange(m_waitingSize, 0);
    return m_writing;
}

void WriteQueue::endWrite(std::vector<std::vector<Chunk>> &freed)
{
    for (const auto &written : m_writing.chunks)
        freed.push_back(stream(written.first)->buffer.endWrite());
    m_writing.clear();
    m_writingSize = 0;
}

void WriteQueue::abandonWrite()
{
    for (const auto &written : m_writing.chunks) {
        auto &buffer = stream(written.first)->buffer;
        if (!buffer.hasWaiting())
            m_dirty.push_back(written.first);
        buffer.abandonWrite();
    }
    m_writing = {};
    m_waiting = {};
    m_keeps = false;
    m_waitingSize += std::exchange(m_writingSize, 0);
    dropOldest();
}

void WriteQueue::recycle(std::vector<std::vector<Chunk>> &freed)
{
    for (auto &chunks : freed) {
        if (chunks.capacity() <= kMaxSparePlaces && m_spare.size() < kMaxSpare)
            m_spare.push_back(std::move(chunks));
    }
    freed.clear();
}

// Frees an eighth of the bound at once, so that the search is rarely needed.
void WriteQueue::dropOldest()
{
    const std::size_t wanted = m_bound - m_bound / 8;
    while (m_waitingSize > wanted) {
        Stream *oldest = nullptr;
        std::int64_t time = 0;
        for (auto &each : m_streams) {
            const auto *chunk = each.buffer.oldest();
            if (chunk && (!oldest || chunk->at.steady < time)) {
                oldest = &each;
                time = chunk->at.steady;
            }
        }
        if (!oldest) {
            m_waitingSize = 0;
            break;
        }
        m_waitingSize -= std::min(m_waitingSize, oldest->buffer.dropOldest() + sizeof(Chunk));
    }
    for (auto &each : m_streams)
        each.buffer.compact();
}

} // namespace sonde::trace
