// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/streamwatch.h"

#include "findings/context/exchangesession.h"
#include "findings/context/parameterheaders.h"
#include "mcp/message/errorresponse.h"
#include "rpc/lifecycle.h"
#include "rpc/sseparser.h"

#include <algorithm>
#include <array>
#include <string>

namespace sonde::findings {

void StreamWatch::message(const Context &context)
{
    const auto carrier = trace::carrierOf(context.record);
    if (carrier == 0 || context.isFromClient())
        return;
    const auto isElsewhere = [carrier](const SeenRequest *request) {
        return request && request->exchange != 0 && request->exchange != carrier;
    };
    auto &streams = m_connection.streams;
    if (context.record.kind == rpc::Kind::Request) {
        const SeenRequest *same = m_connection.received.open(context.message.id);
        if (isElsewhere(same) && same->method == std::string_view(context.message.method)) {
            auto &carried = streams.carriedBy(carrier);
            carried.request = context.number;
            carried.first = same->number;
        }
    } else if (context.record.kind == rpc::Kind::Notification) {
        const auto token = context.params()["progressToken"].raw();
        const SeenRequest *request = token.empty() ? nullptr : m_connection.sent.byToken(token);
        // Messages of a task may come on any stream (2025-11-25 basic/utilities/tasks).
        if (isElsewhere(request) && request->response == 0 && !request->params()["task"])
            streams.carriedBy(carrier).progress = context.number;
    } else if (isElsewhere(context.request)) {
        streams.carriedBy(carrier).response = context.number;
    }
}

void StreamWatch::invalid(const Context &context)
{
    const auto carrier = trace::carrierOf(context.record);
    if (carrier == 0 || context.isFromClient())
        return;
    const rpc::Problem problem = context.record.problem;
    auto &carried = m_connection.streams.carriedBy(carrier);
    if (problem == rpc::Problem::NotJson || problem == rpc::Problem::StrayOutput)
        carried.text = context.number;
    else
        carried.unread = context.number;
}

void StreamWatch::exchange(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    stream(context);
    m_connection.streams.forget(context.number);
    const int status = exchange.status();
    m_connection.isRedirected = m_connection.isRedirected || (status >= 300 && status < 400);
    const std::string session = sessionOf(exchange);
    auto &refused = m_connection.refusedSessions;
    if (status == 404 && exchange.isPost() && !session.empty()
        && refused.size() < Connection::kMaxSessions)
        refused.emplace(session, exchange.ended);
    refusedCall(context);
}

void StreamWatch::stream(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.isEventStream())
        return;
    const auto session = streamSessionOf(exchange, m_connection);
    auto origin = context.number;
    const auto from = exchange.request.value("last-event-id").value_or(QByteArray());
    if (const auto known = m_connection.streams.streamOf(session, from.toStdString()); known != 0)
        origin = known; // what is resumed is the same stream
    std::string last;
    StreamLog::Ended ended{context.number, exchange.ended, {}};
    for (const rpc::SseEvent &event : exchange.events) {
        if (event.retry)
            ended.retry = event.retry;
        if (!event.id || event.id->empty())
            continue;
        last = *event.id;
        m_connection.streams.remember(session, last, origin);
    }
    if (!last.empty())
        m_connection.streams.end(last, ended);
    if (!exchange.carriesRequest())
        return;
    auto *request = m_connection.sent.open(exchange.body.root()["id"].raw());
    if (request && request->exchange == context.number)
        request->lost = context.number;
}

void StreamWatch::refusedCall(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    const auto method = exchange.body.root()["method"];
    if (method.equals("tools/list"))
        m_connection.refusedTool.clear();
    if (!method.equals("tools/call"))
        return;
    const auto code = exchange.responseBody.root()["error"]["code"].toInt64();
    if (code != mcp::kHeaderMismatch)
        return;
    m_connection.refusedTool = exchange.body.root()["params"]["name"].text();
    m_connection.refusedHeaders = parameterHeadersText(exchange.request);
}

// Somebody's doing, and not the server's or the client's.
void StreamWatch::lifecycle(const Context &context)
{
    using namespace rpc::lifecycle;
    static constexpr std::array<std::string_view, 9> kChanges{kRecordingGap, kMessageDropped,
        kMessageDuplicated, kMessageAnswered, kMessageChanged, kMessageBroken, kMessageComposed,
        kMessageKept, kStreamClosed};
    const auto id = idOf(context.message.bytes().view());
    m_connection.isAltered =
        m_connection.isAltered || std::find(kChanges.begin(), kChanges.end(), id) != kChanges.end();
}

void StreamWatch::endpoint(std::string_view event)
{
    rpc::SseParser parser;
    parser.feed(Bytes::copyOf(std::string(event) + "\n\n"), [this](const rpc::SseEvent &each) {
        if (m_connection.endpoints.size() < Connection::kMaxEndpoints && each.hasData)
            m_connection.endpoints.insert(std::string(each.data.view()));
    });
}

} // namespace sonde::findings
