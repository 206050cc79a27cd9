// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/sessionstore.h"

#include "trace/file/notewriter.h"
#include "trace/record/tracetr.h"

#include <QCache>
#include <QIODevice>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace sonde::trace {

namespace {

constexpr std::uint64_t kBatch = 8192; // records per batch
constexpr std::uint64_t kFirstBatch = 256; // one window full, shown at once
constexpr int kStringsKept = 16 * 1024;

} // namespace

// Reads all records of the file, on a connection of its own: on a shared one the window would wait
// for the batch.
class SessionStore::FileReader final : public Store::Reader {
public:
    // Without a connection, it opens one itself.
    FileReader(Private &store, std::unique_ptr<SessionReader> reader, std::function<void()> wake);
    ~FileReader() override;

    void drainInto(Changes &into) override;
    void wake() const;

private:
    bool open();
    void readAll(const std::stop_token &stop);
    bool readBatch(Number first, std::uint64_t count);

    Private &m_store;
    const std::function<void()> m_wake;
    std::unique_ptr<SessionReader> m_reader;
    std::mutex m_mutex; // protects `m_ready`
    std::condition_variable_any m_isTaken;
    Changes m_ready;
    std::jthread m_thread; // last, so that it ends before the members it uses
};

struct SessionStore::Private {
    QString path;
    std::unique_ptr<SessionReader> reader;

    // Strings are few, but needed for every row that is painted, filtered or laid out.
    std::mutex stringsMutex;
    QCache<std::uint32_t, QString> strings{kStringsKept};

    std::mutex mutex; // protects the next member
    std::optional<Error> failure;

    std::mutex readersMutex; // protects the next members; held while readers are woken
    std::vector<const FileReader *> readers;
    std::unique_ptr<SessionReader> first; // the connection of the first reader

    std::unique_ptr<NoteWriter> notes; // last: its thread wakes the readers

    void fail(const Error &error);
    void wakeAll();
};

void SessionStore::Private::fail(const Error &error)
{
    const std::lock_guard lock(mutex);
    failure = error;
}

void SessionStore::Private::wakeAll()
{
    const std::lock_guard lock(readersMutex);
    for (const FileReader *each : readers)
        each->wake();
}

SessionStore::FileReader::FileReader(
    Private &store, std::unique_ptr<SessionReader> reader, std::function<void()> wake)
    : m_store(store)
    , m_wake(std::move(wake))
    , m_reader(std::move(reader))
{
    m_ready.firstNew = 1;
    {
        const std::lock_guard lock(store.readersMutex);
        store.readers.push_back(this);
    }
    m_thread = std::jthread([this](const std::stop_token &stop) {
        if (open())
            readAll(stop);
    });
}

SessionStore::FileReader::~FileReader()
{
    const std::lock_guard lock(m_store.readersMutex);
    std::erase(m_store.readers, this);
}

bool SessionStore::FileReader::open()
{
    if (m_reader)
        return true;
    auto reader = m_store.reader->openAgain();
    if (reader) {
        m_reader = std::move(reader).value();
        return true;
    }
    m_store.fail(reader.error());
    wake();
    return false;
}

void SessionStore::FileReader::wake() const
{
    if (m_wake)
        m_wake();
}

void SessionStore::FileReader::readAll(const std::stop_token &stop)
{
    const auto count = m_reader->messageCount();
    std::uint64_t batch = kFirstBatch;
    for (std::uint64_t first = 1; first <= count && !stop.stop_requested();
         first += std::exchange(batch, kBatch)) {
        {
            std::unique_lock lock(m_mutex);
            m_isTaken.wait(lock, stop, [this] { return m_ready.fresh.size() < kMaxReady; });
        }
        if (stop.stop_requested())
            return;
        const bool good = readBatch(static_cast<Number>(first), batch);
        wake();
        if (!good)
            return;
    }
}

bool SessionStore::FileReader::readBatch(Number first, std::uint64_t count)
{
    const auto records = m_reader->records(first, count);
    if (!records) {
        m_store.fail(records.error());
        return false;
    }
    const std::lock_guard lock(m_mutex);
    if (m_ready.fresh.empty())
        m_ready.firstNew = first;
    for (Record record : *records) {
        // Nobody knows whether a response came after the file was saved.
        if (record.state == State::Pending)
            record.state = State::OpenAtEnd;
        m_ready.fresh.push_back(record);
    }
    return true;
}

