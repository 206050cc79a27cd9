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
Bytes firstData(const std::vector<rpc::SseEvent> &events)
{
    const auto found = std::find_if(
        events.begin(), events.end(), [](const auto &event) { return !event.data.isEmpty(); });
    return found == events.end() ? Bytes() : found->data;
}

void readEvents(HttpExchange &exchange, const Bytes &stream)
{
    rpc::SseParser parser(HttpExchange::kMaxBody);
    const auto keep = [&exchange](rpc::SseEvent event) {
        if (exchange.events.size() < HttpExchange::kMaxEvents)
            exchange.events.push_back(std::move(event));
        else
            exchange.isWhole = false;
    };
    parser.feed(stream, keep);
    if (auto last = parser.finish())
        keep(std::move(*last));
    exchange.isWhole = exchange.isWhole && !parser.isInsideBlock();
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

bool HttpExchange::isClientDocument() const
{
    const auto root = responseBody.root();
    return purpose.empty() && method == "GET" && !isMetadata() && root["redirect_uris"].isArray()
        && (root["client_id"].isString() || root["client_name"].isString())
        && !request.contains("authorization"); // RFC 7592: what a server says of a registration
}

bool HttpExchange::isRegistration() const
{
    const auto root = body.root();
    const bool isOwn = purpose == "authorization";
    return (purpose.empty() || isOwn) && method == "POST" && root.isObject() && !root["jsonrpc"]
        && (isOwn || root["redirect_uris"].isArray());
}

bool HttpExchange::isTokenRequest() const
{
    return (purpose.empty() || purpose == "authorization") && method == "POST" && form
        && form->value(QStringLiteral("grant_type"));
}

bool HttpExchange::isAuthorizationRequest() const
{
    return purpose.empty() && method == "GET"
        && (url.find("response_type=") != std::string::npos
            || url.find("request_uri=") != std::string::npos
            || url.find("code_challenge=") != std::string::npos);
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

bool HttpExchange::hasEventIds() const
{
    return std::any_of(events.begin(), events.end(),
        [](const rpc::SseEvent &event) { return event.id && !event.id->empty(); });
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
    made.hasFailed = facts.root()["error"] || facts.root()["failure"];
    made.begun = record.steadyNs;
    made.ended = trace::endOf(record);
    const Range sent = rangeOf(facts.root()["request"]);
    made.request =
        requestHeaders(findings::read(store, sent.stream, sent.offset, sent.head, kMaxHead).view());
    made.isSent = sent.head > 0;
    const Bytes body =
        findings::read(store, sent.stream, sent.offset + sent.head, sent.body, kMaxBody);
    if (made.request.mediaType() == "application/x-www-form-urlencoded" && body.size() <= kMaxForm)
        made.form = auth::Parameters::parse(body.toByteArray());
    else
        made.body = json::Document::parse(body);
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
    const bool isEvents = type == "text/event-stream";
    if (type != "application/json" && !isEvents)
        return made;
    const auto length = isEvents ? std::min(received.body, kMaxBody) : received.body;
    Bytes response = findings::read(store, received.stream, head + received.head, length, kMaxBody);
    if (isEvents) {
        made.isWhole = length == received.body;
        readEvents(made, response);
        // Of a token endpoint an event stream is as wrong as of a notification's POST.
        if (!made.carriesNotification() && made.isProtocol())
            return made;
        response = firstData(made.events);
    }
    made.isResponseMarked = response.view().starts_with(kByteOrderMark);
    if (made.isResponseMarked)
        response = response.slice(kByteOrderMark.size(), response.size());
    made.responseBody = json::Document::parse(response);
    return made;
}

} // namespace sonde::findings
