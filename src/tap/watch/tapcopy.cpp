// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/watch/tapcopy.h"

#include "rpc/endreport.h"
#include "rpc/lifecycle.h"
#include "tap/relay/taptr.h"
#include "json/document.h"
#include "json/edit.h"

#include <QStringBuilder>

#include <algorithm>
#include <limits>
#include <utility>

namespace sonde::tap {

namespace {

constexpr std::uint64_t kMaxRecords = 256; // of a part
constexpr std::uint64_t kMaxSize = std::uint64_t(4) << 20; // where it ends, in bytes
constexpr std::uint64_t kMaxChunks = 256; // that are listed at once
constexpr std::uint64_t kMaxMessage = std::uint64_t(256) << 20; // as a tap records them

bool isTraffic(rpc::Channel channel)
{
    return channel == rpc::Channel::Sent || channel == rpc::Channel::Received;
}

rpc::Exchange::State exchangeState(const trace::Record &record)
{
    constexpr int kFirstErrorStatus = 400;
    switch (record.state) {
    case trace::State::Ok:
        return rpc::Exchange::State::Done;
    case trace::State::Error:
        return record.errorCode >= kFirstErrorStatus ? rpc::Exchange::State::Done
                                                     : rpc::Exchange::State::Failed;
    case trace::State::Cancelled:
        return rpc::Exchange::State::Aborted;
    default:
        return rpc::Exchange::State::Open;
    }
}

// Where the bytes of a request or a response end in their stream, as its properties say.
std::uint64_t endOfRange(const json::Value &range)
{
    std::uint64_t end = 0;
    for (const auto member : {"offset", "interim", "head", "body", "trailers"})
        end += static_cast<std::uint64_t>(
            std::max<std::int64_t>(0, range[member].toInt64().value_or(0)));
    return end;
}

} // namespace

TapCopy::TapCopy(QString session, TapTarget target)
    : m_session(std::move(session))
    , m_target(std::move(target))
    , m_lastConnection(m_target.connection)
{
}

Result<void> TapCopy::open()
{
    if (m_reader)
        return m_reader->refresh();
    trace::OpenWatch watch;
    watch.countsLater = true;
    auto reader = trace::SessionReader::open(m_session, watch);
    if (!reader)
        return reader.error();
    m_reader = std::move(reader).value();
    return {};
}

TapPart TapCopy::next(const std::stop_token &stop)
{
    TapPart part;
    const auto fail = [&part](const Error &error) {
        part.error = error;
        return std::move(part);
    };
    // Before the records are counted: what has ended by now carried none that comes later.
    const auto exchanges = openExchanges();
    if (!exchanges)
        return fail(exchanges.error());
    if (auto opened = open(); !opened)
        return fail(opened.error());
    part.present = m_reader->messageCount();
    if (auto copied = copyRecords(part, stop); !copied)
        return fail(copied.error());
    part.taken = m_next - 1;
    if (part.taken >= part.present) {
        for (const auto &[number, record] : *exchanges) {
            if (auto updated = updateExchange(number, record); !updated)
                return fail(updated.error());
        }
    }
    part.exchanges = m_endedExchanges;
    part.connection = m_lastConnection;
    return part;
}

Result<void> TapCopy::copyRecords(TapPart &part, const std::stop_token &stop)
{
    const auto records = m_reader->records(m_next, kMaxRecords);
    if (!records)
        return records.error();
    std::uint64_t size = 0;
    for (const trace::Record &record : *records) {
        if (stop.stop_requested() || size > kMaxSize)
            break;
        if (auto copied = copy(m_next, record, part); !copied)
            return copied;
        size += record.length;
        ++m_next;
    }
    return {};
}

// Clients of a tap keep their numbers. The servers of an agent's session each count from 1: the
// later ones get the next numbers.
int TapCopy::connectionFor(const rpc::StreamInfo &from)
{
    const auto [found, isNew] = m_connections.try_emplace({from.server, from.connection});
    if (!isNew)
        return found->second;
    const int same = m_target.connection + std::max(0, from.connection - 1);
    const bool isTaken = std::any_of(m_connections.begin(), m_connections.end(),
        [same](const auto &each) { return each.second == same; });
    found->second = isTaken ? m_lastConnection + 1 : same;
    m_lastConnection = std::max(m_lastConnection, found->second);
    return found->second;
}

TapCopy::Stream &TapCopy::streamFor(rpc::StreamId from)
{
    const auto [found, isNew] = m_streams.try_emplace(from);
    Stream &stream = found->second;
    if (isNew) {
        stream.info = m_reader->stream(from);
        stream.info.server = m_target.server;
        stream.info.connection = connectionFor(m_reader->stream(from));
        stream.target = m_target.sink->openStream(stream.info);
        m_live.insert(stream.info.connection);
    }
    return stream;
}

Result<void> TapCopy::copy(trace::Number number, const trace::Record &record, TapPart &part)
{
    if (record.kind == rpc::Kind::Exchange)
        return openExchange(number, record);
    return record.length > kMaxMessage ? Result<void>() : copyMessage(record, part);
}

Result<void> TapCopy::copyMessage(const trace::Record &record, TapPart &part)
{
    Stream &stream = streamFor(record.stream);
    if (auto copied = copyBytes(stream, record.stream, record.offset + record.length); !copied)
        return copied;
    const auto text = m_reader->read(record);
    if (!text)
        return text.error();
    const Stamp at{record.steadyNs, record.wallNs};
    rpc::Message message = messageOf(record, *text);
    if (message.kind == rpc::Kind::Lifecycle && rpc::lifecycle::endsConnection(message.method))
        m_live.erase(stream.info.connection);
    rpc::Place place{stream.target, record.offset, record.length};
    if (message.kind == rpc::Kind::Lifecycle && record.pair != 0)
        place.about = aboutOf(record.pair);
    const auto carrier = m_exchanges.find(record.parent);
    place.exchange = carrier == m_exchanges.end() ? 0 : carrier->second.target;
    place.folded = record.folded;
    place.origin = record.origin;
    m_target.sink->message(place, at, message);
    if (isTraffic(stream.info.channel) && message.kind != rpc::Kind::Invalid)
        part.messages.push_back(
            {stream.info.channel, at, std::move(message), stream.info.connection});
    return {};
}

Result<TapCopy::Rows> TapCopy::openExchanges() const
{
    Rows rows;
    for (const auto &[number, exchange] : m_exchanges) {
        const auto found = m_reader->records(number, 1);
        if (!found)
            return found.error();
        if (!found->empty())
            rows.emplace_back(number, found->front());
    }
    return rows;
}

Result<void> TapCopy::openExchange(trace::Number number, const trace::Record &record)
{
    auto copied = exchangeOf(record, false);
    if (!copied)
        return copied.error();
    rpc::Exchange exchange = std::move(copied).value();
    const std::string method = m_reader->string(record.method).toStdString();
    const std::string target = m_reader->string(record.target).toStdString();
    exchange.state = rpc::Exchange::State::Open;
    exchange.ended = {};
    exchange.method = method;
    exchange.target = target;
    const bool isOver = exchangeState(record) != rpc::Exchange::State::Open;
    m_exchanges[number] = {m_target.sink->openExchange(exchange), isOver ? 0 : record.offset + 1};
    return {};
}

Result<void> TapCopy::updateExchange(trace::Number number, const trace::Record &record)
{
    const auto found = m_exchanges.find(number);
    if (found == m_exchanges.end() || found->second.facts == record.offset + 1)
        return {};
    const auto exchange = exchangeOf(record, true);
    if (!exchange)
        return exchange.error();
    m_target.sink->updateExchange(found->second.target, *exchange);
    found->second.facts = record.offset + 1;
    if (exchange->state == rpc::Exchange::State::Open)
        return {};
    m_exchanges.erase(found);
    ++m_endedExchanges;
    return {};
}

Result<rpc::Exchange> TapCopy::exchangeOf(const trace::Record &record, bool withBytes)
{
    const auto text = m_reader->read(record);
    if (!text)
        return text.error();
    const auto facts = factsFor(*text, withBytes);
    if (!facts)
        return facts.error();
    rpc::Exchange exchange;
    exchange.state = exchangeState(record);
    exchange.status = record.errorCode;
    exchange.received = trace::receivedOf(record);
    exchange.begun = {record.steadyNs, record.wallNs};
    exchange.ended.steady = trace::endOf(record);
    if (exchange.ended.steady != 0)
        exchange.ended.wall = record.wallNs + (exchange.ended.steady - record.steadyNs);
    exchange.origin = record.origin;
    Stream &stream = streamFor(record.stream);
    exchange.facts = {stream.target, stream.end, facts->size()};
    m_target.sink->bytes(stream.target, stream.end, exchange.begun, *facts);
    stream.end += facts->size();
    return exchange;
}

Result<Bytes> TapCopy::factsFor(const Bytes &text, bool withBytes)
{
    Bytes facts = text;
    for (const auto side : {"request", "answer"}) {
        const json::Document document = json::Document::parse(facts);
        const json::Value range = document.root()[side];
        const auto number = range["stream"].toInt64();
        if (!number) // there is no response yet
            continue;
        if (*number < 0 || *number > std::numeric_limits<rpc::StreamId>::max())
            return damaged();
        const auto from = static_cast<rpc::StreamId>(*number);
        Stream &stream = streamFor(from);
        if (!isTraffic(stream.info.channel))
            return damaged();
        if (withBytes) {
            if (auto copied = copyBytes(stream, from, endOfRange(range)); !copied)
                return copied.error();
        }
        auto edited = json::replaceValue(range["stream"], std::to_string(stream.target));
        if (!edited)
            return damaged();
        facts = std::move(edited).value();
    }
    return facts;
}

// In the target, where the message was copied before.
std::optional<rpc::Place::About> TapCopy::aboutOf(trace::Number number)
{
    const auto records = m_reader->records(number, 1);
    if (!records || records->empty())
        return std::nullopt;
    const auto found = m_streams.find(records->front().stream);
    if (found == m_streams.end())
        return std::nullopt;
    return rpc::Place::About{found->second.target, records->front().offset};
}

Result<void> TapCopy::copyBytes(Stream &stream, rpc::StreamId from, std::uint64_t end)
{
    while (stream.end < end) {
        const auto chunks = m_reader->chunks(from, stream.end, kMaxChunks);
        if (!chunks)
            return chunks.error();
        if (chunks->empty())
            return damaged();
        for (const trace::Piece &chunk : *chunks) {
            if (chunk.offset != stream.end || chunk.length == 0)
                return damaged();
            const auto bytes = m_reader->read(from, chunk.offset, chunk.length);
            if (!bytes)
                return bytes.error();
            m_target.sink->bytes(stream.target, stream.end, chunk.at, *bytes);
            stream.end = chunk.end();
            if (stream.end >= end)
                break;
        }
    }
    return {};
}

Error TapCopy::damaged() const
{
    return {.domain = Domain::Storage,
        .sentence = Text::tr("%1 is damaged: bytes are missing.").arg(m_session)};
}

rpc::Message TapCopy::messageOf(const trace::Record &record, const Bytes &text) const
{
    if (record.kind == rpc::Kind::Lifecycle || record.kind == rpc::Kind::Stderr
        || record.kind == rpc::Kind::Invalid || record.kind == rpc::Kind::Event) {
        rpc::Message message = rpc::plainRecord(record.kind, text, record.problem);
        if (record.kind == rpc::Kind::Lifecycle)
            message.method = std::string(rpc::lifecycle::idOf(text.view()));
        else if (record.kind == rpc::Kind::Event)
            message.method = m_reader->string(record.method).toStdString();
        return message;
    }
    rpc::Message message;
    if (!rpc::decodeOne(text, message)) // an array is no message of a session file
        return rpc::plainRecord(rpc::Kind::Invalid, text, rpc::Problem::NotJsonRpc);
    if (record.problem == rpc::Problem::UnexpectedBatch)
        message.problem = record.problem;
    return message;
}

void TapCopy::end()
{
    const Stamp at = SystemClock::instance().now();
    if (const auto exchanges = openExchanges()) {
        for (const auto &[number, record] : *exchanges) {
            if (exchangeState(record) != rpc::Exchange::State::Open) {
                static_cast<void>(updateExchange(number, record));
                continue;
            }
            auto copied = exchangeOf(record, false);
            if (!copied)
                continue;
            rpc::Exchange exchange = std::move(copied).value();
            exchange.state = rpc::Exchange::State::Aborted;
            exchange.ended = at;
            m_target.sink->updateExchange(m_exchanges.at(number).target, exchange);
        }
    }
    m_exchanges.clear();
    if (m_streams.empty())
        m_live.insert(m_target.connection);
    rpc::EndReport lost;
    lost.cause = rpc::EndReport::Cause::TapLost;
    const QString line =
        QLatin1String(rpc::lifecycle::kConnectionEnded) % u'\t' % lost.recordedText();
    const Bytes text = Bytes::fromByteArray(line.toUtf8());
    for (const int connection : std::exchange(m_live, {})) {
        const rpc::StreamId stream = m_target.sink->openStream(
            {m_target.server, connection, rpc::Channel::Lifecycle, false});
        rpc::Message message = rpc::plainRecord(rpc::Kind::Lifecycle, text);
        message.method = std::string(rpc::lifecycle::kConnectionEnded);
        m_target.sink->bytes(stream, 0, at, text);
        m_target.sink->message({stream, 0, text.size()}, at, message);
    }
}

} // namespace sonde::tap
