// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/recordedscript.h"

#include "base/domainerror.h"
#include "mcp/message/subscriptionmeta.h"
#include "mock/livevalues.h"
#include "mock/mocktr.h"
#include "mock/paramskey.h"
#include "trace/record/messagewindow.h"

#include <algorithm>
#include <map>
#include <set>

namespace sonde::mock {

namespace {

using rpc::Channel;
using rpc::Kind;

constexpr QLatin1String kDiscover("server/discover");
constexpr std::string_view kListen = "subscriptions/listen";

// The server of the last connection that was more than a detection of the era.
QString lastServer(const trace::Store &store, const trace::RecordSnapshot &records)
{
    QString server;
    int connection = 0;
    for (const trace::Record &record : records) {
        if (record.kind != Kind::Request || record.channel != Channel::Sent)
            continue;
        const rpc::StreamInfo stream = store.stream(record.stream);
        if (!stream.probe && stream.connection >= connection) {
            connection = stream.connection;
            server = stream.server;
        }
    }
    return server;
}

// Reads a recording front to back, and puts what the server sent to the client's message that
// caused it: the one with its progress token or subscription, the one that opened its HTTP
// exchange, the newest one of its connection that was still pending, or else the last one before
// it.
class Reading {
public:
    Reading(const trace::Store &store, const QString &server, const ScriptLimits &limits)
        : m_store(store)
        , m_limits(limits)
        , m_window(store)
    {
        m_script.server = server;
        m_script.opening.isRequest = false;
    }

    Result<void> add(trace::Number number, const trace::Record &record);
    MockScript take();

private:
    using Index = std::size_t; // of an exchange of the script, plus 1; 0 is the opening
    struct Asked { // a request of the server
        Index exchange = 0;
        std::size_t event = 0;
    };
    struct Connection {
        Index last = 0; // the exchange of its last request, notification or response
        std::vector<Index> pending; // requests that get a response later
        std::map<std::string, Index, std::less<>> ids; // the newest request of each id
        std::map<std::string, Index, std::less<>> tokens; // of each progress token
    };

    void addSent(trace::Number number, const trace::Record &record, json::Document message);
    void addReceived(
        trace::Number number, const trace::Record &record, const json::Document &message);
    void addEvent(Index index, const trace::Record &record, Event event);
    void open(trace::Number number, const trace::Record &record, json::Document message);
    void note(Index index, const trace::Record &record);
    void addClientResponse(const trace::Record &record, const json::Document &message);
    void addCancellation(const trace::Record &record, const json::Value &id);
    Index causeOf(const trace::Record &record, const json::Value &params) const;
    bool belongsToDiscovery(const trace::Record &record) const;
    Error tooLarge() const;
    bool isFirst() const
    {
        return !m_connections.empty() && m_connection == &m_connections.begin()->second;
    }
    ScriptedExchange &exchange(Index index)
    {
        return index == 0 ? m_script.opening : m_script.exchanges[index - 1];
    }

