// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder/recorder.h"

#include "rpc/lifecycle.h"
#include "trace/record/automaticmark.h"
#include "trace/record/stringtable.h"
#include "trace/record/summary.h"
#include "trace/record/tracetr.h"
#include "trace/recorder/logreaders.h"
#include "trace/recorder/openexchanges.h"
#include "trace/recorder/pairing.h"
#include "trace/recorder/recentrecords.h"
#include "trace/recorder/recordedbytes.h"
#include "trace/recorder/writequeue.h"
#include "trace/recorder/writerthread.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

namespace sonde::trace {

struct Recorder::Private {
    explicit Private(std::size_t bound)
        : queue(bound)
        , file(mutex, queue)
        , recorded(mutex, queue)
    {
    }

    // The members protected by `mutex`.
    std::mutex mutex;
    WriteQueue queue;
    WriterThread file;
    Pairing pairing;
    StringTable strings;
    RecentRecords recent;
    OpenExchanges exchanges;
    LogReaders readers{mutex};
    QString path;
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;

    std::unique_ptr<Reader> own; // of take(), until it is not wanted

    RecordedBytes recorded;

    // State of a batch that has begun: the lock shared by its reports, and the actions they
    // requested. Only the reporting thread accesses it.
    std::unique_lock<std::mutex> batch;
    std::size_t batchSize = 0;
    int batchWhom = 0;

    class Report;
    enum Wake { WakeWriter = 1, WakeReaders = 2 };
    int afterPublishing();
    void wake(int whom);
    void letOthersIn();
    std::uint32_t intern(std::string_view text, StringTable::Use use);
    void pair(const rpc::Message &message, const Summary &summary, Pairing::Connection connection,
        Number number, Record &record);
    void drop(Pairing::Connection connection, Number number);
    void publish(Number number, const Record &record);
    void publishChanges();
    // The stream of a new row; null if the stream is unknown or there are too many rows.
    const WriteQueue::Stream *roomFor(rpc::StreamId stream);
    void append(Number number, const Record &record, std::string_view id);
};

// One report, under its own lock or that of its batch. After unlocking, it wakes the threads that
// wait for the report.
class Recorder::Private::Report {
public:
    explicit Report(Private &recorder)
        : m_recorder(recorder)
    {
        if (!recorder.batch.owns_lock())
            m_own = std::unique_lock(recorder.mutex);
    }
    ~Report()
    {
        if (!m_own) {
            m_recorder.batchWhom |= m_whom;
            if (++m_recorder.batchSize % kMostAtOnce == 0)
                m_recorder.letOthersIn();
            return;
        }
        m_own.unlock();
        m_recorder.wake(m_whom);
    }
    Report(const Report &) = delete;
    Report &operator=(const Report &) = delete;

    std::unique_lock<std::mutex> &lock() { return m_own ? m_own : m_recorder.batch; }
    void wake(int whom) { m_whom |= whom; }

private:
    // Records per lock in a batch: bounds the time that painting a row waits for it.
    static constexpr std::size_t kMostAtOnce = 64;

