// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/importfeed.h"

#include "base/utf8.h"
#include "rpc/sseparser.h"
#include "json/builder.h"
#include "json/document.h"

#include <QDateTime>
#include <QFile>

#include <algorithm>
#include <cmath>

namespace sonde::trace {

namespace {

constexpr qsizetype kMaxServerName = 1000;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kMaxSeconds = 9'000'000'000; // so that differences in nanoseconds fit

void addRange(json::Builder &out, const char *name, rpc::StreamId stream, std::uint64_t offset,
    std::size_t head, std::size_t body)
{
    out.key(name).beginObject().member("stream", std::int64_t(stream));
    out.member("offset", std::int64_t(offset)).member("head", std::int64_t(head));
    out.member("body", std::int64_t(body));
}

constexpr double kMaxMilliseconds = 1e9; // duration of an exchange: eleven days

// Whether it belongs to a login: a form, as every token request is, or the registration of a client
// (RFC 7591). Neither its body nor the response is a message.
bool isOfLogin(const ImportedExchange &given)
{
    constexpr std::size_t kMaxRegistration = 256 * 1024;
    const QByteArray head = QByteArray::fromStdString(given.requestHead).toLower();
    if (head.contains("\ncontent-type: application/x-www-form-urlencoded"))
        return true;
    if (given.requestBody.size() > kMaxRegistration
        || given.requestBody.find("redirect_uris") == std::string::npos)
        return false;
    const auto body = json::Document::parse(given.requestBody);
    return body.root()["redirect_uris"].isArray() && !body.root()["jsonrpc"];
}

// Whether the body of a response is a message: that of a refused request is often something else,
// such as an error of OAuth.
bool carriesMessage(int status, std::string_view body)
{
    if (status < 300)
        return true;
    const auto document = json::Document::parse(body);
    const auto root = document.root();
    return root.isArray() || root["jsonrpc"] || (root["id"] && (root["result"] || root["error"]));
}

} // namespace

std::int64_t nanosecondsOf(const json::Value &milliseconds)
{
    const double ms = milliseconds.toDouble().value_or(0);
    return std::isfinite(ms) && ms > 0
        ? static_cast<std::int64_t>(std::min(ms, kMaxMilliseconds) * 1e6)
        : 0;
}

std::optional<std::int64_t> timeOf(std::string_view text)
{
    constexpr std::size_t kToSeconds = 19; // 2026-11-20T12:05:02
    if (text.size() < kToSeconds + 1 || text.size() > 64)
        return {};
    std::int64_t fraction = 0;
    std::int64_t digit = kSecond / 10;
    std::size_t at = kToSeconds;
    if (text[at] == '.') {
        for (++at; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at, digit /= 10)
            fraction += (text[at] - '0') * digit;
    }
    if (at == text.size())
        return {}; // without a zone the moment is ambiguous
    const std::string whole =
        std::string(text.substr(0, kToSeconds)) + std::string(text.substr(at));
    const auto time = QDateTime::fromString(QString::fromStdString(whole), Qt::ISODate);
    if (!time.isValid() || time.toSecsSinceEpoch() < 0 || time.toSecsSinceEpoch() > kMaxSeconds)
        return {};
    return time.toSecsSinceEpoch() * kSecond + fraction;
}

Result<void> ImportFeed::open(const QString &path)
{
    m_path = path;
    m_recorder.keepNoChanges();
    return m_recorder.open(path);
}

Result<void> ImportFeed::finish()
{
    auto done = m_recorder.flush();
    if (!done)
        QFile::remove(m_path);
    return done;
}

ImportFeed::Stream &ImportFeed::stream(const QString &server, rpc::Channel channel)
{
    const QString name = server.left(kMaxServerName);
    auto found = m_servers.find(name);
    if (found == m_servers.end()) {
        found = m_servers.size() < kMaxServers ? m_servers.emplace(name, Server()).first
                                               : std::prev(m_servers.end());
    }
    Stream &used = found->second.streams[channel];
    if (used.id == 0)
        used.id = m_recorder.openStream({found->first, 1, channel, false});
    return used;
}

Stamp ImportFeed::stamp(std::int64_t wallNs)
{
    if (!std::exchange(m_hasFirst, true))
        m_firstWall = wallNs;
    return {wallNs - m_firstWall + 1, wallNs}; // only differences of steady times matter
}

std::uint64_t ImportFeed::append(Stream &stream, std::string_view bytes, Stamp at)
{
    const auto offset = stream.end;
    if (!bytes.empty())
        m_recorder.bytes(stream.id, offset, at, Bytes::copyOf(bytes));
    stream.end += bytes.size();
    return offset;
}

void ImportFeed::record(const Stream &stream, std::uint64_t offset, const Bytes &frame, Stamp at,
    rpc::ExchangeId exchange)
{
    if (frame.isEmpty())
        return;
    for (const auto &message : rpc::decode(frame, true)) {
        const auto inside = static_cast<std::uint64_t>(message.bytes().data() - frame.data());
        m_recorder.message(
            {stream.id, offset + inside, message.bytes().size(), exchange}, at, message);
    }
}

void ImportFeed::message(
    const QString &server, rpc::Channel channel, std::string_view line, std::int64_t wallNs)
{
    Stream &used = stream(server, channel);
    const Stamp at = stamp(wallNs);
    const auto offset = append(used, std::string(line) + '\n', at);
    record(used, offset, Bytes::copyOf(line), at, 0);
}

void ImportFeed::plain(const QString &server, rpc::Channel channel, rpc::Kind kind,
    std::string_view line, std::string_view method, std::int64_t wallNs)
{
    Stream &used = stream(server, channel);
    const Stamp at = stamp(wallNs);
    const auto offset = append(used, std::string(line) + '\n', at);
    auto message = rpc::plainRecord(kind, Bytes::copyOf(line));
    message.method = method;
    m_recorder.message({used.id, offset, line.size()}, at, message);
}

void ImportFeed::diagnostic(const QString &server, std::string_view line, std::int64_t wallNs)
{
    plain(server, rpc::Channel::Stderr, rpc::Kind::Stderr, line, {}, wallNs);
}

void ImportFeed::lifecycle(
    const QString &server, std::string_view what, std::string_view detail, std::int64_t wallNs)
{
    plain(server, rpc::Channel::Lifecycle, rpc::Kind::Lifecycle,
        std::string(what) + '\t' + std::string(detail), what, wallNs);
}

void ImportFeed::recordEvents(const Stream &stream, std::uint64_t offset, const Bytes &body,
    Stamp at, rpc::ExchangeId exchange)
{
    rpc::SseParser parser;
    parser.feed(body, [&](const rpc::SseEvent &event) {
        // The URL for POST requests (2024-11-05 basic/transports, HTTP with SSE) is no message.
        if (event.hasData && !event.data.isEmpty() && event.type != "endpoint") {
            for (const auto &message : rpc::decode(event.data, true)) {
                const auto inside =
                    static_cast<std::uint64_t>(message.bytes().data() - event.data.data());
                const rpc::Place place{stream.id,
                    offset + event.dataOffset + (event.folded ? 0 : inside),
                    event.folded ? event.dataLength : message.bytes().size(), exchange,
                    event.folded};
                m_recorder.message(place, at, message);
            }
            return;
        }
        auto other = rpc::plainRecord(rpc::Kind::Event, body.slice(event.offset, event.length));
        other.method = event.type;
        m_recorder.message({stream.id, offset + event.offset, event.length, exchange}, at, other);
    });
}

void ImportFeed::exchange(const QString &server, const ImportedExchange &given)
{
    const Stamp begun = stamp(given.wallNs);
    const Stamp ended{begun.steady + given.durationNs, begun.wall + given.durationNs};
    Stream &sent = stream(server, rpc::Channel::Sent);
    Stream &received = stream(server, rpc::Channel::Received);
    Stream &facts = stream(server, rpc::Channel::Http);

    json::Builder text;
    text.beginObject().member("url", std::string_view(given.url));
    text.member("method", std::string_view(given.method));
    if (!given.purpose.empty())
        text.member("purpose", std::string_view(given.purpose));
    addRange(
        text, "request", sent.id, sent.end, given.requestHead.size(), given.requestBody.size());
    text.endObject();
    if (given.status != 0) {
        addRange(text, "answer", received.id, received.end, given.responseHead.size(),
            given.responseBody.size());
        text.member("interim", 0).member("trailers", 0).member("status", given.status);
        text.member("version", std::string_view(given.version));
        text.member("reason", std::string_view(given.reason));
        text.member("mediaType", std::string_view(given.mediaType)).endObject();
    }
    if (!given.times.empty()) {
        text.key("times").beginObject();
        for (const auto &[name, ns] : given.times)
            text.member(name, ns);
        text.endObject();
    }
    if (!given.error.empty())
        text.member("error", std::string_view(given.error));
    const std::string known = text.endObject().takeString();

    rpc::Exchange exchange;
    exchange.method = given.method;
    exchange.target = given.target;
    exchange.begun = begun;
    exchange.facts = {facts.id, append(facts, known + '\n', begun), known.size()};
    const auto id = m_recorder.openExchange(exchange);
    append(sent, given.requestHead, begun);
    const auto bodyAt = append(sent, given.requestBody, begun);
    const bool isLogin = isOfLogin(given);
    if (!isLogin)
        record(sent, bodyAt, Bytes::copyOf(given.requestBody), begun, id);
    append(received, given.responseHead, ended);
    const auto responseAt = append(received, given.responseBody, ended);
    const Bytes body = Bytes::copyOf(given.responseBody);
    if (given.mediaType.starts_with("text/event-stream")) {
        recordEvents(received, responseAt, body, ended, id);
    } else if (given.mediaType.starts_with("application/json") && given.method != "GET"
        && !isLogin) {
        // What GET gives as JSON is metadata of the authorization. A byte order mark is ignored, as
        // in a body that Sonde receives itself.
        const std::size_t mark =
            body.view().starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
        const Bytes unmarked = body.slice(mark, body.size());
        if (carriesMessage(given.status, unmarked.view()))
            record(received, responseAt + mark, unmarked, ended, id);
    }
    exchange.status = given.status;
    exchange.received = given.responseBody.size();
    exchange.ended = ended;
    exchange.state = given.status == 0 ? rpc::Exchange::State::Failed : rpc::Exchange::State::Done;
    m_recorder.updateExchange(id, exchange);
}

} // namespace sonde::trace
