// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "rpc/tap.h"
#include "trace/database.h"
#include "trace/notes.h"
#include "trace/record.h"
#include "trace/streambuffer.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde::trace {

// What goes into the file in one transaction, so that after a crash every message in the file has
// its bytes, its stream and its strings there as well.
struct Batch {
    struct Update {
        Number number = 0;
        Number pair = 0;
        std::int32_t errorCode = 0;
        State state = State::None;
        rpc::Problem problem = rpc::Problem::None;
    };
    struct Exchange {
        Number number = 0;
        Record record; // as it stands now
    };

    std::vector<std::pair<rpc::StreamId, rpc::StreamInfo>> streams;
    std::vector<std::pair<std::uint32_t, std::string_view>> strings; // the text outlives the batch
    std::vector<std::pair<rpc::StreamId, const std::vector<Chunk> *>> chunks;
    Number firstNumber = 0; // of messages.front()
    std::vector<Record> messages;
    std::vector<std::pair<Number, std::string>> longIds; // those that Record::idText had to cut
    std::vector<Update> updates; // of messages that an earlier batch wrote
    std::vector<Exchange> exchanges; // likewise
    std::vector<std::pair<Number, Note>> notes; // the newest ones last

    bool isEmpty() const
    {
        return streams.empty() && strings.empty() && chunks.empty() && messages.empty()
            && updates.empty() && exchanges.empty() && notes.empty();
    }
    void clear(); // keeps the capacity, within reason
};

// The writing side of a session file. Used by one thread at a time.
class SessionWriter {
public:
    // Creates the file with mode 0600; refuses when there is one already.
    static Result<std::unique_ptr<SessionWriter>> create(const QString &path);

    Result<void> write(const Batch &batch);

private:
    explicit SessionWriter(Database database);
    bool writeAll(const Batch &batch);
    bool writeChunk(rpc::StreamId stream, const Chunk &chunk);
    bool writeMessages(const Batch &batch);
    bool writeUpdates(const Batch &batch);
    bool writeExchange(Number number, const Record &record);
    static void bindMessage(Statement &statement, std::size_t row, Number number,
        const Record &record, std::string_view id);

    Database m_database;
    Statement m_stream;
    Statement m_string;
    Statement m_chunk;
    Statement m_message;
    Statement m_messages; // many at once
    Statement m_update;
    Statement m_exchange; // what the message table does not say of one
    Statement m_updateExchange;
    Statement m_note;
};

} // namespace sonde::trace