    Private &m_recorder;
    std::unique_lock<std::mutex> m_own;
    int m_whom = 0;
};

Recorder::Recorder(std::size_t bound)
    : d(std::make_unique<Private>(bound))
{
    d->own = d->readers.add({});
}

Recorder::~Recorder()
{
    d->own.reset();
    // The writer's connection closes last, because the last connection to close cleans up the log.
    d->recorded.close();
    d->file.stop();
}

Result<void> Recorder::open(const QString &path)
{
    const std::lock_guard lock(d->mutex);
    if (d->file.isRunning())
        return Error{
            .domain = Domain::Storage, .sentence = Text::tr("A session file is open already.")};
    if (d->messages > 0 || d->bytes > 0) {
        return Error{.domain = Domain::Storage,
            .sentence = Text::tr(
                "Recording has begun already. Open the session file before the first message.")};
    }
    auto writer = SessionWriter::create(path);
    if (!writer)
        return writer.error();
    if (auto opened = d->recorded.open(path); !opened)
        return opened;
    d->path = path;
    d->file.start(std::move(writer).value());
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
    Private::Report report(*d);
    d->file.waitForRoom(report.lock());
    if (!d->queue.addBytes(stream, offset, at, bytes))
        return;
    d->bytes += bytes.size();
    // The row that shows the bytes follows in message(); bytes alone wake no reader.
    if (d->file.wantsToKnow())
        report.wake(Private::WakeWriter);
}

void Recorder::beginBatch()
{
    d->batch = std::unique_lock(d->mutex);
}

void Recorder::endBatch()
{
    d->batch.unlock();
    d->wake(std::exchange(d->batchWhom, 0));
}

std::int64_t Recorder::message(const rpc::Place &place, Stamp at, const rpc::Message &message)
{
    const Summary summary = summarize(message);
    Record record;
    record.steadyNs = at.steady;
    record.wallNs = at.wall;
    record.offset = place.offset;
    record.length = shortLength(place.length);
    record.stream = place.stream;
    record.kind = message.kind;
    record.problem = message.problem;
    record.parent = place.exchange;
    record.folded = place.folded;
    record.origin = place.origin;
    std::memcpy(
        record.idText, message.id.data(), std::min(message.id.size(), sizeof(record.idText)));
    record.errorCode = summary.errorCode;

    Private::Report report(*d);
    d->file.waitForRoom(report.lock());
    const auto *known = d->roomFor(place.stream);
    if (!known)
        return 0;
    record.channel = known->info.channel;
    record.parent = record.parent > d->messages ? 0 : record.parent;
    const auto number = static_cast<Number>(++d->messages);
    d->pair(message, summary, known->connection, number, record);
    if (record.kind == rpc::Kind::Lifecycle && place.about) {
        record.pair = d->recent.numberAt(place.about->stream, place.about->offset);
        if (message.method == rpc::lifecycle::kMessageDropped)
            d->drop(known->connection, record.pair);
    }
    d->append(number, record, message.id);
    const std::int64_t requestedNs = d->pairing.requestedNs(record);
    d->publishChanges();
    report.wake(d->afterPublishing());
    return requestedNs;
}

void Recorder::Private::drop(Pairing::Connection connection, Number number)
{
    const Record *const dropped = recent.find(number);
    if (dropped && dropped->kind == rpc::Kind::Request)
        pairing.drop(connection, dropped->channel, cutId(*dropped), number);
}

rpc::ExchangeId Recorder::openExchange(const rpc::Exchange &exchange)
{
    Record record = OpenExchanges::begin(exchange);
    Private::Report report(*d);
    d->file.waitForRoom(report.lock());
    const auto *known = d->roomFor(exchange.facts.stream);
    if (!known)
        return 0;
    record.channel = known->info.channel;
    record.method = d->intern(exchange.method, StringTable::Use::Name);
    record.target = d->intern(exchange.target, StringTable::Use::Varied);
    const auto number = static_cast<Number>(++d->messages);
    d->append(number, record, {});
    d->exchanges.add(number, record);
    report.wake(d->afterPublishing());
    return number;
}

void Recorder::updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange)
{
    Private::Report report(*d);
    d->file.waitForRoom(report.lock());
    const auto *known = d->queue.stream(exchange.facts.stream);
    if (!known)
        return;
    const auto record = d->exchanges.update(id, exchange);
    if (!record)
        return;
    d->publish(id, *record);
    if (const auto state = unansweredBy(exchange); state != State::Pending) {
        d->pairing.endCarried(known->connection, id, state);
        d->publishChanges();
    }
    report.wake(d->afterPublishing());
}

void Recorder::problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem)
{
    Private::Report report(*d);
    const auto number = d->recent.numberAt(stream, offset);
    const auto *found = d->recent.find(number);
    if (!found || found->kind == rpc::Kind::Exchange)
        return;
    Record record = *found;
    record.problem = problem;
    const bool isResponse =
        record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse;
    if (problem == rpc::Problem::LateResponse && isResponse)
        record.state = State::Late;
    if (record.state == State::Pending) {
        const auto connection = d->queue.stream(stream)->connection;
        d->pairing.mark(connection, record.channel, cutId(record), number, problem);
    }
    d->publish(number, record);
    report.wake(d->afterPublishing());
}

