// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder.h"

#include "base/logging.h"
#include "trace/changelog.h"
#include "trace/chunkreader.h"
#include "trace/pairing.h"
#include "trace/recentrecords.h"
#include "trace/stringtable.h"
#include "trace/summary.h"
#include "trace/writequeue.h"
#include "json/document.h"

#include <QFile>

#include <sqlite3.h>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <limits>
#include <mutex>
#include <thread>

namespace sonde::trace {

namespace {

// How long something waits for company before it is written, unless there is enough of it: a
// writer that wakes for single messages halves the speed of the wire on one processor.
constexpr std::chrono::milliseconds kMaxWait{50};

constexpr int kWriterNice = 10;

Bytes join(const std::vector<Bytes> &pieces, std::string head)
{
    if (head.empty() && pieces.size() == 1)
        return pieces.front();
    auto whole = std::make_shared<std::string>(std::move(head));
    for (const auto &piece : pieces)
        whole->append(piece.view());
    const char *data = whole->data();
    const auto size = whole->size();
    return {std::move(whole), data, size};
}

Error notKept(std::uint64_t offset)
{
    return {Domain::Storage, 0,
        QStringLiteral("The bytes from %1 on are not kept any more: memory is bounded, and "
                       "they are in no session file.")
            .arg(offset),
        {}, {}};
}

} // namespace

struct Recorder::Private {
    explicit Private(std::size_t bound)
        : queue(bound)
    {
    }

    // Everything behind `mutex`.
    std::mutex mutex;
    std::condition_variable room; // producers wait for it
    std::condition_variable work; // the writer waits for it
    std::condition_variable written; // flush() waits for it
    WriteQueue queue;
    Pairing pairing;
    StringTable strings;
    RecentRecords recent;
    ChangeLog changes;
    QString path;
    std::optional<Error> failure;
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    std::uint64_t flushWanted = 0; // tickets
    std::uint64_t flushDone = 0;
    bool writerSleeps = false; // without a timer, until something comes
    bool enoughSaid = false;
    bool stopping = false;
    bool listenerTold = false;

    std::mutex listenerMutex;
    std::function<void()> listener;

    std::mutex readMutex;
    Database readDatabase;
    std::unique_ptr<ChunkReader> reader;

    std::unique_ptr<SessionWriter> writer; // of the writer's thread
    std::thread thread;

    enum Wake { WakeWriter = 1, WakeListener = 2 };
    int afterAdding();
    void wake(int whom);
    std::uint32_t intern(std::string_view text, StringTable::Use use);
    void pair(const rpc::Message &message, const Summary &summary, Pairing::Connection connection,
        Number number, Record &record);
    void publish(Number number, const Record &record);
    void publishChanges();
    void append(Number number, const Record &record, std::string_view id);
    void write();
    bool waitForWork(std::unique_lock<std::mutex> &lock);
    void writeBatch(std::unique_lock<std::mutex> &lock);
};

Recorder::Recorder(std::size_t bound)
    : d(std::make_unique<Private>(bound))
{
}

Recorder::~Recorder()
{
    setListener({});
    if (!d->thread.joinable())
        return;
    // The writer's connection is the last one to close: that is the one which tidies the log up.
    d->reader.reset();
    d->readDatabase.close();
    {
        const std::lock_guard lock(d->mutex);
        d->stopping = true;
    }
    d->work.notify_one();
    d->thread.join();
}

Result<void> Recorder::open(const QString &path)
{
    const std::lock_guard lock(d->mutex);
    if (d->thread.joinable())
        return Error{Domain::Storage, 0, QStringLiteral("A session file is open already."), {}, {}};
    if (d->messages > 0 || d->bytes > 0) {
        return Error{Domain::Storage, 0,
            QStringLiteral("Recording has begun already; a session file must be opened "
                           "before anything crosses."),
            {}, {}};
    }
    auto writer = SessionWriter::create(path);
    if (!writer)
        return writer.error();
    auto database = Database::open(QFile::encodeName(path), SQLITE_OPEN_READONLY);
    if (!database)
        return database.error();
    d->writer = std::move(writer).value();
    d->readDatabase = std::move(database).value();
    d->reader = std::make_unique<ChunkReader>(d->readDatabase);
    d->path = path;
    d->queue.setKeepsForFile(true);
    d->thread = std::thread([this] { d->write(); });
    return {};
}

QString Recorder::path() const
{
    const std::lock_guard lock(d->mutex);
    return d->path;
}

rpc::StreamId Recorder::openStream(const rpc::StreamInfo &info)
{
    const std::lock_guard lock(d->mutex);
    return d->queue.addStream(info);
}

void Recorder::bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes)
{
    int whom = 0;
    {
        std::unique_lock lock(d->mutex);
        d->room.wait(lock, [this] { return !d->queue.isOver(); });
        if (!d->queue.addBytes(stream, offset, at, bytes))
            return;
        d->bytes += bytes.size();
        whom = d->afterAdding();
    }
    // The row that shows them follows in message(); bytes alone are no news to a listener.
    d->wake(whom & Private::WakeWriter);
}

