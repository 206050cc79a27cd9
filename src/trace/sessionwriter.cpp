// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/sessionwriter.h"

#include "trace/sessionfile.h"
#include "trace/sessionschema.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace sonde::trace {

namespace {

// Places that an idle batch keeps; a flood's are given back.
constexpr std::size_t kKeptPlaces = 64 * 1024;
// Pages of the write-ahead log that start a checkpoint: fewer writes of the same page than
// SQLite's own 1,000.
constexpr const char *kSetUp = "PRAGMA page_size = 8192;"
                               "PRAGMA journal_mode = WAL;"
                               "PRAGMA synchronous = NORMAL;"
                               "PRAGMA wal_autocheckpoint = 4000;"
                               "PRAGMA trusted_schema = OFF;";
constexpr int kBusyMs = 5000; // another program may hold the file for a moment

template <typename T>
void clearKeeping(std::vector<T> &places)
{
    places.clear();
    if (places.capacity() > kKeptPlaces)
        places.shrink_to_fit();
}

Result<void> createFile(const QString &path)
{
    const int file =
        ::open(QFile::encodeName(path).constData(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0) {
        ::close(file);
        return {};
    }
    const int code = errno;
    const QFileInfo info(path);
    const QString sentence = code == EEXIST
        ? QStringLiteral(
            "There is a file %1 already; a session is never written over another file.")
              .arg(path)
        : QStringLiteral("Cannot create the session file %1 in %2: %3.")
              .arg(info.fileName(), info.absolutePath(), QString::fromLocal8Bit(strerror(code)));
    return Error{Domain::Storage, code, sentence, {}, {}};
}

// One statement for many rows: starting and ending a statement costs as much as three rows.
constexpr std::size_t kRowsAtOnce = 32;
constexpr int kMessageColumns = 16;

std::string insertMessages(std::size_t rows)
{
    std::string sql = "INSERT INTO message VALUES";
    for (std::size_t row = 0; row < rows; ++row) {
        sql += row == 0 ? "(?" : ",(?";
        for (int column = 1; column < kMessageColumns; ++column)
            sql += ",?";
        sql += ')';
    }
    return sql;
}

} // namespace

void Batch::clear()
{
    streams.clear();
    clearKeeping(strings);
    clearKeeping(chunks);
    clearKeeping(messages);
    clearKeeping(longIds);
    clearKeeping(updates);
    clearKeeping(exchanges);
    clearKeeping(notes);
    firstNumber = 0;
}

Result<std::unique_ptr<SessionWriter>> SessionWriter::create(const QString &path)
{
    if (auto created = createFile(path); !created)
        return created.error();
    auto opened = Database::open(QFile::encodeName(path), SQLITE_OPEN_READWRITE);
    if (!opened)
        return opened.error();
    Database database = std::move(opened).value();
    sqlite3_busy_timeout(database.handle(), kBusyMs);
    sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);

    std::string sql = kSetUp;
    sql += "PRAGMA application_id = " + std::to_string(schema::kApplicationId) + ";BEGIN;";
    for (const auto &table : schema::kTables)
        sql += std::string(table.sql) + ";";
    sql += "INSERT INTO meta VALUES('schema', '" + std::to_string(schema::kVersion)
        + "'), ('program', 'sonde " SONDE_VERSION "'), ('created', '"
        + QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString() + "');COMMIT;";
    if (auto done = database.execute(sql.c_str()); !done)
        return done.error();
    return std::unique_ptr<SessionWriter>(new SessionWriter(std::move(database)));
}

SessionWriter::SessionWriter(Database database)
    : m_database(std::move(database))
    , m_stream(m_database, "INSERT INTO stream VALUES(?1, ?2, ?3, ?4, ?5)")
    , m_string(m_database, "INSERT INTO string VALUES(?1, ?2)")
    , m_chunk(m_database, "INSERT INTO chunk VALUES(?1, ?2, ?3, ?4)")
    , m_message(m_database, insertMessages(1).c_str())
    , m_messages(m_database, insertMessages(kRowsAtOnce).c_str())
    , m_update(m_database,
          "UPDATE message SET state = ?2, problem = ?3, pair = ?4, error = ?5 "
          "WHERE number = ?1")
    , m_exchange(m_database, "INSERT OR REPLACE INTO exchange VALUES(?1, ?2, ?3)")
    , m_updateExchange(m_database,
          "UPDATE message SET state = ?2, error = ?3, stream = ?4, offset = ?5, length = ?6 "
          "WHERE number = ?1")
    , m_note(m_database, kWriteNote)
{
}