void Recorder::keepNote(Number number, const Note &note)
{
    bool wake = false;
    {
        const std::lock_guard lock(d->mutex);
        d->queue.addNote(number, note);
        wake = d->file.wantsToKnow();
    }
    if (wake)
        d->file.notify();
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

std::uint64_t Recorder::length(rpc::StreamId stream) const
{
    const std::lock_guard lock(d->mutex);
    const auto *known = d->queue.stream(stream);
    return known ? known->buffer.end() : 0;
}

Result<Bytes> Recorder::read(rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const
{
    return d->recorded.read(stream, offset, length);
}

Result<Pieces> Recorder::pieces(
    rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const
{
    return d->recorded.pieces(stream, offset, length);
}

Result<Bytes> Recorder::read(const Record &record) const
{
    auto raw = read(record.stream, record.offset, record.length);
    if (!raw)
        return raw;
    return messageText(record, *raw);
}

std::unique_ptr<Store::Reader> Recorder::makeReader(std::function<void()> wake)
{
    return d->readers.add(std::move(wake));
}

Changes Recorder::take()
{
    return d->own ? d->own->take() : Changes();
}

void Recorder::keepNoChanges()
{
    d->own.reset();
}

Result<void> Recorder::flush()
{
    std::unique_lock lock(d->mutex);
    return d->file.flush(lock);
}

std::optional<Error> Recorder::failure() const
{
    const std::lock_guard lock(d->mutex);
    return d->file.failure();
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

// Returns which threads to wake after unlocking, once a change for the readers was added.
int Recorder::Private::afterPublishing()
{
    int whom = file.wantsToKnow() ? WakeWriter : 0;
    if (readers.tell())
        whom |= WakeReaders;
    return whom;
}

void Recorder::Private::wake(int whom)
{
    if (whom & WakeWriter)
        file.notify();
    if (whom & WakeReaders)
        readers.wake();
}

const WriteQueue::Stream *Recorder::Private::roomFor(rpc::StreamId stream)
{
    return messages < std::numeric_limits<Number>::max() ? queue.stream(stream) : nullptr;
}

// Releases the lock for a moment in the middle of a batch.
void Recorder::Private::letOthersIn()
{
    batch.unlock();
    wake(std::exchange(batchWhom, 0));
    batch.lock();
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
            pairing.request(connection, record.channel, message.id, number, record,
                record.channel == rpc::Channel::Sent ? Pairing::purposeOf(message.method)
                                                     : Pairing::Purpose::Other);
        else if (!summary.cancelledId.empty())
            pairing.cancel(connection, record.channel, summary.cancelledId);
        break;
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        if (!pairing.takeResponse(
                connection, record.channel, message.id, number, record, summary.outcome))
            break;
        if (!summary.result.isEmpty() && describesResult(strings.text(record.method)))
            record.target = intern(summary.result.view(), StringTable::Use::Varied);
        else if (!summary.instead.isEmpty() && maybeNotYet(strings.text(record.method)))
            record.target = intern(summary.instead.view(), StringTable::Use::Varied);
        else if (!summary.task.isEmpty() && describesTask(strings.text(record.method)))
            record.target = intern(summary.task.view(), StringTable::Use::Varied);
        break;
    case rpc::Kind::Lifecycle:
        record.method = intern(message.method, StringTable::Use::Name);
        if (rpc::lifecycle::endsConnection(rpc::lifecycle::idOf(message.bytes().view())))
            pairing.end(connection);
        else if (message.method == rpc::lifecycle::kRequestTimedOut)
            pairing.timeOut(connection, rpc::lifecycle::timedOutId(message.bytes().view()));
        else if (message.method == rpc::lifecycle::kAutomatic
            || message.method == rpc::lifecycle::kStoppedAutomatically)
            record.state = State::Automatic;
        break;
    case rpc::Kind::Event:
        record.method = intern(message.method, StringTable::Use::Varied);
        break;
    case rpc::Kind::Invalid:
        pairing.unreadable(connection, record.channel);
        break;
    case rpc::Kind::Stderr:
    case rpc::Kind::Exchange:
        break;
    }
}

void Recorder::Private::append(Number number, const Record &record, std::string_view id)
{
    readers.append(number, record);
    recent.add(number, record);
    queue.addMessage(number, record, id);
}

void Recorder::Private::publishChanges()
{
    for (const auto &change : pairing.changes()) {
        Record record = change.record;
        // Keeps a problem found since; mark() does not find an id that idText truncated.
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
    readers.change(number, record);
}

} // namespace sonde::trace