    const trace::Store &m_store;
    const ScriptLimits m_limits;
    trace::MessageWindow m_window;
    MockScript m_script;
    trace::Number m_number = 0; // of the message that is being read
    std::vector<std::int64_t> m_times{0}; // when something happened in each exchange, in ns
    std::map<int, Connection> m_connections;
    Connection m_probes; // of the era
    Connection *m_connection = nullptr; // of the message that is being read
    std::set<trace::Number> m_discoveries; // requests of probes
    std::map<trace::Number, Index> m_requests; // by the number of the client's request
    std::map<trace::Number, Index> m_carried; // by the number of the HTTP exchange
    std::map<trace::Number, Asked> m_asked; // by the number of the server's request
    std::size_t m_bytes = 0;
    std::size_t m_events = 0;
};

bool hasResult(const ScriptedExchange &exchange)
{
    return std::any_of(exchange.events.begin(), exchange.events.end(), [](const Event &event) {
        return event.kind == EventKind::Response
            && json::Document::parse(event.bytes).root()["result"].exists();
    });
}

bool isPlayed(const trace::Record &record)
{
    if (record.channel == Channel::Stderr)
        return true;
    if (record.channel == Channel::Sent)
        return record.kind != Kind::Invalid;
    return record.channel == Channel::Received && record.problem != rpc::Problem::TooLong
        && record.problem != rpc::Problem::Unfinished && record.kind != Kind::Event;
}

Result<void> Reading::add(trace::Number number, const trace::Record &record)
{
    if (!isPlayed(record))
        return {};
    const rpc::StreamInfo stream = m_store.stream(record.stream);
    if (stream.server != m_script.server || (stream.probe && !belongsToDiscovery(record)))
        return {};
    m_connection = stream.probe ? &m_probes : &m_connections[stream.connection];
    if (stream.probe && record.channel == Channel::Sent)
        m_discoveries.insert(number);
    m_number = number;
    m_bytes += record.length;
    if (m_bytes > m_limits.bytes)
        return tooLarge();
    const auto bytes = m_window.read(record);
    if (!bytes)
        return bytes.error();
    if (record.channel == Channel::Sent)
        addSent(number, record, json::Document::parse(*bytes, {.maxDepth = kMaxDepth}));
    else if (record.channel == Channel::Stderr || record.kind == Kind::Invalid)
        addReceived(number, record, json::Document::unparsed(*bytes));
    else
        addReceived(number, record, json::Document::parse(*bytes));
    const bool fits =
        m_script.exchanges.size() <= m_limits.exchanges && m_events <= m_limits.events;
    return fits ? Result<void>() : tooLarge();
}

// A client that detected the era in a connection of its own asks in no other one.
bool Reading::belongsToDiscovery(const trace::Record &record) const
{
    if (record.channel == Channel::Sent)
        return record.kind == Kind::Request && m_store.string(record.method) == kDiscover;
    return record.kind == Kind::Response && m_discoveries.contains(record.pair);
}

// What a client tries in vain before it finds the server's era and transport is not played.
MockScript Reading::take()
{
    const auto opens = [](const ScriptedExchange &exchange) {
        return exchange.method == "initialize" && hasResult(exchange);
    };
    const bool isOpened = std::any_of(m_script.exchanges.begin(), m_script.exchanges.end(), opens);
    std::set<trace::Number> posted;
    for (const auto &[carrier, index] : m_carried)
        posted.insert(exchange(index).number);
    std::erase_if(m_script.exchanges, [&](const ScriptedExchange &exchange) {
        if (m_discoveries.contains(exchange.number))
            return !exchange.hasResponse;
        return isOpened && exchange.method == "initialize" && posted.contains(exchange.number)
            && !hasResult(exchange);
    });
    return std::move(m_script);
}

Error Reading::tooLarge() const
{
    return storageError(Text::tr("The recording is too large to be kept in memory: "
                                 "at most %1 MiB, %2 requests and notifications of the client, and "
                                 "%3 messages of the server.")
                            .arg(m_limits.bytes >> 20)
                            .arg(m_limits.exchanges)
                            .arg(m_limits.events));
}

void Reading::addSent(trace::Number number, const trace::Record &record, json::Document message)
{
    const std::string method = message.root()["method"].text();
    if (record.kind == Kind::Response || record.kind == Kind::ErrorResponse)
        addClientResponse(record, message);
    else if (method == "notifications/cancelled")
        addCancellation(record, message.root()["params"]["requestId"]);
    else if (method != "notifications/progress")
        open(number, record, std::move(message));
}

void Reading::open(trace::Number number, const trace::Record &record, json::Document message)
{
    ScriptedExchange exchange;
    exchange.number = number;
    exchange.isRequest = record.kind == Kind::Request;
    exchange.method = message.root()["method"].text();
    exchange.message = std::move(message);
    if (exchange.message.isValid()) // otherwise it matches no params
        exchange.key = paramsKey(exchange.params());
    m_script.exchanges.push_back(std::move(exchange));
    m_times.push_back(record.steadyNs);
    const Index index = m_script.exchanges.size();
    m_connection->last = index;
    if (record.kind != Kind::Request)
        return;
    m_requests[number] = index;
    note(index, record);
}

// By what the messages that belong to a request are recognised.
void Reading::note(Index index, const trace::Record &record)
{
    const ScriptedExchange &opened = exchange(index);
    m_connection->ids[std::string(opened.message.root()["id"].raw())] = index;
    if (const json::Value token = opened.params()["_meta"]["progressToken"])
        m_connection->tokens[std::string(token.raw())] = index;
    if (trace::carrierOf(record) != 0)
        m_carried[trace::carrierOf(record)] = index;
    if (record.pair != 0 && opened.method != kListen)
        m_connection->pending.push_back(index);
}

void Reading::addClientResponse(const trace::Record &record, const json::Document &message)
{
    const auto asked = m_asked.find(record.pair);
    if (record.pair == 0 || asked == m_asked.end())
        return;
    Event event;
    event.kind = EventKind::ClientResponse;
    event.bytes = message.bytes();
    event.request = asked->second.event;
    addEvent(asked->second.exchange, record, std::move(event));
}

void Reading::addCancellation(const trace::Record &record, const json::Value &id)
{
    const auto cancelled = m_connection->ids.find(id.raw());
    if (cancelled == m_connection->ids.end())
        return;
    std::erase(m_connection->pending, cancelled->second);
    exchange(cancelled->second).cancelled = m_number;
    // Of other requests, a late response did not come because of the cancellation.
    if (exchange(cancelled->second).method == kListen)
        addEvent(cancelled->second, record, {.kind = EventKind::Cancellation});
}

void Reading::addReceived(
    trace::Number number, const trace::Record &record, const json::Document &message)
{
    const bool isResponse = record.kind == Kind::Response || record.kind == Kind::ErrorResponse;
    const auto request = m_requests.find(record.pair);
    if (isResponse && (record.pair == 0 || request == m_requests.end()))
        return; // it is unmatched: for the client of a mock it would have an id of another request
    const Index index = isResponse ? request->second : causeOf(record, message.root()["params"]);
    if (index == 0 && !isFirst())
        return; // a mock starts once
    ScriptedExchange &cause = exchange(index);
    Event event;
    event.kind = isResponse                 ? EventKind::Response
        : record.kind == Kind::Request      ? EventKind::ServerRequest
        : record.channel == Channel::Stderr ? EventKind::Stderr
                                            : EventKind::Notification;
    event.bytes = message.bytes();
    event.live = liveValues(event.kind, message, cause);
    if (event.kind == EventKind::ServerRequest)
        m_asked[number] = {index, cause.events.size()};
    if (isResponse) {
        // The end of the server's input may have ended a subscription, and no message says so.
        const bool isCancelled =
            !cause.events.empty() && cause.events.back().kind == EventKind::Cancellation;
        if (cause.method == kListen && !isCancelled)
            cause.events.push_back({.kind = EventKind::Cancellation});
        cause.hasResponse = true;
        std::erase(m_connection->pending, index);
        m_connection->last = index;
    }
    addEvent(index, record, std::move(event));
}

void Reading::addEvent(Index index, const trace::Record &record, Event event)
{
    std::int64_t &last = m_times[index];
    if (last != 0)
        event.delay = std::chrono::nanoseconds(std::max<std::int64_t>(0, record.steadyNs - last));
    last = record.steadyNs;
    event.number = m_number;
    exchange(index).events.push_back(std::move(event));
    ++m_events;
}

Reading::Index Reading::causeOf(const trace::Record &record, const json::Value &params) const
{
    const auto &[last, pending, ids, tokens] = *m_connection;
    if (const auto found = tokens.find(params["progressToken"].raw()); found != tokens.end())
        return found->second;
    const json::Value subscription = params["_meta"][mcp::kSubscriptionIdMeta];
    if (const auto found = ids.find(subscription.raw()); found != ids.end())
        return found->second;
    if (const auto found = m_carried.find(trace::carrierOf(record)); found != m_carried.end())
        return found->second;
    return pending.empty() ? last : pending.back();
}

} // namespace

Result<MockScript> recordedScript(const trace::Store &store, const trace::RecordSnapshot &records,
    const QString &server, const ScriptLimits &limits)
{
    Reading reading(store, server.isEmpty() ? lastServer(store, records) : server, limits);
    trace::Number number = 0;
    for (const trace::Record &record : records) {
        if (const Result<void> added = reading.add(++number, record); !added)
            return added.error();
    }
    MockScript script = reading.take();
    if (!script.exchanges.empty())
        return script;
    if (server.isEmpty())
        return storageError(
            Text::tr("The recording has no request of a client, so there is nothing to play."));
    return storageError(
        Text::tr("The recording has no request to a server named “%1”.").arg(server));
}

} // namespace sonde::mock
