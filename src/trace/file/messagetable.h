// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/file/database.h"
#include "trace/record/record.h"

#include <map>
#include <optional>
#include <vector>

namespace sonde::trace {

// Reads the messages of a session file of any version: one message per row, or rows of blocks with
// later changes in a table of their own. The content of the file is untrusted.
class MessageTable {
public:
    using Streams = std::map<rpc::StreamId, rpc::StreamInfo>;
    enum class Outcome { Good, Damaged, Failed }; // Failed: Database::error() says why

    MessageTable(const Database &database, std::int64_t version);

    // Sets `number` to that of the last message, or 0 if there is none. Damaged if the first number
    // is not 1.
    Outcome last(std::uint64_t &number);
    // Checks some of the messages from `first` to `last`: returns the number after the checked
    // part, or `first` if the part has a gap. Empty if SQLite fails.
    std::optional<std::uint64_t> checkPart(std::uint64_t first, std::uint64_t last);
    // Reads the messages [first, end), all of which must be in the file. `count` is the number of
    // messages the reader knows: a response recorded after them is not paired yet. After Damaged,
    // `records` contains those before the damage.
    Outcome read(std::uint64_t first, std::uint64_t end, std::uint64_t count,
        const Streams &streams, std::vector<Record> &records);

private:
    struct Wanted;
    Outcome readRows(const Wanted &wanted);
    Outcome readBlocks(const Wanted &wanted);
    bool readBlock(const Wanted &wanted);
    Outcome applyChanges(const Wanted &wanted);
    Outcome checkPairs(const Wanted &wanted);
    template <typename Row>
    bool readRecord(
        Row &row, std::uint64_t number, Stamp base, const Wanted &wanted, Record &record);
    bool readExchange(std::uint64_t number, Record &record);

    bool m_hasHttp;
    bool m_hasBlocks;
    Statement m_ends;
    Statement m_part;
    Statement m_rows; // rows of messages or of blocks
    Statement m_changes;
    Statement m_exchange;
};

} // namespace sonde::trace
