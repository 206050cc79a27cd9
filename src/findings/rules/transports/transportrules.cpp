// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/base/otherprocess.h"
#include "findings/rules/transports/transportstables.h"

#include <QUrl>

#include <algorithm>

// The rules about which message goes over which exchange, and about HTTP+SSE, the transport of
// 2024-11-05.
namespace sonde::findings {

namespace {

QString statusText(const HttpExchange &exchange)
{
    return QString::number(exchange.status());
}

// A stream that the client opened without a request.
bool isStandingStream(const HttpExchange &exchange)
{
    return exchange.method == "GET" && exchange.isEventStream() && !exchange.isResumption();
}

bool hasData(const HttpExchange &exchange)
{
    return std::any_of(exchange.events.begin(), exchange.events.end(),
        [](const rpc::SseEvent &event) { return !event.data.isEmpty(); });
}

void getStreamNoResponse(const Context &context, Report &report)
{
    if (!isStandingStream(*context.exchange) || !hasData(*context.exchange))
        return report.notTested();
    const auto response = context.connection.streams.carried(context.number).response;
    if (response == 0)
        return;
    Finding &found =
        report.whole(Text::tr("The response #%1 came on a GET stream that resumes no other stream.")
                         .arg(response));
    found.messages.push_back(response);
    found.remedy = Text::tr("Send a response on the stream of its request.");
}

void getStreamUnrelated(const Context &context, Report &report)
{
    if (!isStandingStream(*context.exchange) || !hasData(*context.exchange))
        return report.notTested();
    const auto progress = context.connection.streams.carried(context.number).progress;
    if (progress != 0)
        report
            .whole(
                Text::tr("The progress notification #%1 of a request that is running came on the "
                         "GET stream, not on the stream of the request.")
                    .arg(progress))
            .messages.push_back(progress);
}

void postStreamRelated(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.carriesRequest() || !exchange.isEventStream() || !hasData(exchange))
        return report.notTested();
    const auto progress = context.connection.streams.carried(context.number).progress;
    if (progress != 0)
        report
            .whole(Text::tr(
                "The progress notification #%1 of another request came on the stream of `%2`.")
                       .arg(progress)
                       .arg(shown(context.message.method)))
            .messages.push_back(progress);
}

void noBroadcast(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.isEventStream() || exchange.isResumption() || !hasData(exchange))
        return report.notTested();
    const auto carried = context.connection.streams.carried(context.number);
    if (carried.request == 0)
        return;
    Finding &found =
        report.whole(Text::tr("The server sent its request #%1 on a second stream, too, as #%2.")
                         .arg(carried.first)
                         .arg(carried.request));
    found.messages.push_back(carried.request);
    found.messages.push_back(carried.first);
}

// Of the POST of a notification or response, whatever its status.
void rejectedInputStatus(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const bool isOneWay = exchange.carriesNotification() || exchange.carriesResponse();
    if (!exchange.isPost() || !isOneWay || exchange.status() == 0)
        return report.notTested();
    if (!exchange.succeeded() || !exchange.responseBody.root()["error"])
        return;
    report
        .whole(Text::tr("The server refuses the client's message with the error %1, but with "
                        "status %2.")
                   .arg(shown(exchange.responseBody.root()["error"]["code"]), statusText(exchange)))
        .remedy = Text::tr("Respond with an HTTP error status, such as 400.");
}

// An address that has taken POST before.
void singleEndpoint(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.isPost() || !context.isNegotiated || exchange.url != context.connection.url
        || (!exchange.succeeded() && exchange.status() != 405))
        return report.notTested();
    if (exchange.status() == 405)
        report.whole(Text::tr("The MCP address accepted POST before, and now gives status 405."));
}

// Duties of clients.

void onePostPerMessage(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (exchange.isPost())
        return;
    const QString query = QUrl(QString::fromStdString(exchange.url)).query(QUrl::FullyDecoded);
    const bool isInQuery = query.contains(QLatin1String("\"jsonrpc\""));
    const bool isInBody =
        exchange.carriesRequest() || exchange.carriesNotification() || exchange.carriesResponse();
    if (!isInQuery && !isInBody)
        return report.notTested();
    report
        .whole((isInQuery ? Text::tr("A message is in the query of a %1 request.")
                          : Text::tr("A message is in the body of a %1."))
                   .arg(shown(exchange.method)))
        .remedy = Text::tr("Send each message as the body of a POST of its own.");
}

void clientNoResponses(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.isPost())
        return report.notTested();
    if (exchange.carriesResponse())
        report.whole(Text::tr("The client posts a response with the id %1. Servers of this "
                              "revision send no requests.")
                         .arg(shown(exchange.body.root()["id"])));
}