void Recorder::message(const rpc::Place &place, Stamp at, const rpc::Message &message)
{
    const Summary summary = summarize(message);
    Record record;
    record.steadyNs = at.steady;
    record.wallNs = at.wall;
    record.offset = place.offset;
    record.length = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(place.length, std::numeric_limits<std::uint32_t>::max()));
    record.stream = place.stream;
    record.kind = message.kind;
    record.problem = message.problem;
    std::memcpy(
        record.idText, message.id.data(), std::min(message.id.size(), sizeof(record.idText)));
    if (message.kind == rpc::Kind::ErrorResponse)
        record.errorCode = message.errorCode();

    int whom = 0;
    {
        std::unique_lock lock(d->mutex);
        d->room.wait(lock, [this] { return !d->queue.isOver(); });
        const auto *known = d->queue.stream(place.stream);
        if (!known || d->messages == std::numeric_limits<Number>::max())
            return;
        record.channel = known->info.channel;
        const auto number = static_cast<Number>(++d->messages);
        d->pair(message, summary, known->connection, number, record);
        d->append(number, record, message.id);
        d->publishChanges();
        whom = d->afterAdding();
        if (!d->listenerTold)
            whom |= Private::WakeListener;
        d->listenerTold = true;
    }
    d->wake(whom);
}

void Recorder::problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem)
{
    int whom = 0;
    {
        const std::lock_guard lock(d->mutex);
        const auto number = d->recent.numberAt(stream, offset);
        const auto *found = d->recent.find(number);
        if (!found)
            return;
        Record record = *found;
        record.problem = problem;
        const bool isAnswer =
            record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse;
        if (problem == rpc::Problem::LateAnswer && isAnswer)
            record.state = State::Late;
        if (record.state == State::Pending) {
            const std::string_view id(record.idText, strnlen(record.idText, sizeof(record.idText)));
            const auto connection = d->queue.stream(stream)->connection;
            d->pairing.mark(connection, record.channel, id, number, problem);
        }
        d->publish(number, record);
        whom = d->afterAdding();
        if (!d->listenerTold)
            whom |= Private::WakeListener;
        d->listenerTold = true;
    }
    d->wake(whom);
}

rpc::StreamInfo Recorder::stream(rpc::StreamId stream) const
{
    const std::lock_guard lock(d->mutex);
    const auto *known = d->queue.stream(stream);
    return known ? known->info : rpc::StreamInfo();
}

