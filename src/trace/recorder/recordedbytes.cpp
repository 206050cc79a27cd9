// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder/recordedbytes.h"

#include "trace/record/tracetr.h"
#include <QFile>

#include <sqlite3.h>

#include <algorithm>
#include <vector>

namespace sonde::trace {

namespace {

Error notKept(std::uint64_t offset)
{
    return {.domain = Domain::Storage,
        .sentence = Text::tr(
            "The bytes from %1 on are no longer in memory, and they were not recorded to a "
            "session file.")
                        .arg(offset)};
}

} // namespace

Result<void> RecordedBytes::open(const QString &path)
{
    auto database = Database::open(QFile::encodeName(path), SQLITE_OPEN_READONLY);
    if (!database)
        return database.error();
    m_database = std::move(database).value();
    m_chunks = std::make_unique<ChunkReader>(m_database);
    return {};
}

void RecordedBytes::close()
{
    m_chunks.reset();
    m_database.close();
}

Result<Bytes> RecordedBytes::read(rpc::StreamId stream, std::uint64_t offset, std::uint64_t length)
{
    std::vector<Bytes> pieces;
    std::uint64_t inFile = offset; // the bytes before this offset are read from the file
    {
        const std::lock_guard lock(m_mutex);
        const auto *known = m_queue.stream(stream);
        if (!known || offset > known->buffer.end() || length > known->buffer.end() - offset) {
            return Error{
                .domain = Domain::Storage, .sentence = Text::tr("These bytes were not recorded.")};
        }
        inFile = std::clamp(known->buffer.onDisk(), offset, offset + length);
        if (!known->buffer.collect(inFile, offset + length, pieces))
            return notKept(inFile);
    }
    std::string head;
    if (inFile > offset) {
        const std::lock_guard lock(m_fileMutex);
        head.reserve(length);
        if (auto done = m_chunks->read(stream, offset, inFile, head); !done)
            return done.error();
    }
    return join(pieces, std::move(head));
}

Result<Pieces> RecordedBytes::pieces(
    rpc::StreamId stream, std::uint64_t offset, std::uint64_t length)
{
    const auto end = offset + length;
    std::vector<Piece> inMemory;
    std::uint64_t inFile = offset; // as in read()
    {
        const std::lock_guard lock(m_mutex);
        const auto *known = m_queue.stream(stream);
        if (!known)
            return Pieces();
        inFile = std::clamp(known->buffer.onDisk(), offset, end);
        known->buffer.collect(inFile, end, inMemory, Pieces::kMax + 1);
    }
    Pieces pieces;
    if (inFile > offset) {
        const std::lock_guard lock(m_fileMutex);
        // One more than the limit, and one that may end at the beginning of the range.
        auto chunks = m_chunks->list(stream, offset, Pieces::kMax + 2);
        if (!chunks)
            return chunks.error();
        pieces.list = std::move(chunks).value();
        pieces.cut(inFile); // memory has the bytes written since
    }
    if (pieces.more)
        return pieces;
    pieces.list.insert(pieces.list.end(), inMemory.begin(), inMemory.end());
    pieces.cut(end);
    return pieces;
}

} // namespace sonde::trace