// A request with the id of one whose stream ended without a response.
void reissueWithNewId(const Context &context, Report &report)
{
    const SeenRequest *same = context.connection.sent.open(context.message.id);
    if (!context.connection.isHttp)
        return report.notTested();
    if (!same || same->lost == 0 || mayBeOfOtherProcess(context, *same))
        return;
    Finding &found = report.at(context.root()["id"],
        Text::tr("The request has the id %1 of the request #%2, whose stream ended "
                 "without a response.")
            .arg(shown(context.message.id))
            .arg(same->number));
    found.messages.push_back(same->number);
    found.remedy = Text::tr("Send the request again with an id that was not used before.");
}

bool isEndpoint(const rpc::SseEvent &event)
{
    return event.type == "endpoint";
}

const rpc::SseEvent *endpointOf(const HttpExchange &exchange)
{
    const auto found = std::find_if(exchange.events.begin(), exchange.events.end(), isEndpoint);
    return found == exchange.events.end() ? nullptr : &*found;
}

void endpointEvent(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const rpc::SseEvent *endpoint = endpointOf(exchange);
    if (exchange.method != "GET" || !endpoint)
        return report.notTested();
    const std::string_view address = endpoint->data.view();
    if (!QUrl(QString::fromUtf8(address.data(), qsizetype(address.size()))).isValid()
        || address.empty())
        report.whole(
            Text::tr("The `endpoint` event names “%1”, which is not a URI.").arg(shown(address)));
    else if (&exchange.events.front() != endpoint && exchange.events.front().hasData)
        report.whole(Text::tr("The first event of the stream is `%1`, not `endpoint`.")
                         .arg(shown(exchange.events.front().type)));
}

// Servers may send events of their own, such as a ping; a message is one of type message.
void messageEvents(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (exchange.method != "GET" || !endpointOf(exchange) || exchange.events.size() < 2)
        return report.notTested();
    for (const rpc::SseEvent &event : exchange.events) {
        const bool isMessage = event.data.view().starts_with('{')
            && event.data.view().find("\"jsonrpc\"") != std::string_view::npos;
        if (!isMessage || event.type == "message")
            continue;
        report
            .whole(Text::tr("A message comes in an event of the type `%1`.").arg(shown(event.type)))
            .remedy = Text::tr("Send messages as events of the type `message`.");
        return;
    }
}

void notForNew(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const bool isOld = exchange.method == "GET" && endpointOf(exchange);
    if (!isOld && (!exchange.isPost() || context.connection.hasEndpoint))
        return report.notTested();
    if (isOld)
        report
            .whole(Text::tr("The connection uses HTTP+SSE, which is deprecated since 2025-03-26."))
            .remedy = Text::tr("Offer Streamable HTTP at one address.");
}

// An address relative to the folder of the stream is not compared: the folder is not known here.
void postsToEndpoint(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto &endpoints = context.connection.endpoints;
    const bool isClear = !endpoints.empty() && endpoints.size() < Connection::kMaxEndpoints
        && !context.connection.isRedirected && context.connection.initializeResult != 0;
    if (!exchange.isPost() || !isClear)
        return report.notTested();
    const QUrl url(QString::fromStdString(exchange.url));
    for (const std::string &endpoint : endpoints) {
        const QUrl named(QString::fromStdString(endpoint));
        if (named.isRelative() && !endpoint.starts_with('/'))
            return report.notTested();
        if (url.resolved(named) == url)
            return;
    }
    report.whole(Text::tr("The client posts to %1, but the server named %2.")
                     .arg(shown(exchange.url), shown(*endpoints.rbegin())));
}

constexpr Rule kRules[] = {
    {"http.get-stream-no-response", On::Exchange, {}, &getStreamNoResponse, {},
        Over::StreamableHttp},
    {"http.get-stream-unrelated", On::Exchange, {}, &getStreamUnrelated, {}, Over::StreamableHttp},
    {"http.post-stream-related", On::Exchange, {}, &postStreamRelated, {}, Over::StreamableHttp},
    {"http.no-broadcast", On::Exchange, {}, &noBroadcast, {}, Over::StreamableHttp},
    {"http.rejected-input-status", On::Exchange, {}, &rejectedInputStatus, {},
        Over::StreamableHttp},
    {"http.single-endpoint", On::Exchange, {}, &singleEndpoint, {}, Over::StreamableHttp},
    {"http.one-post-per-message", On::Exchange, {}, &onePostPerMessage, {}, Over::StreamableHttp},
    {"http.client-no-responses", On::Exchange, {}, &clientNoResponses, {}, Over::StreamableHttp},
    {"http.reissue-with-new-id", On::Request, {}, &reissueWithNewId, {}, Over::StreamableHttp},
    {"http-sse.endpoint-event", On::Exchange, {}, &endpointEvent},
    {"http-sse.message-events", On::Exchange, {}, &messageEvents},
    {"http-sse.not-for-new", On::Exchange, {}, &notForNew},
    {"http-sse.posts-to-endpoint", On::Exchange, {}, &postsToEndpoint},
};

} // namespace

std::span<const Rule> transportRules()
{
    return kRules;
}

} // namespace sonde::findings
