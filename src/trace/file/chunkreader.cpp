// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/chunkreader.h"

#include "trace/file/sessionschema.h"
#include "trace/record/tracetr.h"

#include <algorithm>

namespace sonde::trace {

ChunkReader::ChunkReader(const Database &database)
    : m_database(database)
    , m_select(database,
          "SELECT id, data FROM chunk WHERE id BETWEEN "
          "(SELECT max(id) FROM chunk WHERE id BETWEEN ?1 AND ?2) AND ?3 "
          "ORDER BY id")
    , m_last(database,
          "SELECT id, length(data) FROM chunk WHERE id BETWEEN ?1 AND ?2 "
          "ORDER BY id DESC LIMIT 1")
    , m_list(database,
          "SELECT id, length(data), steady, wall FROM chunk WHERE id BETWEEN "
          "(SELECT ifnull(max(id), ?1) FROM chunk WHERE id BETWEEN ?1 AND ?2) AND ?3 "
          "ORDER BY id LIMIT ?4")
{
}

Result<void> ChunkReader::read(
    rpc::StreamId stream, std::uint64_t begin, std::uint64_t end, std::string &out)
{
    if (begin >= end)
        return {};
    if (end > schema::kMaxOffset || !m_select.isValid())
        return missing(stream, begin);
    m_select.bind(1, schema::chunkKey(stream, 0))
        .bind(2, schema::chunkKey(stream, begin))
        .bind(3, schema::chunkKey(stream, end - 1));
    std::uint64_t at = begin;
    auto step = Statement::Step::Done;
    while (at < end && (step = m_select.step()) == Statement::Step::Row) {
        const auto data = m_select.blob(1);
        const auto offset = schema::offsetOf(m_select.integer(0).value_or(0));
        if (!data || offset > at || at - offset >= data->size())
            break;
        const auto piece = data->substr(at - offset, end - at);
        out.append(piece);
        at += piece.size();
    }
    const bool failed = step == Statement::Step::Failed;
    Error error = failed ? m_database.error(Text::tr("The session file cannot be read")) : Error();
    m_select.reset();
    if (failed)
        return error;
    if (at < end)
        return missing(stream, at);
    return {};
}

Result<std::uint64_t> ChunkReader::length(rpc::StreamId stream)
{
    m_last.bind(1, schema::chunkKey(stream, 0))
        .bind(2, schema::chunkKey(stream, schema::kMaxOffset));
    std::uint64_t end = 0;
    const auto step = m_last.step();
    if (step == Statement::Step::Row) {
        const auto size = m_last.integer(1).value_or(0);
        end = schema::offsetOf(m_last.integer(0).value_or(0))
            + static_cast<std::uint64_t>(std::max<std::int64_t>(size, 0));
    }
    Error error = m_database.error(Text::tr("The session file cannot be read"));
    m_last.reset();
    if (step == Statement::Step::Failed)
        return error;
    return end;
}

Result<std::vector<Piece>> ChunkReader::list(
    rpc::StreamId stream, std::uint64_t offset, std::uint64_t count)
{
    std::vector<Piece> chunks;
    m_list.bind(1, schema::chunkKey(stream, 0))
        .bind(2, schema::chunkKey(stream, std::min(offset, schema::kMaxOffset)))
        .bind(3, schema::chunkKey(stream, schema::kMaxOffset))
        .bind(4, static_cast<std::int64_t>(count));
    auto step = Statement::Step::Done;
    while ((step = m_list.step()) == Statement::Step::Row) {
        Piece chunk;
        chunk.offset = schema::offsetOf(m_list.integer(0).value_or(0));
        const auto length = std::max<std::int64_t>(m_list.integer(1).value_or(0), 0);
        chunk.length = static_cast<std::uint64_t>(length);
        chunk.at = {m_list.integer(2).value_or(0), m_list.integer(3).value_or(0)};
        if (chunk.offset + chunk.length > offset)
            chunks.push_back(chunk);
    }
    Error error = m_database.error(Text::tr("The session file cannot be read"));
    m_list.reset();
    if (step == Statement::Step::Failed)
        return error;
    return chunks;
}

Error ChunkReader::missing(rpc::StreamId stream, std::uint64_t offset) const
{
    return {.domain = Domain::Storage,
        .sentence = Text::tr("The session file does not have stream %2 from byte %1 on.")
                        .arg(offset)
                        .arg(stream)};
}

} // namespace sonde::trace
