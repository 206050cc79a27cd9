// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "rpc/trafficsink.h"
#include "trace/file/database.h"
#include "trace/file/messageblock.h"
#include "trace/file/recordqueue.h"
#include "trace/file/streambuffer.h"
#include "trace/record/notes.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde::trace {

// The content of one transaction. After a crash, every message in the file has its bytes, its
// stream and its strings in the file as well.
struct WriteBatch {
    std::vector<std::pair<rpc::StreamId, rpc::StreamInfo>> streams;
    std::vector<std::pair<std::uint32_t, std::string_view>> strings; // each text outlives the batch
    std::vector<std::pair<rpc::StreamId, const std::vector<Chunk> *>> chunks;
    Number firstNumber = 0; // number of messages[0]
    RecordQueue messages;
    std::vector<std::pair<Number, std::string>> longIds; // ids that Record::idText had to truncate
    // New states of messages that an earlier batch wrote.
    std::vector<std::pair<Number, Record>> changes;
    std::vector<std::pair<Number, Note>> notes; // the newest note of a message is last

    bool isEmpty() const
    {
        return streams.empty() && strings.empty() && chunks.empty() && messages.isEmpty()
            && changes.empty() && notes.empty();
    }
    void clear(); // keeps a bounded capacity
};

// Writes a session file. Used by one thread at a time.
class SessionWriter {
public:
    // Creates the file with mode 0600; fails if it exists.
    static Result<std::unique_ptr<SessionWriter>> create(const QString &path);
    ~SessionWriter();
    SessionWriter(const SessionWriter &) = delete;
    SessionWriter &operator=(const SessionWriter &) = delete;

    Result<void> write(const WriteBatch &batch);

private:
    explicit SessionWriter(Database database);
    bool writeAll(const WriteBatch &batch);
    bool writeChunk(rpc::StreamId stream, const Chunk &chunk);
    bool writeMessages(const WriteBatch &batch);
    bool writeBlock(Number first, std::span<const Record> records);
    bool writeChange(Number number, const Record &record);
    bool writeExchange(Number number, const Record &record);

    Database m_database;
    Statement m_stream;
    Statement m_string;
    Statement m_chunk;
    Statement m_block;
    Statement m_change;
    Statement m_exchange; // the columns that only an exchange has
    Statement m_note;
    MessageBlock m_messages; // the current block
    std::span<const std::pair<Number, std::string>> m_longIds; // not yet written
};

} // namespace sonde::trace