QString Recorder::string(std::uint32_t number) const
{
    const std::lock_guard lock(d->mutex);
    const auto text = d->strings.text(number);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

Result<Bytes> Recorder::read(rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const
{
    std::vector<Bytes> pieces;
    std::uint64_t inFile = offset; // what comes before is read from the file
    {
        const std::lock_guard lock(d->mutex);
        const auto *known = d->queue.stream(stream);
        if (!known || offset > known->buffer.end() || length > known->buffer.end() - offset) {
            return Error{
                Domain::Storage, 0, QStringLiteral("Those bytes have not been recorded."), {}, {}};
        }
        inFile = std::clamp(known->buffer.onDisk(), offset, offset + length);
        if (!known->buffer.collect(inFile, offset + length, pieces))
            return notKept(inFile);
    }
    std::string head;
    if (inFile > offset) {
        const std::lock_guard lock(d->readMutex);
        head.reserve(length);
        if (auto done = d->reader->read(stream, offset, inFile, head); !done)
            return done.error();
    }
    return join(pieces, std::move(head));
}

Result<Bytes> Recorder::read(const Record &record) const
{
    return read(record.stream, record.offset, record.length);
}

QString Recorder::idText(const Record &record) const
{
    const std::string_view cut(record.idText, strnlen(record.idText, sizeof(record.idText)));
    if (cut.size() == sizeof(record.idText)) {
        if (const auto bytes = read(record)) {
            const auto document = json::Document::parse(*bytes);
            const auto id = document.root()["id"].raw();
            return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
        }
    }
    return QString::fromUtf8(cut.data(), static_cast<qsizetype>(cut.size()));
}

void Recorder::setListener(std::function<void()> wake)
{
    const std::lock_guard lock(d->listenerMutex);
    d->listener = std::move(wake);
}

Changes Recorder::take()
{
    const std::lock_guard lock(d->mutex);
    d->listenerTold = false;
    return d->changes.take();
}

Result<void> Recorder::flush()
{
    std::unique_lock lock(d->mutex);
    if (!d->thread.joinable())
        return {};
    const auto ticket = ++d->flushWanted;
    d->work.notify_one();
    d->written.wait(lock, [&] { return d->flushDone >= ticket || d->failure; });
    if (d->failure)
        return *d->failure;
    return {};
}

std::optional<Error> Recorder::failure() const
{
    const std::lock_guard lock(d->mutex);
    return d->failure;
}

std::uint64_t Recorder::messageCount() const
{
    const std::lock_guard lock(d->mutex);
    return d->messages;
}

std::uint64_t Recorder::byteCount() const
{
    const std::lock_guard lock(d->mutex);
    return d->bytes;
}

int Recorder::Private::afterAdding()
{
    if (writerSleeps) {
        writerSleeps = false;
        return WakeWriter;
    }
    if (!enoughSaid && queue.hasEnough()) {
        enoughSaid = true;
        return WakeWriter;
    }
    return 0;
}

void Recorder::Private::wake(int whom)
{
    if (whom & WakeWriter)
        work.notify_one();
    if (whom & WakeListener) {
        const std::lock_guard lock(listenerMutex);
        if (listener)
            listener();
    }
}

std::uint32_t Recorder::Private::intern(std::string_view text, StringTable::Use use)
{
    const auto before = strings.count();
    const auto number = strings.intern(text, use);
    if (number >= before)
        queue.addString(number, strings.text(number));
    return number;
}

void Recorder::Private::pair(const rpc::Message &message, const Summary &summary,
    Pairing::Connection connection, Number number, Record &record)
{
    switch (record.kind) {
    case rpc::Kind::Request:
    case rpc::Kind::Notification:
        record.method = intern(message.method, StringTable::Use::Name);
        record.target = intern(summary.target.view(), summary.use);
        if (record.kind == rpc::Kind::Request)
            pairing.request(connection, record.channel, message.id, number, record);
        else if (!summary.cancelledId.empty())
            pairing.cancel(connection, record.channel, summary.cancelledId);
        break;
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        if (pairing.answer(connection, record.channel, message.id, number, record, summary.outcome)
            && !summary.result.isEmpty() && describesResult(strings.text(record.method)))
            record.target = intern(summary.result.view(), StringTable::Use::Varied);
        break;
    case rpc::Kind::Lifecycle:
        record.method = intern(message.method, StringTable::Use::Name);
        if (message.bytes().view().starts_with(kProcessEnded))
            pairing.end(connection);
        break;
    case rpc::Kind::Invalid:
    case rpc::Kind::Stderr:
    case rpc::Kind::Exchange:
    case rpc::Kind::Event:
        break;
    }
}

void Recorder::Private::append(Number number, const Record &record, std::string_view id)
{
    changes.append(number, record);
    recent.add(number, record);
    queue.addMessage(number, record, id);
}

void Recorder::Private::publishChanges()
{
    for (const auto &change : pairing.changes()) {
        Record record = change.record;
        // A problem that was found since; mark() does not find an id that idText had to cut.
        if (const auto *known = recent.find(change.number))
            record.problem = known->problem;
        publish(change.number, record);
    }
    pairing.clearChanges();
}

void Recorder::Private::publish(Number number, const Record &record)
{
    if (auto *known = recent.find(number))
        *known = record;
    queue.update(number, record);
    changes.change(number, record);
}

void Recorder::Private::write()
{
    // Where processors are scarce, moving and stamping messages comes before putting them away.
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kWriterNice);
    std::unique_lock lock(mutex);
    while (waitForWork(lock))
        writeBatch(lock);
    writer.reset();
}

// False when there is nothing left to do, ever.
bool Recorder::Private::waitForWork(std::unique_lock<std::mutex> &lock)
{
    const auto hurried = [this] {
        return stopping || flushWanted > flushDone || queue.hasEnough();
    };
    if (queue.isEmpty() && !hurried()) {
        writerSleeps = true;
        work.wait(lock, [&] { return !queue.isEmpty() || hurried(); });
        writerSleeps = false;
    }
    if (!hurried())
        work.wait_for(lock, kMaxWait, hurried);
    return !failure && !(stopping && queue.isEmpty());
}

void Recorder::Private::writeBatch(std::unique_lock<std::mutex> &lock)
{
    const auto ticket = flushWanted;
    const auto &batch = queue.beginWrite();
    enoughSaid = false;
    lock.unlock();
    auto done = writer->write(batch);
    std::vector<std::vector<Chunk>> freed;
    lock.lock();
    if (done) {
        queue.endWrite(freed);
        flushDone = ticket;
    } else {
        qCWarning(lcTrace) << "recording goes on in memory only:" << done.error().sentence;
        failure = done.error();
        queue.abandonWrite();
    }
    room.notify_all();
    written.notify_all();
    lock.unlock();
    for (auto &chunks : freed)
        chunks.clear();
    lock.lock();
    queue.recycle(freed);
}

} // namespace sonde::trace