Result<void> SessionWriter::write(const Batch &batch)
{
    if (auto begun = m_database.execute("BEGIN IMMEDIATE"); !begun)
        return begun;
    if (writeAll(batch) && m_database.execute("COMMIT").ok())
        return {};
    const Error error = m_database.error(QStringLiteral("The session cannot be written"));
    // Some failures have ended the transaction already; then this one does nothing.
    (void)m_database.execute("ROLLBACK");
    return error;
}

bool SessionWriter::writeAll(const Batch &batch)
{
    for (const auto &[id, info] : batch.streams) {
        const std::string server = info.server.toStdString();
        m_stream.bind(1, id).bindText(2, server).bind(3, info.connection);
        m_stream.bind(4, static_cast<int>(info.channel)).bind(5, info.probe);
        if (!m_stream.run())
            return false;
    }
    for (const auto &[id, text] : batch.strings) {
        if (!m_string.bind(1, id).bindText(2, text).run())
            return false;
    }
    for (const auto &[stream, chunks] : batch.chunks) {
        for (const auto &chunk : *chunks) {
            if (!writeChunk(stream, chunk))
                return false;
        }
    }
    return writeMessages(batch);
}

bool SessionWriter::writeChunk(rpc::StreamId stream, const Chunk &chunk)
{
    const auto bytes = chunk.bytes.view();
    for (std::size_t at = 0; at < bytes.size(); at += schema::kMaxChunk) {
        m_chunk.bind(1, schema::chunkKey(stream, chunk.offset + at));
        m_chunk.bind(2, chunk.at.steady).bind(3, chunk.at.wall);
        m_chunk.bindBlob(4, bytes.substr(at, schema::kMaxChunk));
        if (!m_chunk.run())
            return false;
    }
    return true;
}

// Binds one row of the message table, the `row`-th of the statement.
void SessionWriter::bindMessage(
    Statement &statement, std::size_t row, Number number, const Record &record, std::string_view id)
{
    int at = static_cast<int>(row) * kMessageColumns;
    const auto bind = [&](std::int64_t value) { statement.bind(++at, value); };
    bind(number);
    bind(record.steadyNs);
    bind(record.wallNs);
    bind(record.stream);
    bind(static_cast<std::int64_t>(record.offset));
    bind(record.length);
    bind(static_cast<int>(record.kind));
    bind(static_cast<int>(record.state));
    bind(static_cast<int>(record.problem));
    bind(record.method);
    bind(record.target);
    bind(record.pair);
    bind(record.errorCode);
    bind(carrierOf(record));
    bind(record.folded);
    if (id.empty())
        statement.bindNull(++at);
    else
        statement.bindText(++at, id);
}

bool SessionWriter::writeMessages(const Batch &batch)
{
    auto longId = batch.longIds.begin();
    const auto &messages = batch.messages;
    for (std::size_t i = 0; i < messages.size();) {
        const bool many = messages.size() - i >= kRowsAtOnce;
        Statement &statement = many ? m_messages : m_message;
        const std::size_t rows = many ? kRowsAtOnce : 1;
        for (std::size_t row = 0; row < rows; ++row, ++i) {
            const Record &record = messages[i];
            const auto number = static_cast<Number>(batch.firstNumber + i);
            std::string_view id = cutId(record);
            if (longId != batch.longIds.end() && longId->first == number)
                id = (longId++)->second;
            bindMessage(statement, row, number, record, id);
            if (record.kind == rpc::Kind::Exchange && !writeExchange(number, record))
                return false;
        }
        if (!statement.run())
            return false;
    }
    return writeUpdates(batch);
}

bool SessionWriter::writeUpdates(const Batch &batch)
{
    for (const auto &update : batch.updates) {
        m_update.bind(1, update.number).bind(2, static_cast<int>(update.state));
        m_update.bind(3, static_cast<int>(update.problem)).bind(4, update.pair);
        if (!m_update.bind(5, update.errorCode).run())
            return false;
    }
    for (const auto &[number, record] : batch.exchanges) {
        m_updateExchange.bind(1, number).bind(2, static_cast<int>(record.state));
        m_updateExchange.bind(3, record.errorCode).bind(4, record.stream);
        m_updateExchange.bind(5, static_cast<std::int64_t>(record.offset)).bind(6, record.length);
        if (!m_updateExchange.run() || !writeExchange(number, record))
            return false;
    }
    for (const auto &[number, note] : batch.notes) {
        if (!m_note.bind(1, number).bind(2, note.marked).bindText(3, note.text).run())
            return false;
    }
    return true;
}

bool SessionWriter::writeExchange(Number number, const Record &record)
{
    return m_exchange.bind(1, number).bind(2, endOf(record)).bind(3, receivedOf(record)).run();
}

} // namespace sonde::trace
