// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/exchangesession.h"
#include "findings/rules/transports/transportstables.h"

#include <algorithm>

// The rules about what the streams of HTTP carry, and how they end.
namespace sonde::findings {

namespace {

void dataIsMessage(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const bool hasData = std::any_of(exchange.events.begin(), exchange.events.end(),
        [](const rpc::SseEvent &event) { return !event.data.isEmpty(); });
    if (!exchange.isEventStream() || !exchange.succeeded() || !hasData)
        return report.notTested();
    const auto text = context.connection.streams.carried(context.number).text;
    if (text == 0)
        return;
    Finding &found = report.whole(
        Text::tr("The event stream carries data that is not a JSON-RPC message: see record %1.")
            .arg(text));
    found.messages.push_back(text);
    found.remedy = Text::tr("Send one JSON-RPC message in the data of each event.");
}

// The request whose response a stream should have brought, and which has none; null otherwise. A
// transfer that failed shows nothing, nor does the log of another program, which may leave out the
// end of a stream.
const SeenRequest *unanswered(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    const bool isClear = exchange.isPost() && exchange.carriesRequest() && exchange.status() == 200
        && exchange.isEventStream() && exchange.isFirstHand() && !exchange.hasFailed
        && exchange.isWhole && !context.connection.isAltered;
    const auto carried = context.connection.streams.carried(context.number);
    if (!isClear || carried.text != 0 || carried.unread != 0)
        return nullptr;
    const auto *request = context.connection.sent.open(exchange.body.root()["id"].raw());
    return request && request->exchange == context.number && request->cancelled == 0 ? request
                                                                                     : nullptr;
}

// A stream that did bring it.
bool isAnswered(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    return exchange.carriesRequest() && exchange.isEventStream() && exchange.succeeded()
        && !context.connection.sent.open(exchange.body.root()["id"].raw());
}

QString requestText(const SeenRequest &request)
{
    return Text::tr("the request `%1` with the id %2")
        .arg(shown(request.method), shown(request.id));
}

void hasResponse(const Context &context, Report &report)
{
    if (isAnswered(context))
        return;
    const SeenRequest *request = unanswered(context);
    if (!request || context.exchange->hasEventIds())
        return report.notTested();
    Finding &found = report.whole(Text::tr(
        "The event stream of %1 ended without its response, and has no event id from which "
        "it could be resumed.")
                                      .arg(requestText(*request)));
    found.messages.push_back(request->number);
    found.remedy = Text::tr("Send the response before the stream ends.");
}

void noEarlyClose(const Context &context, Report &report)
{
    if (isAnswered(context))
        return;
    const SeenRequest *request = unanswered(context);
    if (!request || !context.exchange->hasEventIds())
        return report.notTested();
    report
        .whole(Text::tr("The server closed the event stream of %1 before its response.")
                   .arg(requestText(*request)))
        .messages.push_back(request->number);
}

void retryBeforeClose(const Context &context, Report &report)
{
    const auto &events = context.exchange->events;
    if (!unanswered(context) || !context.exchange->hasEventIds())
        return report.notTested();
    const bool hasRetry = std::any_of(
        events.begin(), events.end(), [](const auto &event) { return event.retry.has_value(); });
    if (!hasRetry)
        report
            .whole(Text::tr("The server closed the connection before the response to %1, but sent "
                            "no `retry` before.")
                       .arg(requestText(*unanswered(context))))
            .remedy = Text::tr("Send `retry` with the milliseconds after which the client may "
                               "connect again.");
}

// Servers that cannot resume a stream give no ids, and have nothing to prime the client with.
void primingEvent(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.carriesRequest() || !exchange.isEventStream() || !exchange.hasEventIds())
        return report.notTested();
    const rpc::SseEvent &first = exchange.events.front();
    if (!first.id || first.id->empty())
        report.whole(Text::tr("The first event of the stream has no id, but later events do."));
    else if (!first.data.isEmpty())
        report.whole(Text::tr("The first event of the stream, with the id “%1”, has a message and "
                              "not empty data.")
                         .arg(shown(*first.id)));
}

void eventIdUnique(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    // What is sent again has the ids that it had.
    if (!exchange.isEventStream() || !exchange.hasEventIds() || exchange.isResumption())
        return report.notTested();
    const auto session = streamSessionOf(exchange, context.connection);
    for (const rpc::SseEvent &event : exchange.events) {
        if (!event.id || event.id->empty())
            continue;
        const auto other = context.connection.streams.streamOf(session, *event.id);
        if (other == 0 || other == context.number)
            continue;
        Finding &found =
            report.whole(Text::tr("The event id “%1” was already used in another stream.")
                             .arg(shown(*event.id)));
        found.messages.push_back(other);
        found.remedy = Text::tr("Give every event of a session an id of its own.");
        return;
    }
}

void replaysOwnStream(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.isResumption() || !exchange.isEventStream() || !exchange.hasEventIds())
        return report.notTested();
    const auto session = streamSessionOf(exchange, context.connection);
    const auto &streams = context.connection.streams;
    const std::string from = exchange.request.value("last-event-id")->toStdString();
    const auto origin = streams.streamOf(session, from);
    if (origin == 0)
        return report.notTested();
    for (const rpc::SseEvent &event : exchange.events) {
        const auto other = event.id ? streams.streamOf(session, *event.id) : 0;
        if (other == 0 || other == origin)
            continue;
        Finding &found =
            report.whole(Text::tr("The stream that was resumed after the event “%1” brings the "
                                  "event “%2” of another stream.")
                             .arg(shown(from), shown(*event.id)));
        found.messages.push_back(other);
        return;
    }
}

