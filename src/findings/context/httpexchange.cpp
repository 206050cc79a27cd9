// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/httpexchange.h"

#include "base/utf8.h"
#include "rpc/sseparser.h"
#include "wire/link/challenge.h"
#include "wire/link/sessionrefusal.h"

#include <algorithm>

namespace sonde::findings {

namespace {

struct Range {
    rpc::StreamId stream = 0;
    std::uint64_t offset = 0;
    std::uint64_t interim = 0;
    std::uint64_t head = 0;
    std::uint64_t body = 0;
};

Range rangeOf(const json::Value &side)
{
    const auto number = [&side](const char *name) {
        const auto value = side[name].toInt64().value_or(0);
        return value > 0 ? static_cast<std::uint64_t>(value) : 0;
    };
    return {static_cast<rpc::StreamId>(number("stream")), number("offset"), number("interim"),
        number("head"), number("body")};
}

Bytes read(const trace::Store &store, rpc::StreamId stream, std::uint64_t offset,
    std::uint64_t length, std::uint64_t limit)
{
    if (length == 0 || length > limit)
        return {};
    auto bytes = store.read(stream, offset, length);
    return bytes ? std::move(bytes).value() : Bytes();
}

// The header fields of a request. wire::HttpHead parses responses: the lines after the first one
// have the same syntax (RFC 9112 section 2.1).
wire::HttpHeaders requestHeaders(std::string_view head)
{
    const auto lineEnd = head.find('\n');
    if (lineEnd == std::string_view::npos)
        return {};
    const auto parsed =
        wire::HttpHead::parse("HTTP/1.1 200 OK\r\n" + std::string(head.substr(lineEnd + 1)));
    return parsed ? parsed->headers : wire::HttpHeaders();
}

// The data of the first event that has any.
Bytes firstData(const Bytes &stream)
{
    Bytes data;
    rpc::SseParser parser;
    parser.feed(stream, [&data](const rpc::SseEvent &event) {
        if (data.isEmpty())
            data = event.data;
    });
    return data;
}

} // namespace

bool HttpExchange::carriesResponse() const
{
    const auto root = body.root();
    return root.isObject() && !root["method"] && (root["result"] || root["error"]);
}

bool HttpExchange::isProtocol() const
{
    if (!purpose.empty())
        return purpose == "message" || purpose == "resumption" || purpose == "standing stream"
            || purpose == "session end";
    if (method == "POST")
        return body.root().isArray() || body.root()["jsonrpc"].exists();
    const auto accept = request.value("accept").value_or(QByteArray());
    return (method == "GET" && accept.contains("text/event-stream"))
        || (method == "DELETE" && request.contains("mcp-session-id"));
}

bool HttpExchange::isMetadata() const
{
    const bool isFetch = purpose.empty() || purpose == "authorization";
    return isFetch && method == "GET" && url.find("/.well-known/") != std::string::npos;
}

bool HttpExchange::namesResourceMetadata() const
{
    if (!response)
        return false;
    const auto challenges = wire::parseChallenges(response->headers);
    return std::any_of(challenges.begin(), challenges.end(),
        [](const auto &each) { return each.parameter("resource_metadata").has_value(); });
}

bool HttpExchange::carriesRequest() const
{
    const auto root = body.root();
    return root.isObject() && root["method"].isString() && root["id"].exists();
}

bool HttpExchange::carriesNotification() const
{
    const auto root = body.root();
    return root.isObject() && root["method"].isString() && !root["id"].exists();
}

std::optional<HttpExchange> HttpExchange::read(
    const trace::Store &store, const trace::Record &record)
{
    const auto text = store.read(record);
    if (!text)
        return {};
    const auto facts = json::Document::parse(*text);
    if (!facts.root().isObject())
        return {};
    HttpExchange made;
    made.method = facts.root()["method"].text();
    made.url = facts.root()["url"].text();
    made.purpose = facts.root()["purpose"].text();
    made.begun = record.steadyNs;
    made.ended = trace::endOf(record);
    const Range sent = rangeOf(facts.root()["request"]);
    made.request =
        requestHeaders(findings::read(store, sent.stream, sent.offset, sent.head, kMaxHead).view());
    made.isSent = sent.head > 0;
    made.body = json::Document::parse(
        findings::read(store, sent.stream, sent.offset + sent.head, sent.body, kMaxBody));
    const Range received = rangeOf(facts.root()["answer"]);
    const auto head = received.offset + received.interim;
    made.response = wire::HttpHead::parse(
        findings::read(store, received.stream, head, received.head, kMaxHead).view());
    made.responseSize = received.body;
    if (made.status() >= 400) {
        const auto length = std::min<std::uint64_t>(received.body, wire::kMaxRefusalText);
        made.refusal =
            findings::read(store, received.stream, head + received.head, length, length).view();
    }
    const QByteArray type = made.response ? made.response->headers.mediaType() : QByteArray();
    const bool isEvents = type == "text/event-stream" && made.carriesNotification();
    if (type != "application/json" && !isEvents)
        return made;
    Bytes body =
        findings::read(store, received.stream, head + received.head, received.body, kMaxBody);
    if (isEvents)
        body = firstData(body);
    made.isAnswerMarked = body.view().starts_with(kByteOrderMark);
    if (made.isAnswerMarked)
        body = body.slice(kByteOrderMark.size(), body.size());
    made.answer = json::Document::parse(body);
    return made;
}

} // namespace sonde::findings
