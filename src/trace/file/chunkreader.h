// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "rpc/trafficsink.h"
#include "trace/file/database.h"
#include "trace/record/piece.h"

#include <string>
#include <vector>

namespace sonde::trace {

// Reads byte ranges of streams from a session file, across chunk boundaries.
class ChunkReader {
public:
    explicit ChunkReader(const Database &database);

    // Appends the bytes [begin, end) of the stream. Fails if the file does not contain them all.
    Result<void> read(
        rpc::StreamId stream, std::uint64_t begin, std::uint64_t end, std::string &out);
    // See SessionReader::chunks().
    Result<std::vector<Piece>> list(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t count);
    // The end of the stream's last chunk.
    Result<std::uint64_t> length(rpc::StreamId stream);

private:
    Error missing(rpc::StreamId stream, std::uint64_t offset) const;

    const Database &m_database;
    Statement m_select;
    Statement m_last;
    Statement m_list;
};

} // namespace sonde::trace
