// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/sessionreader.h"

#include "base/utf8.h"
#include "trace/chunkreader.h"
#include "trace/sessionfile.h"
#include "trace/sessionschema.h"
#include "trace/stringtable.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>

namespace sonde::trace {

namespace {

constexpr std::size_t kMaxServerName = 4096;
// Room that is taken before the bytes have been seen; more grows as they come.
constexpr std::uint64_t kMaxReserve = std::uint64_t(16) << 20;

constexpr std::int64_t kCountedAtOnce = 32 * 1024; // messages, between looks at the token

constexpr std::int64_t kMaxNumber = std::numeric_limits<Number>::max();

constexpr const char *kSelectMessages =
    "SELECT number, steady, wall, stream, offset, length, kind, state, problem, method, target, "
    "pair, error, parent, folded, id FROM message "
    "WHERE number BETWEEN ?1 AND ?2 ORDER BY number";
constexpr const char *kSelectMessagesOfVersion1 =
    "SELECT number, steady, wall, stream, offset, length, kind, state, problem, method, target, "
    "pair, error, 0, 0, id FROM message WHERE number BETWEEN ?1 AND ?2 ORDER BY number";

constexpr int kMessageIdColumn = 15;

// Reads the columns of a row one by one and remembers whether one of them was out of range.
class Row {
public:
    explicit Row(const Statement &statement)
        : m_statement(statement)
    {
    }
    template <typename T>
    void read(T &value, std::int64_t min, std::int64_t max)
    {
        const auto found = m_statement.integer(m_column++);
        if (!found || *found < min || *found > max)
            m_good = false;
        else
            value = static_cast<T>(*found);
    }
    bool good() const { return m_good; }
    int column() const { return m_column; }

private:
    const Statement &m_statement;
    int m_column = 0;
    bool m_good = true;
};

} // namespace

struct SessionReader::Private {
    explicit Private(QString file, SessionFile opened)
        : path(std::move(file))
        , hasHttp(opened.version > schema::kOldestVersion)
        , hasNotes(opened.version > schema::kLastWithoutNotes)
        , database(std::move(opened.database))
        , chunks(database)
        , messageRows(database, hasHttp ? kSelectMessages : kSelectMessagesOfVersion1)
        , stringRow(database, "SELECT text FROM string WHERE id = ?1")
    {
        if (hasHttp) {
            exchangeRow =
                Statement(database, "SELECT ended, received FROM exchange WHERE number = ?1");
        }
    }

    Error damaged(const QString &what) const
    {
        return {Domain::Storage, 0, QStringLiteral("%1 is damaged: %2").arg(path, what), {}, {}};
    }
    Result<void> loadStreams();
    Result<void> countMessages(const OpenWatch &watch);
    Result<void> loadNotes();
    bool readRecord(Number expected, Record &record);
    bool readExchange(Number number, Record &record);
    rpc::Channel lastChannel() const
    {
        return hasHttp ? rpc::Channel::Http : rpc::Channel::Lifecycle;
    }