// A server that gave the id can resume the stream. 404 may be about the session.
void resumes(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const int status = exchange.status();
    const auto session = streamSessionOf(exchange, context.connection);
    const std::string from =
        exchange.request.value("last-event-id").value_or(QByteArray()).toStdString();
    const auto origin = context.connection.streams.streamOf(session, from);
    const bool isRefused = status == 400 || status == 405 || status == 410;
    if (!exchange.isResumption() || origin == 0 || (!isRefused && !exchange.succeeded()))
        return report.notTested();
    if (!isRefused)
        return;
    report
        .whole(Text::tr("The server gave the event id “%1”, but refuses to resume after it, with "
                        "status %2.")
                   .arg(shown(from), QString::number(status)))
        .messages.push_back(origin);
}

// Clocks of a log may be coarse, and a timer may be early.
void retryRespected(const Context &context, Report &report)
{
    constexpr double kTolerance = 0.9;
    const HttpExchange &exchange = *context.exchange;
    const auto from = exchange.request.value("last-event-id").value_or(QByteArray());
    const auto *ended = context.connection.streams.endedWith(from.toStdString());
    if (!exchange.isResumption() || !ended || !ended->retry || exchange.begun < ended->at)
        return report.notTested();
    const double waited = double(exchange.begun - ended->at) / 1e6;
    const auto retry = ended->retry->count();
    if (waited >= double(retry) * kTolerance)
        return;
    report
        .whole(Text::tr("The client connected again %1 ms after the end of the stream, although "
                        "`retry` said %2 ms.")
                   .arg(waited, 0, 'f', 0)
                   .arg(retry))
        .messages.push_back(ended->exchange);
}

// nginx reads the header, and does not pass it on; others may do the same.
bool isBehindProxy(const HttpExchange &exchange)
{
    const auto server = exchange.response->headers.value("server").value_or(QByteArray());
    return exchange.response->headers.contains("via") || server.toLower().contains("nginx")
        || server.toLower().contains("openresty") || server.toLower().contains("cloudflare");
}

void acceleratedBuffering(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.isEventStream() || !exchange.succeeded() || isBehindProxy(exchange))
        return report.notTested();
    const auto value = exchange.response->headers.value("x-accel-buffering");
    if (value && value->toLower() == "no")
        return;
    report
        .whole(value ? Text::tr("The event stream has `X-Accel-Buffering: %1`.")
                           .arg(shown(value->toStdString()))
                     : Text::tr("The event stream has no `X-Accel-Buffering` header."))
        .remedy = Text::tr("Send `X-Accel-Buffering: no`, so that proxies pass events on at once.");
}

constexpr Rule kRules[] = {
    {"http.sse-data-is-message", On::Exchange, {}, &dataIsMessage},
    {"http.stream-has-response", On::Exchange, {}, &hasResponse, {}, Over::StreamableHttp},
    {"http.no-early-close", On::Exchange, {}, &noEarlyClose, {}, Over::StreamableHttp},
    {"http.x-accel-buffering", On::Exchange, {}, &acceleratedBuffering, {}, Over::StreamableHttp},
    {"sse.retry-before-close", On::Exchange, {}, &retryBeforeClose, {}, Over::StreamableHttp},
    {"sse.priming-event", On::Exchange, {}, &primingEvent, {}, Over::StreamableHttp},
    {"sse.event-id-unique", On::Exchange, {}, &eventIdUnique, {}, Over::StreamableHttp},
    {"sse.replays-own-stream-only", On::Exchange, {}, &replaysOwnStream, {}, Over::StreamableHttp},
    {"sse.disconnect-is-no-cancel", On::Exchange, {}, &resumes, {}, Over::StreamableHttp},
    {"sse.retry-respected", On::Exchange, {}, &retryRespected, {}, Over::StreamableHttp},
};

} // namespace

std::span<const Rule> streamRules()
{
    return kRules;
}

} // namespace sonde::findings
