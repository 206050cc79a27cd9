// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/sessionstore.h"

#include <mutex>
#include <thread>

namespace sonde::trace {

namespace {

constexpr std::uint64_t kBatch = 8192; // records at once

} // namespace

struct SessionStore::Private {
    QString path;
    std::unique_ptr<SessionReader> reader;

    std::mutex mutex; // of what follows
    Changes ready;
    std::optional<Error> failure;

    std::mutex listenerMutex;
    std::function<void()> listener;
    std::jthread thread; // the last member: it ends before what it uses

    void readAll(const std::stop_token &stop);
    bool readBatch(Number first);
};

SessionStore::SessionStore()
    : d(std::make_unique<Private>())
{
}

SessionStore::~SessionStore() = default;

Result<std::unique_ptr<SessionStore>> SessionStore::open(const QString &path)
{
    auto reader = SessionReader::open(path);
    if (!reader)
        return reader.error();
    if ((*reader)->messageCount() > kMaxMessages) {
        return Error{Domain::Storage, 0,
            QStringLiteral("%1 cannot be opened: it has more than %L2 messages.")
                .arg(path)
                .arg(kMaxMessages),
            {}, {}};
    }
    std::unique_ptr<SessionStore> store(new SessionStore);
    store->d->path = path;
    store->d->reader = std::move(reader).value();
    store->d->ready.firstNew = 1;
    return store;
}

void SessionStore::Private::readAll(const std::stop_token &stop)
{
    const auto count = reader->messageCount();
    for (std::uint64_t first = 1; first <= count && !stop.stop_requested(); first += kBatch) {
        const bool good = readBatch(static_cast<Number>(first));
        {
            const std::lock_guard lock(listenerMutex);
            if (listener)
                listener();
        }
        if (!good)
            return;
    }
}

bool SessionStore::Private::readBatch(Number first)
{
    const auto records = reader->records(first, kBatch);
    const std::lock_guard lock(mutex);
    if (!records) {
        failure = records.error();
        return false;
    }
    if (ready.fresh.empty())
        ready.firstNew = first;
    for (Record record : *records) {
        if (record.state == State::Pending)
            record.state = State::NoAnswer; // nothing comes any more
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

const QString &SessionStore::path() const
{
    return d->path;
}

std::optional<Error> SessionStore::failure() const
{
    const std::lock_guard lock(d->mutex);
    return d->failure;
}

rpc::StreamInfo SessionStore::stream(rpc::StreamId stream) const
{
    return d->reader->stream(stream);
}

QString SessionStore::string(std::uint32_t number) const
{
    return d->reader->string(number);
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

Changes SessionStore::take()
{
    const std::lock_guard lock(d->mutex);
    return std::exchange(d->ready, Changes());
}

} // namespace sonde::trace
