// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/sessionreader.h"

#include "base/utf8.h"
#include "trace/file/chunkreader.h"
#include "trace/file/columns.h"
#include "trace/file/messagetable.h"
#include "trace/file/sessionfile.h"
#include "trace/file/sessionschema.h"
#include "trace/record/stringtable.h"
#include "trace/record/tracetr.h"

#include <algorithm>
#include <mutex>

namespace sonde::trace {

namespace {

constexpr std::size_t kMaxServerName = 4096;
// Memory reserved before any byte is read; it grows as bytes arrive.
constexpr std::uint64_t kMaxReserve = std::uint64_t(16) << 20;

} // namespace

struct SessionReader::Private {
    explicit Private(QString file, SessionFile opened)
        : path(std::move(file))
        , lastChannel(opened.version > schema::kOldestVersion ? rpc::Channel::Http
                                                              : rpc::Channel::Lifecycle)
        , hasNotes(opened.version > schema::kLastWithoutNotes)
        , database(std::move(opened.database))
        , chunks(database)
        , table(database, opened.version)
        , stringRow(database, "SELECT text FROM string WHERE id = ?1")
    {
    }

    Error damaged(const QString &what) const
    {
        return {
            .domain = Domain::Storage, .sentence = Text::tr("%1 is damaged: %2").arg(path, what)};
    }
    Result<void> loadStreams();
    Result<void> countMessages(const OpenWatch &watch);
    Result<void> loadNotes();
    Error unread() const { return database.error(Text::tr("%1 cannot be read").arg(path)); }

    QString path;
    rpc::Channel lastChannel;
    bool hasNotes;
    std::mutex mutex; // protects the connection
    Database database;
    ChunkReader chunks;
    MessageTable table;
    Statement stringRow;
    MessageTable::Streams streams;
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
    const ReadTransaction moment(reader->d->database); // of streams, messages and notes
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
        TableRow row(rows);
        Columns columns(row);
        columns.read(id, 1);
        columns.read(info.connection);
        columns.read(info.channel, 0, static_cast<int>(lastChannel));
        columns.read(info.probe);
        const auto server = rows.text(row.column());
        if (!columns.good() || !server || server->size() > kMaxServerName || streams.contains(id))
            return damaged(Text::tr("a stream has invalid values."));
        info.server = QString::fromUtf8(server->data(), static_cast<qsizetype>(server->size()));
        streams.emplace(id, info);
    }
    if (step == Statement::Step::Failed)
        return unread();
    return {};
}

// Counts in parts, so that it can report progress and be stopped.
Result<void> SessionReader::Private::countMessages(const OpenWatch &watch)
{
    const auto stopped = [] {
        return Error{.domain = Domain::Cancelled,
            .sentence = Text::tr("Opening the session was cancelled.")};
    };
    const auto gap = [this] {
        return damaged(Text::tr("its messages are not numbered consecutively from 1."));
    };
    {
        const QueryLimit limit(database);
        const auto outcome = table.last(messages);
        if (outcome != MessageTable::Outcome::Good)
            return outcome == MessageTable::Outcome::Failed ? unread() : gap();
    }
    if (watch.countsLater)
        return watch.stop.stop_requested() ? Result<void>(stopped()) : Result<void>();
    for (std::uint64_t first = 1; first <= messages;) {
        if (watch.stop.stop_requested())
            return stopped();
        if (watch.progress)
            watch.progress(first, messages);
        const QueryLimit limit(database);
        const auto next = table.checkPart(first, messages);
        if (!next)
            return unread();
        if (*next == first)
            return gap();
        first = *next;
    }
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
        TableRow row(rows);
        Columns columns(row);
        columns.read(number, 1, static_cast<std::int64_t>(messages));
        columns.read(note.marked);
        const auto text = rows.text(row.column());
        if (!columns.good() || !text || text->size() > Note::kMaxText
            || notes.size() == Notes::kMaxNotes)
            return damaged(Text::tr("a note has invalid values."));
        note.text = *text;
        notes.emplace_back(number, std::move(note));
    }
    if (step == Statement::Step::Failed)
        return unread();
    return {};
}

const std::vector<std::pair<Number, Note>> &SessionReader::notes() const
{
    return d->notes;
}

Result<void> SessionReader::refresh()
{
    const std::lock_guard lock(d->mutex);
    // A message that is counted is of a stream that is known.
    const ReadTransaction moment(d->database);
    d->streams.clear();
    if (auto loaded = d->loadStreams(); !loaded)
        return loaded;
    const QueryLimit limit(d->database);
    std::uint64_t last = 0;
    if (d->table.last(last) == MessageTable::Outcome::Failed)
        return d->unread();
    d->messages = std::max(d->messages, last);
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
    const auto end = first + std::min<std::uint64_t>(count, d->messages - first + 1);
    const auto outcome = d->table.read(first, end, d->messages, d->streams, records);
    if (outcome == MessageTable::Outcome::Failed)
        return d->unread();
    if (outcome == MessageTable::Outcome::Damaged) {
        return d->damaged(
            Text::tr("message %1 is missing or has invalid values.").arg(first + records.size()));
    }
    return records;
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
        return d->damaged(Text::tr("it refers to bytes beyond the limit of a stream."));
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
