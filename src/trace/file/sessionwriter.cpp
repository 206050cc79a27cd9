// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/sessionwriter.h"

#include "trace/file/sessionfile.h"
#include "trace/file/sessionschema.h"
#include "trace/record/tracetr.h"

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

// Entries for which an idle batch keeps capacity; more is freed after a flood.
constexpr std::size_t kKeptPlaces = 64 * 1024;
// Number of log pages that starts a checkpoint: with more than SQLite's default of 1,000, the same
// page is written less often.
constexpr const char *kSetUp = "PRAGMA page_size = 8192;"
                               "PRAGMA journal_mode = WAL;"
                               "PRAGMA synchronous = NORMAL;"
                               "PRAGMA wal_autocheckpoint = 4000;"
                               "PRAGMA trusted_schema = OFF;";

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
        ? Text::tr("The file %1 exists already; a session never overwrites a file.").arg(path)
        : Text::tr("Cannot create the session file %1 in %2: %3.")
              .arg(info.fileName(), info.absolutePath(), QString::fromLocal8Bit(strerror(code)));
    return Error{.domain = Domain::Storage, .code = code, .sentence = sentence};
}

} // namespace

void WriteBatch::clear()
{
    streams.clear();
    clearKeeping(strings);
    clearKeeping(chunks);
    messages.clear();
    clearKeeping(longIds);
    clearKeeping(changes);
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
    sqlite3_busy_timeout(database.handle(), kMaxLockedMs);
    sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);

    std::string sql = kSetUp;
    sql += "PRAGMA application_id = " + std::to_string(schema::kApplicationId) + ";BEGIN;";
    for (const auto &table : schema::kTables)
        sql.append(table.sql).append(";");
    sql.append(schema::kMessageView).append(";");
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
    , m_block(m_database, "INSERT INTO block VALUES(?1, ?2, ?3, ?4, ?5)")
    , m_change(m_database, "INSERT OR REPLACE INTO change VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    , m_exchange(m_database, "INSERT OR REPLACE INTO exchange VALUES(?1, ?2, ?3)")
    , m_note(m_database, kWriteNote)
{
}

// SQLite does it when the last connection ends, but a reader of the file may be there still: the
// file alone would have no messages.
SessionWriter::~SessionWriter()
{
    sqlite3_wal_checkpoint_v2(
        m_database.handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

Result<void> SessionWriter::write(const WriteBatch &batch)
{
    if (auto begun = m_database.execute("BEGIN IMMEDIATE"); !begun)
        return begun;
    if (writeAll(batch) && m_database.execute("COMMIT").ok())
        return {};
    const Error error = m_database.error(Text::tr("The session cannot be written"));
    // Some errors roll the transaction back themselves; then this call has no effect.
    (void)m_database.execute("ROLLBACK");
    return error;
}

bool SessionWriter::writeAll(const WriteBatch &batch)
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

bool SessionWriter::writeMessages(const WriteBatch &batch)
{
    m_longIds = batch.longIds;
    Number first = batch.firstNumber;
    for (const auto &run : batch.messages.runs()) {
        if (!writeBlock(first, run))
            return false;
        first += static_cast<Number>(run.size());
    }
    for (const auto &[number, record] : batch.changes) {
        if (!writeChange(number, record))
            return false;
    }
    for (const auto &[number, note] : batch.notes) {
        if (!m_note.bind(1, number).bind(2, note.marked).bindText(3, note.text).run())
            return false;
    }
    return true;
}

// Writes consecutive messages as one row.
bool SessionWriter::writeBlock(Number first, std::span<const Record> records)
{
    const Stamp base{records.front().steadyNs, records.front().wallNs};
    m_messages.begin(base);
    Number number = first;
    for (const Record &record : records) {
        std::string_view id = cutId(record);
        if (!m_longIds.empty() && m_longIds.front().first == number) {
            id = m_longIds.front().second;
            m_longIds = m_longIds.subspan(1);
        }
        m_messages.add(record, id);
        if (record.kind == rpc::Kind::Exchange && !writeExchange(number, record))
            return false;
        ++number;
    }
    m_block.bind(1, first).bind(2, std::int64_t(number) - 1);
    m_block.bind(3, base.steady).bind(4, base.wall).bindText(5, m_messages.finish());
    return m_block.run();
}

bool SessionWriter::writeChange(Number number, const Record &record)
{
    m_change.bind(1, number).bind(2, static_cast<int>(record.state));
    m_change.bind(3, static_cast<int>(record.problem)).bind(4, record.pair);
    m_change.bind(5, record.errorCode).bind(6, record.stream);
    m_change.bind(7, static_cast<std::int64_t>(record.offset)).bind(8, record.length);
    if (!m_change.run())
        return false;
    return record.kind != rpc::Kind::Exchange || writeExchange(number, record);
}

bool SessionWriter::writeExchange(Number number, const Record &record)
{
    return m_exchange.bind(1, number).bind(2, endOf(record)).bind(3, receivedOf(record)).run();
}

} // namespace sonde::trace