void SessionStore::FileReader::drainInto(Changes &into)
{
    into.clear();
    {
        const std::lock_guard lock(m_mutex);
        std::swap(into, m_ready);
    }
    m_isTaken.notify_one();
}

SessionStore::SessionStore()
    : d(std::make_unique<Private>())
{
}

SessionStore::~SessionStore() = default;

bool SessionStore::isSession(QIODevice &file)
{
    constexpr QByteArrayView kBeginning("SQLite format 3\0", 16);
    return file.peek(kBeginning.size()) == kBeginning;
}

Result<std::unique_ptr<SessionStore>> SessionStore::open(
    const QString &path, const OpenWatch &watch)
{
    OpenWatch quick = watch;
    quick.countsLater = true; // all messages are read later, and the first ones are needed at once
    auto reader = SessionReader::open(path, quick);
    if (!reader)
        return reader.error();
    if ((*reader)->messageCount() > kMaxMessages) {
        return Error{.domain = Domain::Storage,
            .sentence = Text::tr("%1 cannot be opened: it has more than %L2 messages.")
                            .arg(path)
                            .arg(kMaxMessages)};
    }
    auto again = (*reader)->openAgain();
    if (!again)
        return again.error();
    std::unique_ptr<SessionStore> store(new SessionStore);
    store->d->path = path;
    store->d->first = std::move(again).value();
    store->d->reader = std::move(reader).value();
    store->d->notes = std::make_unique<NoteWriter>(path, [d = store->d.get()] { d->wakeAll(); });
    for (const auto &[number, note] : store->d->reader->notes())
        store->m_notes.set(number, note);
    return store;
}

const SessionReader &SessionStore::reader() const
{
    return *d->reader;
}

Result<void> SessionStore::refresh()
{
    return d->reader->refresh();
}

Result<RecordSnapshot> SessionStore::readRecords(const std::stop_token &stop) const
{
    RecordList list;
    const auto count = d->reader->messageCount();
    for (std::uint64_t first = 1; first <= count && !stop.stop_requested(); first += kBatch) {
        const auto records = d->reader->records(static_cast<Number>(first), kBatch);
        if (!records)
            return records.error();
        list.append(*records);
    }
    return list.snapshot();
}

QString SessionStore::path() const
{
    return d->path;
}

std::optional<Error> SessionStore::failure() const
{
    const std::lock_guard lock(d->mutex);
    return d->failure ? d->failure : d->notes->failure();
}

void SessionStore::keepNote(Number number, const Note &note)
{
    d->notes->write(number, note);
}

rpc::StreamInfo SessionStore::stream(rpc::StreamId stream) const
{
    return d->reader->stream(stream);
}

QString SessionStore::string(std::uint32_t number) const
{
    {
        const std::lock_guard lock(d->stringsMutex);
        if (const QString *known = d->strings.object(number))
            return *known;
    }
    QString text = d->reader->string(number);
    const std::lock_guard lock(d->stringsMutex);
    d->strings.insert(number, new QString(text));
    return text;
}

std::uint64_t SessionStore::length(rpc::StreamId stream) const
{
    const auto length = d->reader->streamLength(stream);
    return length ? *length : 0;
}

Result<Bytes> SessionStore::read(
    rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const
{
    return d->reader->read(stream, offset, length);
}

Result<Pieces> SessionStore::pieces(
    rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const
{
    // One more than the limit, and one that may end at the beginning of the range.
    auto chunks = d->reader->chunks(stream, offset, Pieces::kMax + 2);
    if (!chunks)
        return chunks.error();
    Pieces pieces;
    pieces.list = std::move(chunks).value();
    pieces.cut(offset + length);
    return pieces;
}

Result<Bytes> SessionStore::read(const Record &record) const
{
    return d->reader->read(record);
}

std::uint64_t SessionStore::messageCount() const
{
    return d->reader->messageCount();
}

std::unique_ptr<Store::Reader> SessionStore::makeReader(std::function<void()> wake)
{
    std::unique_ptr<SessionReader> reader;
    {
        const std::lock_guard lock(d->readersMutex);
        reader = std::move(d->first);
    }
    return std::make_unique<FileReader>(*d, std::move(reader), std::move(wake));
}

} // namespace sonde::trace
