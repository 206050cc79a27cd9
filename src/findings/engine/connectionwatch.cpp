// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/connectionwatch.h"

#include "findings/context/sessionrefusal.h"
#include "mcp/message/revision.h"
#include "mcp/message/servererror.h"

namespace sonde::findings {

namespace {

constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

// Codes that only servers of the modern era use (2026-07-28 basic#error-codes).
bool isModernCode(int code)
{
    return code >= mcp::kUnsupportedProtocolVersion && code <= mcp::kHeaderMismatch;
}

} // namespace

NamedRevision namedRevision(const rpc::Message &message)
{
    const auto named = message.params()["_meta"][mcp::kProtocolVersionMeta];
    if (!named)
        return {};
    const auto revision = revisionFromName(named.text());
    // A newer revision than those that are known is of the modern era, too.
    return {revision.value_or(kFirstModern), revision && *revision >= kFirstModern};
}

MessageRevision revisionOf(
    const rpc::Message &message, const Connection &connection, const SeenRequest *request)
{
    const bool isAnswer =
        message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse;
    if (isAnswer && request && request->revision)
        return {*request->revision, connection.servesModern};
    if (!isAnswer) {
        if (const auto named = namedRevision(message); named.revision)
            return {*named.revision, named.isKnown};
        if (message.method == "initialize") {
            const auto proposed = revisionFromName(message.params()["protocolVersion"].text());
            return {proposed.value_or(Revision::R20251125), proposed.has_value()};
        }
    }
    if (connection.negotiated)
        return {*connection.negotiated, true};
    if (connection.servesModern && connection.initialize == 0)
        return {kFirstModern, true};
    const auto proposed = revisionFromName(connection.proposed);
    return {proposed.value_or(Revision::R20251125), false};
}

void ConnectionWatch::before(const rpc::Message &message, const trace::Record &record)
{
    const bool isResult = message.kind == rpc::Kind::Response;
    const bool isError = message.kind == rpc::Kind::ErrorResponse;
    if (record.channel != rpc::Channel::Received || (!isResult && !isError))
        return;
    const SeenRequest *request = m_connection.sent.open(message.id);
    if (!request)
        return;
    if (request->revision && (isResult || isModernCode(message.errorCode())))
        m_connection.servesModern = true;
    if (isResult && request->method == "initialize") {
        m_connection.negotiated = revisionFromName(message.result()["protocolVersion"].text());
        m_connection.server.set(message.result()["capabilities"]);
    }
}

void ConnectionWatch::after(const Context &context)
{
    const rpc::Channel channel = context.record.channel;
    switch (context.record.kind) {
    case rpc::Kind::Request:
        request(context);
        break;
    case rpc::Kind::Notification:
        notification(context);
        break;
    case rpc::Kind::Response:
        result(context);
        [[fallthrough]];
    case rpc::Kind::ErrorResponse:
        if (context.request)
            m_connection.requestsOn(opposite(channel)).close(context.message.id, context.number);
        break;
    default:
        return;
    }
    auto &last = channel == rpc::Channel::Sent ? m_connection.lastSent : m_connection.lastReceived;
    last.number = context.number;
    last.kind = context.record.kind;
    if (context.record.kind == rpc::Kind::Notification) {
        last.notification = context.number;
        last.carrier = trace::carrierOf(context.record);
    }
    if (channel == rpc::Channel::Received)
        m_connection.brokenSent = m_connection.batchSent = 0;
    m_connection.requestsOn(opposite(channel)).messageOfReceiver();
}

void ConnectionWatch::afterInvalid(const Context &context)
{
    const bool isSent = context.record.channel == rpc::Channel::Sent;
    m_connection.brokenSent = isSent ? context.number : 0;
    m_connection.isBrokenJson = isSent && context.record.problem == rpc::Problem::NotJson;
}

void ConnectionWatch::request(const Context &context)
{
    auto seen = std::make_unique<SeenRequest>();
    seen->number = context.number;
    seen->channel = context.record.channel;
    seen->id = context.message.id;
    seen->method = context.message.method.toStdString();
    seen->about = {context.record.method, context.record.target};
    seen->revision = namedRevision(context.message).revision;
    seen->progressToken = context.params()["_meta"]["progressToken"].raw();
    seen->exchange = trace::carrierOf(context.record);
    seen->origin = context.record.origin;
    if (context.message.bytes().size() <= RequestLog::kMaxText)
        seen->text = Bytes::copyOf(context.message.bytes().view());
    m_connection.requestsOn(context.record.channel).add(std::move(seen));
    if (context.isFromClient())
        requestOfClient(context);
}

void ConnectionWatch::requestOfClient(const Context &context)
{
    const auto params = context.params();
    const std::string_view method = context.message.method;
    if (const auto declared = params["_meta"][kCapabilitiesKey]; declared)
        m_connection.client.set(declared);
    if (method == "initialize") {
        m_connection.initialize = context.number;
        m_connection.initializeResult = 0;
        m_connection.initialized = 0;
        m_connection.proposed = params["protocolVersion"].text();
        m_connection.client.set(params["capabilities"]);
    } else if (method == "server/discover") {
        m_connection.probe = context.number;
    } else if (method == "resources/subscribe") {
        if (m_connection.subscribed.size() < Connection::kMaxUris)
            m_connection.subscribed.insert(params["uri"].text());
    }
}

void ConnectionWatch::notification(const Context &context)
{
    const std::string_view method = context.message.method;
    if (method == "notifications/initialized") {
        m_connection.initialized = context.number;
    } else if (method == "notifications/cancelled") {
        cancelled(context);
    } else if (method == "notifications/tools/list_changed") {
        m_connection.tools.changed();
        m_connection.toolsAnnounced = context.number;
    } else if (method == "notifications/progress") {
        auto &requests = m_connection.requestsOn(opposite(context.record.channel));
        if (auto *request = requests.byToken(context.params()["progressToken"].raw()))
            request->progress = context.params()["progress"].toDouble();
    }
}

void ConnectionWatch::cancelled(const Context &context)
{
    const auto id = context.params()["requestId"].raw();
    auto &requests = m_connection.requestsOn(context.record.channel);
    if (auto *request = requests.open(id))
        requests.cancel(*request, context.number);
}

void ConnectionWatch::result(const Context &context)
{
    if (!context.request || context.isFromClient())
        return;
    const std::string_view method = context.request->method;
    if (method == "initialize")
        m_connection.initializeResult = context.number;
    else if (method == "server/discover")
        m_connection.server.set(context.result()["capabilities"]);
    else if (method == "resources/unsubscribe")
        m_connection.subscribed.erase(context.request->params()["uri"].text());
    else if (method == "logging/setLevel")
        m_connection.logLevel = context.request->params()["level"].text();
    else if (method.ends_with("/list"))
        page(context);
}

void ConnectionWatch::afterExchange(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    if (exchange.isMetadata()) {
        m_connection.hasResourceMetadata = m_connection.hasResourceMetadata
            || (exchange.succeeded() && exchange.answer.root()["resource"].isString());
        return;
    }
    if (m_connection.url.empty())
        m_connection.url = exchange.url;
    if (exchange.succeeded())
        m_connection.passesWithoutToken = !exchange.request.contains("authorization");
    if (exchange.status() == 401 && !exchange.namesResourceMetadata()
        && !isSessionRefusal(exchange, m_connection))
        m_connection.bareChallenge = context.number;
    session(exchange);
}

// 2025-11-25 basic/transports#session-management.
void ConnectionWatch::session(const HttpExchange &exchange)
{
    auto &sessions = m_connection.sessions;
    if (!exchange.response || !exchange.succeeded())
        return;
    const auto given = exchange.response->headers.value("mcp-session-id");
    if (given && sessions.size() < Connection::kMaxSessions)
        sessions.emplace(given->toStdString(), 0);
    const auto used = exchange.request.value("mcp-session-id");
    if (exchange.method != "DELETE" || !used)
        return;
    if (const auto known = sessions.find(used->toStdString()); known != sessions.end())
        known->second = exchange.ended;
}

void ConnectionWatch::page(const Context &context)
{
    const bool isFirst = !context.request->params()["cursor"];
    if (context.request->method == "tools/list") {
        if (isFirst)
            m_connection.toolsAnnounced = 0;
        m_connection.tools.addPage(context.result(), isFirst, context.number);
    }
    const auto next = context.result()["nextCursor"];
    if (next.isString() && next.raw().size() <= RequestLog::kMaxText
        && m_connection.cursors.size() < Connection::kMaxCursors)
        m_connection.cursors[context.request->method + ' ' + next.text()] = context.number;
}

} // namespace sonde::findings
