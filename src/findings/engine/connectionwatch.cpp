// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/connectionwatch.h"

#include "findings/context/exchangesession.h"
#include "findings/context/oauthfacts.h"
#include "findings/engine/streamwatch.h"
#include "findings/engine/taskwatch.h"
#include "mcp/message/errorresponse.h"
#include "mcp/message/revision.h"
#include "mcp/message/subscriptionmeta.h"
#include "rpc/lifecycle.h"

#include <utility>

namespace sonde::findings {

namespace {

// Codes that only servers of the modern era use (2026-07-28 basic#error-codes).
bool isModernCode(int code)
{
    return code >= mcp::kUnsupportedProtocolVersion && code <= mcp::kHeaderMismatch;
}

// Whether a status has refused the request, be it that of a proxy, and no message of the server: it
// was not carried out. Over what a token is missing for, a message may say so, too.
bool isRefusedByHttp(const HttpExchange &exchange)
{
    const int status = exchange.status();
    const auto response = exchange.responseBody.root();
    const bool isAnswered = response["jsonrpc"] && response["id"] && !response["id"].isNull();
    return status == 401 || status == 403 || (status >= 300 && !isAnswered);
}

// Whether a server of the modern era has sent it. One of an older era may respond to a method that
// it does not know with an empty result.
bool isModernResult(const SeenRequest &request, const json::Value &result)
{
    return request.method != "server/discover" || result["supportedVersions"]
        || result["resultType"];
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
    const bool isResponse =
        message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse;
    if (isResponse && request && request->revision)
        return {*request->revision, connection.servesModern};
    if (!isResponse) {
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
    const bool isModern =
        isResult ? isModernResult(*request, message.result()) : isModernCode(message.errorCode());
    if (request->revision && isModern)
        m_connection.servesModern = true;
    if (isResult && request->method == "initialize") {
        m_connection.agreed = message.result()["protocolVersion"].text();
        m_connection.negotiated = revisionFromName(m_connection.agreed);
        m_connection.server.set(message.result()["capabilities"]);
    }
}

void ConnectionWatch::after(const Context &context)
{
    const rpc::Channel channel = context.record.channel;
    if (m_connection.isHttp)
        StreamWatch(m_connection).message(context);
    TaskWatch(m_connection).message(context);
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
        error(context);
        if (context.request)
            m_connection.requestsOn(opposite(channel)).close(context.message.id, context.number);
        if (channel == rpc::Channel::Received)
            m_connection.listenings.erase(context.message.id);
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
    StreamWatch(m_connection).invalid(context);
    const bool isSent = context.record.channel == rpc::Channel::Sent;
    m_connection.brokenSent = isSent ? context.number : 0;
    m_connection.isBrokenJson = isSent && context.record.problem == rpc::Problem::NotJson;
}

void ConnectionWatch::afterEvent(std::string_view event)
{
    if (event == rpc::lifecycle::kProcessStarted || event == rpc::lifecycle::kTapStarted)
        m_connection.hasBeginning = m_connection.firstSent == 0;
    else if (event == rpc::lifecycle::kRecordingGap)
        forget();
    else if (event == rpc::lifecycle::kMessageHeld || event == rpc::lifecycle::kMessageDelayed)
        m_connection.isHeldUp = true;
}

// What crossed was not recorded: requests, responses, subscriptions and lists may be missing.
void ConnectionWatch::forget()
{
    m_connection.hasBeginning = false;
    // The probe and the end of the handshake may have been among it.
    m_connection.probe = 0;
    if (m_connection.initialize != 0 && m_connection.initialized == 0)
        m_connection.initialized = m_connection.initialize;
    m_connection.asksForLog = true;
    m_connection.sent = {};
    m_connection.received = {};
    m_connection.sent.missedSome();
    m_connection.received.missedSome();
    m_connection.tools = {};
    m_connection.prompts = {};
    m_connection.skillFiles = {};
    m_connection.lists.clear();
    m_connection.inputs = {};
    m_connection.listenings.clear();
    m_connection.toolsAnnounced = m_connection.toolsRequested = 0;
    m_connection.elicitations.clear();
    m_connection.subscribed.clear();
    m_connection.knowsSubscribed = false;
    m_connection.cursors.clear();
    m_connection.logLevel.clear();
    m_connection.logLevelAsked.clear();
    m_connection.lastSent = m_connection.lastReceived = {};
    m_connection.brokenSent = m_connection.batchSent = 0;
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
    seen->at = context.record.steadyNs;
    if (context.message.bytes().size() <= RequestLog::kMaxText)
        seen->text = Bytes::copyOf(context.message.bytes().view());
    // A new session begins, and so do its ids.
    if (context.isFromClient() && context.message.method == "initialize")
        m_connection.sent.forgetIds();
    m_connection.requestsOn(context.record.channel).add(std::move(seen));
    if (context.message.method == "ping")
        (context.isFromClient() ? m_connection.pingsSent : m_connection.pingsReceived)
            .add(context.record.steadyNs);
    if (context.isFromClient())
        requestOfClient(context);
    else if (context.message.method == "elicitation/create")
        elicitation(context.params(), context.number);
}

void ConnectionWatch::elicitation(const json::Value &params, trace::Number number)
{
    const auto id = params["elicitationId"];
    if (id.isString() && m_connection.elicitations.size() < Connection::kMaxElicitations)
        m_connection.elicitations.emplace(id.text(), number);
}

void ConnectionWatch::requestOfClient(const Context &context)
{
    const auto params = context.params();
    const std::string_view method = context.message.method;
    if (const auto declared = params["_meta"][mcp::kClientCapabilitiesMeta]; declared)
        m_connection.client.set(declared);
    if (params["_meta"]["io.modelcontextprotocol/logLevel"])
        m_connection.asksForLog = true;
    if (m_connection.firstSent == 0 && method != "ping")
        m_connection.firstSent = context.number;
    if (m_connection.initializeResult != 0 && m_connection.initialized == 0
        && m_connection.sentUninitialized == 0 && method != "ping")
        m_connection.sentUninitialized = context.number;
    if (method == "initialize") {
        m_connection.initialize = context.number;
        m_connection.initializeId = context.message.id;
        m_connection.initializeResult = 0;
        m_connection.initialized = 0;
        m_connection.sentUninitialized = 0;
        m_connection.agreed.clear();
        m_connection.knowsSubscribed = true;
        if (!m_connection.cursors.empty())
            m_connection.formerCursors = std::exchange(m_connection.cursors, {});
        m_connection.proposed = params["protocolVersion"].text();
        m_connection.client.set(params["capabilities"]);
    } else if (method == "server/discover") {
        m_connection.probe = context.number;
    } else if (method == "resources/subscribe") {
        if (m_connection.subscribed.size() < Connection::kMaxUris)
            m_connection.subscribed.insert(params["uri"].text());
    } else if (method == "subscriptions/listen") {
        if (m_connection.listenings.size() < kMaxListenings)
            m_connection.listenings[context.message.id] = {context.number,
                trace::carrierOf(context.record), ListenFilter::of(params["notifications"])};
    } else if (method == "logging/setLevel") {
        m_connection.logLevelAsked = params["level"].text();
    }
}

void ConnectionWatch::notification(const Context &context)
{
    const std::string_view method = context.message.method;
    if (context.isFromClient() && m_connection.firstSent == 0)
        m_connection.firstSent = context.number;
    if (method == "notifications/message")
        m_connection.logs.add(context.record.steadyNs);
    if (method == "notifications/initialized") {
        m_connection.initialized = context.number;
    } else if (method == "notifications/cancelled") {
        cancelled(context);
    } else if (method == "notifications/subscriptions/acknowledged") {
        const auto id = context.params()["_meta"][mcp::kSubscriptionIdMeta];
        if (const auto found = m_connection.listenings.find(id.raw());
            found != m_connection.listenings.end())
            found->second.acknowledged = context.number;
    } else if (method == "notifications/tools/list_changed") {
        m_connection.tools.changed();
        m_connection.toolsAnnounced = context.number;
    } else if (method.starts_with("notifications/") && method.ends_with("/list_changed")) {
        announced(method, context.number);
    } else if (method == "notifications/progress") {
        m_connection.progress.add(context.record.steadyNs);
        auto &requests = m_connection.requestsOn(opposite(context.record.channel));
        if (auto *request = requests.byToken(context.params()["progressToken"].raw()))
            request->progress = context.params()["progress"].toDouble();
    }
}

// "notifications/prompts/list_changed" is about prompts/list.
void ConnectionWatch::announced(std::string_view method, trace::Number number)
{
    method.remove_prefix(std::string_view("notifications/").size());
    const std::string list = std::string(method.substr(0, method.find('/'))) + "/list";
    if (const auto found = m_connection.lists.find(list); found != m_connection.lists.end())
        found->second.announce(number);
}

void ConnectionWatch::cancelled(const Context &context)
{
    const auto id = context.params()["requestId"].raw();
    // Either side may end a subscription so.
    if (const auto found = m_connection.listenings.find(id); found != m_connection.listenings.end())
        m_connection.listenings.erase(found);
    auto &requests = m_connection.requestsOn(context.record.channel);
    if (auto *request = requests.open(id))
        requests.cancel(*request, context.number);
}

void ConnectionWatch::result(const Context &context)
{
    if (!context.request)
        return;
    const std::string_view method = context.request->method;
    if (SeenList::itemsIn(method, context.result()) && isPage(context))
        m_connection.lists[context.request->method].addPage(method, context.result(),
            !context.request->params()["cursor"], context.request->number, context.number);
    if (context.isFromClient())
        return;
    if (method == "skills/get")
        m_connection.skillFiles.add(context.result()["skill"], context.number);
    for (const json::Value skill :
        method == "skills/list" ? context.result()["skills"] : json::Value())
        m_connection.skillFiles.add(skill, context.number);
    if (context.result()["resultType"].equals("input_required"))
        m_connection.inputs.add(*context.request, context.result(), context.number);
    if (method == "initialize") {
        m_connection.initializeResult = context.number;
        m_connection.initializedAt = context.record.steadyNs;
    } else if (method == "server/discover") {
        m_connection.server.set(context.result()["capabilities"]);
        supports(context.result()["supportedVersions"], context.number);
    } else if (method == "resources/unsubscribe") {
        m_connection.subscribed.erase(context.request->params()["uri"].text());
    } else if (method == "logging/setLevel") {
        m_connection.logLevel = context.request->params()["level"].text();
    } else if (method.ends_with("/list")) {
        page(context);
    }
}

void ConnectionWatch::error(const Context &context)
{
    for (const json::Value each : context.error()["data"]["elicitations"])
        elicitation(each, context.number);
    if (!context.isFromClient() && isModernCode(context.message.errorCode()))
        m_connection.modernRefusal = context.number;
    if (context.request && context.message.errorCode() == mcp::kUnsupportedProtocolVersion) {
        m_connection.refusedVersion =
            context.request->params()["_meta"][mcp::kProtocolVersionMeta].text();
        m_connection.versionRefusal = context.number;
        if (!context.isFromClient())
            supports(context.error()["data"]["supported"], context.number);
    }
}

void ConnectionWatch::supports(const json::Value &versions, trace::Number number)
{
    if (!versions.isArray())
        return;
    m_connection.supportedIn = number;
    for (const json::Value version : versions) {
        if (const auto revision = revisionFromName(version.text()))
            m_connection.supported.add(*revision);
    }
}

void ConnectionWatch::afterExchange(const Context &context)
{
    const HttpExchange &exchange = *context.exchange;
    if (exchange.isMetadata()) {
        m_connection.hasResourceMetadata = m_connection.hasResourceMetadata
            || (exchange.succeeded() && exchange.responseBody.root()["resource"].isString());
        return;
    }
    if (m_connection.url.empty())
        m_connection.url = exchange.url;
    if (exchange.succeeded())
        m_connection.passesWithoutToken = !exchange.request.contains("authorization");
    if (exchange.status() == 401 && !exchange.namesResourceMetadata()
        && !isSessionRefusal(exchange, m_connection) && !isNonceDemand(exchange))
        m_connection.bareChallenge = context.number;
    // The client may send it again, with a token or later.
    if (exchange.carriesRequest() && isRefusedByHttp(exchange))
        m_connection.sent.forget(exchange.body.root()["id"].raw());
    session(exchange);
    StreamWatch(m_connection).exchange(context);
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

// What a server responds to a cursor that it has not given is no part of its list.
bool ConnectionWatch::isPage(const Context &context) const
{
    const auto cursor = context.request->params()["cursor"];
    return !cursor || m_connection.cursors.contains(context.request->method + ' ' + cursor.text());
}

void ConnectionWatch::page(const Context &context)
{
    const bool isFirst = !context.request->params()["cursor"];
    if (context.request->method == "tools/list" && isPage(context)) {
        if (isFirst)
            m_connection.toolsRequested = context.request->number;
        m_connection.tools.addPage(context.result(), isFirst, context.number);
    }
    if (context.request->method == "prompts/list")
        m_connection.prompts.add(context.result()["prompts"]);
    const auto next = context.result()["nextCursor"];
    if (next.isString() && next.raw().size() <= RequestLog::kMaxText
        && m_connection.cursors.size() < Connection::kMaxCursors)
        m_connection.cursors[context.request->method + ' ' + next.text()] = context.number;
}

} // namespace sonde::findings
