// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/file/database.h"
#include "trace/record/record.h"

#include <map>
#include <optional>
#include <vector>

namespace sonde::trace {

// Reads the messages of a session file, whichever version wrote them: one in a row, or blocks of
// them in a row and what has changed about them since. Nothing in the file is believed.
class MessageTable {
public:
    using Streams = std::map<rpc::StreamId, rpc::StreamInfo>;
    enum class Outcome { Good, Damaged, Failed }; // Failed: Database::error() says why

    MessageTable(const Database &database, std::int64_t version);

    // Gives the number of the last message, 0 without any. Damaged when the first one is not 1.
    Outcome last(std::uint64_t &number);
    // Looks through a part of the messages from `first` to `last`: gives the number behind it, or
    // `first` itself when there is a gap in it. Nothing when SQLite fails.
    std::optional<std::uint64_t> checkPart(std::uint64_t first, std::uint64_t last);
    // Gives the messages [first, end), of which the file has to have all. `count` is how many there
    // are for the reader: one that came after them is nobody's pair yet. After Damaged, `records`
    // has those before the damage.
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
    Statement m_rows; // or blocks
    Statement m_changes;
    Statement m_exchange;
};

} // namespace sonde::trace