    QString path;
    bool hasHttp;
    bool hasNotes;
    std::mutex mutex; // one connection, used by one thread at a time
    Database database;
    ChunkReader chunks;
    Statement messageRows;
    Statement stringRow;
    Statement exchangeRow;
    std::map<rpc::StreamId, rpc::StreamInfo> streams;
    std::uint64_t messages = 0;
    std::vector<std::pair<Number, Note>> notes;
};

SessionReader::SessionReader() = default;
SessionReader::~SessionReader() = default;

Result<std::unique_ptr<SessionReader>> SessionReader::open(
    const QString &path, const OpenWatch &watch)
{
    auto file = openSessionFile(path);
    if (!file)
        return file.error();
    std::unique_ptr<SessionReader> reader(new SessionReader);
    reader->d = std::make_unique<Private>(path, std::move(file).value());
    if (auto loaded = reader->d->loadStreams(); !loaded)
        return loaded.error();
    if (auto counted = reader->d->countMessages(watch); !counted)
        return counted.error();
    if (auto loaded = reader->d->loadNotes(); !loaded)
        return loaded.error();
    return reader;
}

Result<std::unique_ptr<SessionReader>> SessionReader::openAgain() const
{
    auto file = openSessionFile(d->path);
    if (!file)
        return file.error();
    std::unique_ptr<SessionReader> reader(new SessionReader);
    reader->d = std::make_unique<Private>(d->path, std::move(file).value());
    reader->d->streams = d->streams;
    reader->d->messages = d->messages;
    return reader;
}

Result<void> SessionReader::Private::loadStreams()
{
    const QueryLimit limit(database);
    Statement rows(database, "SELECT id, connection, channel, probe, server FROM stream");
    auto step = Statement::Step::Done;
    while ((step = rows.step()) == Statement::Step::Row) {
        rpc::StreamId id = 0;
        rpc::StreamInfo info;
        Row row(rows);
        row.read(id, 1, std::numeric_limits<rpc::StreamId>::max());
        row.read(info.connection, std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
        row.read(info.channel, 0, static_cast<int>(lastChannel()));
        row.read(info.probe, 0, 1);
        const auto server = rows.text(row.column());
        if (!row.good() || !server || server->size() > kMaxServerName || streams.contains(id))
            return damaged(QStringLiteral("a stream has values that cannot be."));
        info.server = QString::fromUtf8(server->data(), static_cast<qsizetype>(server->size()));
        streams.emplace(id, info);
    }
    if (step == Statement::Step::Failed)
        return database.error(QStringLiteral("%1 cannot be read").arg(path));
    return {};
}

// Part by part, so that it can say how far it is and be stopped. count(number), not count(*): the
// latter runs inside one step, where no limit can stop it.
Result<void> SessionReader::Private::countMessages(const OpenWatch &watch)
{
    const auto unread = [this] {
        return database.error(QStringLiteral("%1 cannot be read").arg(path));
    };
    const auto stopped = [] {
        return Error{Domain::Cancelled, 0, QStringLiteral("The opening was stopped."), {}, {}};
    };
    // Each by itself is one step down the tree, both in one query a walk through all of it.
    Statement ends(database,
        "SELECT ifnull((SELECT min(number) FROM message), 1), "
        "ifnull((SELECT max(number) FROM message), 0)");
    Statement part(database, "SELECT count(number) FROM message WHERE number BETWEEN ?1 AND ?2");
    const QueryLimit ofEnds(database);
    if (ends.step() != Statement::Step::Row)
        return unread();
    const auto last = ends.integer(1);
    bool good = last && *last >= 0 && *last <= kMaxNumber && ends.integer(0) == 1;
    const std::int64_t toCount = watch.countsLater || !good ? 0 : *last;
    if (watch.countsLater && watch.stop.stop_requested())
        return stopped();
    for (std::int64_t first = 1; good && first <= toCount; first += kCountedAtOnce) {
        if (watch.stop.stop_requested())
            return stopped();
        if (watch.progress)
            watch.progress(std::uint64_t(first), std::uint64_t(*last));
        const QueryLimit limit(database);
        const auto end = std::min(*last, first + kCountedAtOnce - 1);
        if (part.bind(1, first).bind(2, end).step() != Statement::Step::Row)
            return unread();
        good = part.integer(0) == end - first + 1;
        part.reset();
    }
    if (!good)
        return damaged(QStringLiteral("its messages are not numbered from 1 on without a gap."));
    messages = static_cast<std::uint64_t>(*last);
    return {};
}

Result<void> SessionReader::Private::loadNotes()
{
    if (!hasNotes)
        return {};
    const QueryLimit limit(database);
    Statement rows(database, "SELECT number, marked, text FROM note ORDER BY number");
    auto step = Statement::Step::Done;
    while ((step = rows.step()) == Statement::Step::Row) {
        Number number = 0;
        Note note;
        Row row(rows);
        row.read(number, 1, static_cast<std::int64_t>(messages));
        row.read(note.marked, 0, 1);
        const auto text = rows.text(row.column());
        if (!row.good() || !text || text->size() > Note::kMaxText
            || notes.size() == Notes::kMaxNotes)
            return damaged(QStringLiteral("a note has values that cannot be."));
        note.text = *text;
        notes.emplace_back(number, std::move(note));
    }
    if (step == Statement::Step::Failed)
        return database.error(QStringLiteral("%1 cannot be read").arg(path));
    return {};
}

const std::vector<std::pair<Number, Note>> &SessionReader::notes() const
{
    return d->notes;
}

Result<void> SessionReader::refresh()
{
    const std::lock_guard lock(d->mutex);
    d->streams.clear();
    if (auto loaded = d->loadStreams(); !loaded)
        return loaded;
    const QueryLimit limit(d->database);
    Statement row(d->database, "SELECT ifnull(max(number), 0) FROM message");
    if (row.step() != Statement::Step::Row)
        return d->database.error(QStringLiteral("%1 cannot be read").arg(d->path));
    const auto last = std::clamp<std::int64_t>(row.integer(0).value_or(0), 0, kMaxNumber);
    d->messages = std::max(d->messages, static_cast<std::uint64_t>(last));
    return {};
}

std::uint64_t SessionReader::messageCount() const
{
    return d->messages;
}

Result<std::vector<Record>> SessionReader::records(Number first, std::uint64_t count) const
{
    std::vector<Record> records;
    if (first == 0 || first > d->messages)
        return records;
    const std::lock_guard lock(d->mutex);
    const QueryLimit limit(d->database);
    const auto wanted = std::min<std::uint64_t>(count, d->messages - first + 1);
    auto &rows = d->messageRows;
    rows.bind(1, first).bind(2, static_cast<std::int64_t>(first + wanted) - 1);
    auto step = Statement::Step::Done;
    bool good = true;
    while (good && records.size() < wanted && (step = rows.step()) == Statement::Step::Row) {
        records.emplace_back();
        good = d->readRecord(static_cast<Number>(first + records.size() - 1), records.back());
    }
    const Error error = d->database.error(QStringLiteral("%1 cannot be read").arg(d->path));
    rows.reset();
    if (step == Statement::Step::Failed)
        return error;
    if (!good || records.size() < wanted) {
        return d->damaged(QStringLiteral("message %1 is missing or has values that cannot be.")
                              .arg(first + records.size() - (good ? 0 : 1)));
    }
    return records;
}

bool SessionReader::Private::readRecord(Number expected, Record &record)
{
    constexpr auto kAnyTime = std::numeric_limits<std::int64_t>::max();
    const auto last = static_cast<std::int64_t>(messages);
    Row row(messageRows);
    Number number = 0;
    row.read(number, expected, expected);
    row.read(record.steadyNs, std::numeric_limits<std::int64_t>::min(), kAnyTime);
    row.read(record.wallNs, std::numeric_limits<std::int64_t>::min(), kAnyTime);
    row.read(record.stream, 1, std::numeric_limits<rpc::StreamId>::max());
    row.read(record.offset, 0, static_cast<std::int64_t>(schema::kMaxOffset));
    row.read(record.length, 0, std::numeric_limits<std::uint32_t>::max());
    row.read(record.kind, 0, static_cast<int>(hasHttp ? rpc::Kind::Event : rpc::Kind::Stderr));
    row.read(record.state, 0, static_cast<int>(State::Automatic));
    row.read(record.problem, 0, static_cast<int>(rpc::Problem::MalformedError));
    row.read(record.method, 0, kMaxNumber);
    row.read(record.target, 0, kMaxNumber);
    row.read(record.pair, 0, last);
    row.read(record.errorCode, std::numeric_limits<std::int32_t>::min(),
        std::numeric_limits<std::int32_t>::max());
    row.read(record.parent, 0, std::int64_t(expected) - 1); // an exchange comes before its messages
    row.read(record.folded, 0, 1);
    const auto stream = streams.find(record.stream);
    if (!row.good() || stream == streams.end())
        return false;
    record.channel = stream->second.channel;
    const bool isExchange = record.kind == rpc::Kind::Exchange;
    if (isExchange)
        return record.channel == rpc::Channel::Http && readExchange(number, record);
    if (const auto id = messageRows.text(row.column()))
        std::memcpy(record.idText, id->data(), std::min(id->size(), sizeof(record.idText)));
    else if (!messageRows.isNull(row.column()))
        return false;
    return true;
}

bool SessionReader::Private::readExchange(Number number, Record &record)
{
    if (record.parent != 0 || record.folded || record.pair != 0
        || !messageRows.isNull(kMessageIdColumn))
        return false;
    exchangeRow.bind(1, number);
    std::int64_t ended = 0;
    std::uint32_t received = 0;
    Row row(exchangeRow);
    const bool found = exchangeRow.step() == Statement::Step::Row;
    if (found) {
        row.read(ended, 0, std::numeric_limits<std::int64_t>::max());
        row.read(received, 0, std::numeric_limits<std::uint32_t>::max());
    }
    exchangeRow.reset();
    setEnd(record, ended);
    setReceived(record, received);
    return found && row.good();
}

Result<Bytes> SessionReader::read(const Record &record) const
{
    auto raw = read(record.stream, record.offset, record.length);
    if (!raw)
        return raw;
    return messageText(record, *raw);
}

Result<Bytes> SessionReader::read(
    rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const
{
    if (offset > schema::kMaxOffset || length > schema::kMaxOffset - offset)
        return d->damaged(QStringLiteral("it names bytes that no stream can have."));
    const std::lock_guard lock(d->mutex);
    const QueryLimit limit(d->database);
    auto text = std::make_shared<std::string>();
    text->reserve(std::min(length, kMaxReserve));
    if (auto done = d->chunks.read(stream, offset, offset + length, *text); !done)
        return done.error();
    const char *data = text->data();
    const auto size = text->size();
    return Bytes(std::move(text), data, size);
}

Result<std::vector<Piece>> SessionReader::chunks(
    rpc::StreamId stream, std::uint64_t offset, std::uint64_t count) const
{
    const std::lock_guard lock(d->mutex);
    const QueryLimit limit(d->database);
    return d->chunks.list(stream, offset, count);
}

rpc::StreamInfo SessionReader::stream(rpc::StreamId stream) const
{
    const auto it = d->streams.find(stream);
    return it == d->streams.end() ? rpc::StreamInfo() : it->second;
}

std::vector<rpc::StreamId> SessionReader::streams() const
{
    std::vector<rpc::StreamId> ids;
    for (const auto &each : d->streams)
        ids.push_back(each.first);
    return ids;
}

Result<std::uint64_t> SessionReader::streamLength(rpc::StreamId stream) const
{
    const std::lock_guard lock(d->mutex);
    const QueryLimit limit(d->database);
    return d->chunks.length(stream);
}

QString SessionReader::string(std::uint32_t number) const
{
    const std::lock_guard lock(d->mutex);
    if (number == 0 || !d->stringRow.isValid())
        return {};
    d->stringRow.bind(1, number);
    QString found;
    if (d->stringRow.step() == Statement::Step::Row) {
        const auto text = cutUtf8(d->stringRow.text(0).value_or(""), StringTable::kMaxText);
        found = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    d->stringRow.reset();
    return found;
}

} // namespace sonde::trace
