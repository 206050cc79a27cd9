// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/sessionstore.h"

#include "trace/file/notewriter.h"
#include "trace/record/text.h"

#include <QCache>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace sonde::trace {

namespace {

constexpr std::uint64_t kBatch = 8192; // records per batch
constexpr std::uint64_t kFirstBatch = 256; // one window full, shown at once
constexpr int kStringsKept = 16 * 1024;

} // namespace

struct SessionStore::Private {
    QString path;
    std::unique_ptr<SessionReader> reader;
    // For the thread: on a shared connection the window would wait for the batch.
    std::unique_ptr<SessionReader> batchReader;

    // Strings are few, but needed for every row that is painted, filtered or laid out.
    std::mutex stringsMutex;
    QCache<std::uint32_t, QString> strings{kStringsKept};

    std::mutex mutex; // protects the members below
    std::condition_variable_any isTaken;
    Changes ready;
    std::optional<Error> failure;

    std::mutex listenerMutex;
    std::function<void()> listener;
    std::unique_ptr<NoteWriter> notes;
    std::jthread thread; // last, so that it ends before the members it uses

    void readAll(const std::stop_token &stop);
    bool readBatch(Number first, std::uint64_t count);
    void wake();
};

SessionStore::SessionStore()
    : d(std::make_unique<Private>())
{
}

SessionStore::~SessionStore() = default;

Result<std::unique_ptr<SessionStore>> SessionStore::open(
    const QString &path, const OpenWatch &watch)
{
    OpenWatch quick = watch;
    quick.countsLater = true; // all messages are read later, and the first ones are needed at once
    auto reader = SessionReader::open(path, quick);
    if (!reader)
        return reader.error();
    if ((*reader)->messageCount() > kMaxMessages) {
        return Error{Domain::Storage, 0,
            Text::tr("%1 cannot be opened: it has more than %L2 messages.")
                .arg(path)
                .arg(kMaxMessages),
            {}, {}};
    }
    auto again = (*reader)->openAgain();
    if (!again)
        return again.error();
    std::unique_ptr<SessionStore> store(new SessionStore);
    store->d->path = path;
    store->d->batchReader = std::move(again).value();
    store->d->reader = std::move(reader).value();
    store->d->ready.firstNew = 1;
    store->d->notes = std::make_unique<NoteWriter>(path, [d = store->d.get()] { d->wake(); });
    for (const auto &[number, note] : store->d->reader->notes())
        store->m_notes.set(number, note);
    return store;
}

void SessionStore::Private::readAll(const std::stop_token &stop)
{
    const auto count = batchReader->messageCount();
    std::uint64_t batch = kFirstBatch;
    for (std::uint64_t first = 1; first <= count && !stop.stop_requested();
         first += std::exchange(batch, kBatch)) {
        {
            std::unique_lock lock(mutex);
            isTaken.wait(lock, stop, [this] { return ready.fresh.size() < kMaxReady; });
        }
        if (stop.stop_requested())
            return;
        const bool good = readBatch(static_cast<Number>(first), batch);
        wake();
        if (!good)
            return;
    }
}

void SessionStore::Private::wake()
{
    const std::lock_guard lock(listenerMutex);
    if (listener)
        listener();
}

bool SessionStore::Private::readBatch(Number first, std::uint64_t count)
{
    const auto records = batchReader->records(first, count);
    const std::lock_guard lock(mutex);
    if (!records) {
        failure = records.error();
        return false;
    }
    if (ready.fresh.empty())
        ready.firstNew = first;
    for (Record record : *records) {
        // Nobody knows whether a response came after the file was saved.
        if (record.state == State::Pending)
            record.state = State::OpenAtEnd;
        ready.fresh.push_back(record);
    }
    return true;
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

void SessionStore::setListener(std::function<void()> wake)
{
    const bool begins = wake != nullptr && !d->thread.joinable();
    {
        const std::lock_guard lock(d->listenerMutex);
        d->listener = std::move(wake);
    }
    if (begins)
        d->thread = std::jthread([this](const std::stop_token &stop) { d->readAll(stop); });
}

void SessionStore::drainInto(Changes &into)
{
    into.clear();
    {
        const std::lock_guard lock(d->mutex);
        std::swap(into, d->ready);
    }
    d->isTaken.notify_one();
}

} // namespace sonde::trace
