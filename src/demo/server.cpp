// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/server.h"

#include "json/builder.h"

#include <algorithm>

namespace sonde::demo {

Server::Server(const Options &options, QByteArray secret)
    : m_options(options)
    , m_speaksHandshake(!options.handshakeRevisions().empty())
    , m_speaksStateless(!options.statelessRevisions().empty())
    , m_tools(m_options, m_stations)
    , m_resources(m_options, m_stations)
    , m_prompts(m_options, m_stations)
    , m_completion(m_stations)
    , m_handshake(m_options, m_resources, m_outbox)
    , m_stateless(m_options, m_resources, std::move(secret))
{
    m_stations.setListener({[this](const std::string &uri) {
                                m_handshake.resourceUpdated(uri);
                                m_stateless.resourceUpdated(uri);
                            },
        [this] {
            m_handshake.resourceListChanged();
            m_stateless.resourceListChanged();
        }});
}

Server::~Server() = default;

void Server::receive(const Bytes &chunk, Milliseconds now)
{
    m_timers.setNow(now);
    m_framer.feed(chunk, [this](const rpc::Frame &frame) { receiveFrame(frame); });
}

void Server::endInput(Milliseconds now)
{
    m_timers.setNow(now);
    if (const auto rest = m_framer.finish())
        receiveFrame(*rest);
    m_stateless.endSubscriptions();
    sweep();
}

void Server::tick(Milliseconds now)
{
    m_timers.setNow(now);
    m_timers.run();
    sweep();
}

bool Server::isWorking() const
{
    return std::any_of(
        m_calls.begin(), m_calls.end(), [](const auto &call) { return call->waitsForTime(); });
}

void Server::receiveFrame(const rpc::Frame &frame)
{
    if (frame.tooLong)
        return refuse({}, rpc::kInvalidRequest, "A message may have 16 MiB at most.");
    if (frame.text.view().find_first_not_of(" \t\r") == std::string_view::npos)
        return; // an empty line harms nobody
    const bool batchesAllowed = m_handshake.isOpen() && m_handshake.features().batches;
    json::Limits limits;
    limits.maxDepth = kMaxDepth;
    std::vector<rpc::Message> messages = rpc::decode(frame.text, batchesAllowed, limits);
    const bool isBatch = !messages.empty() && messages.front().inBatch;
    if (isBatch && !batchesAllowed)
        return refuse({}, rpc::kInvalidRequest, "Batches exist only in revision 2025-03-26.");

    Batch *batch = nullptr;
    if (isBatch) {
        batch = m_batches.emplace_back(std::make_unique<Batch>(m_outbox)).get();
        batch->enter();
    }
    for (rpc::Message &message : messages) {
        receiveMessage(std::move(message), batch);
        sweep(); // a long batch must not pile up calls that are answered already
    }
    if (batch)
        batch->leave();
    sweep();
    beatWhileWatched();
}

void Server::receiveMessage(rpc::Message message, Batch *batch)
{
    switch (message.kind) {
    case rpc::Kind::Request:
        return receiveRequest(std::move(message), batch);
    case rpc::Kind::Notification:
        return receiveNotification(message);
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        if (!m_handshake.receiveAnswer(message))
            m_outbox.remark("[demo] an answer to nothing that was asked: id " + message.id);
        return;
    default:
        return receiveInvalid(message, batch);
    }
}

void Server::receiveInvalid(const rpc::Message &message, Batch *batch)
{
    // Never answer what may be meant as an answer: that could go on for ever.
    if (message.root()["result"] || message.root()["error"]) {
        m_outbox.remark("[demo] an answer that is no JSON-RPC: " + message.reason.toStdString());
        return;
    }
    if (message.problem == rpc::Problem::NotJsonRpc)
        return refuse(message.id, rpc::kInvalidRequest, message.reason.toStdString(), batch);
    refuse({}, rpc::kParseError, "The line is not JSON.", batch);
}

bool Server::describesItself(const rpc::Message &message) const
{
    if (!m_speaksStateless)
        return false;
    if (!m_speaksHandshake)
        return true;
    if (message.method == "initialize")
        return false;
    if (message.params()["_meta"]["io.modelcontextprotocol/protocolVersion"])
        return true;
    // These exist only there, so the sender can be told what is missing.
    return !m_handshake.isOpen()
        && (message.method == "server/discover" || message.method == "subscriptions/listen");
}

void Server::receiveRequest(rpc::Message message, Batch *batch)
{
    // basic: "Unlike base JSON-RPC, the ID MUST NOT be null."
    if (message.id == "null")
        return refuse({}, rpc::kInvalidRequest, "The id of a request must not be null.", batch);
    if (const json::Value params = message.params(); params && !params.isObject())
        return refuse(message.id, rpc::kInvalidParams, "params must be an object.", batch);
    const bool idInUse = std::any_of(m_calls.begin(), m_calls.end(),
        [&](const auto &call) { return !call->isOver() && call->id() == message.id; });
    if (idInUse)
        return refuse(message.id, rpc::kInvalidRequest, "This id is still in use.", batch);
    if (m_calls.size() >= kMaxCalls)
        return refuse(message.id, rpc::kInternalError, "Too many calls at the same time.", batch);

    const bool stateless = describesItself(message);
    Dialect &dialect =
        stateless ? static_cast<Dialect &>(m_stateless) : static_cast<Dialect &>(m_handshake);
    Call &call = *m_calls.emplace_back(
        std::make_unique<Call>(std::move(message), dialect, m_outbox, m_timers, batch));
    if (stateless)
        answerStateless(call);
    else
        answerInSession(call);
}

void Server::answerStateless(Call &call)
{
    if (m_stateless.admit(call) && !m_stateless.answer(call) && !answerCommon(call))
        call.fail(rpc::kMethodNotFound, "There is no method " + call.method() + '.');
}

void Server::answerInSession(Call &call)
{
    const std::string &method = call.method();
    const bool mayComeFirst = method == "initialize" || method == "ping";
    if (!m_handshake.isOpen() && !mayComeFirst && method != "server/discover") {
        return call.fail(rpc::kInvalidRequest,
            m_speaksStateless
                ? "Send initialize first, or name the revision 2026-07-28 in params._meta."
                : "Send initialize first.");
    }
    if (!m_handshake.answer(call) && !(m_handshake.isOpen() && answerCommon(call)))
        call.fail(rpc::kMethodNotFound, "There is no method " + method + '.');
}

bool Server::answerCommon(Call &call)
{
    const std::string &method = call.method();
    if (method == "tools/list")
        m_tools.list(call);
    else if (method == "tools/call")
        m_tools.call(call);
    else if (method == "resources/list")
        m_resources.list(call);
    else if (method == "resources/templates/list")
        m_resources.listTemplates(call);
    else if (method == "resources/read")
        m_resources.read(call);
    else if (method == "prompts/list")
        m_prompts.list(call);
    else if (method == "prompts/get")
        m_prompts.get(call);
    else if (method == "completion/complete")
        m_completion.complete(call);
    else
        return false;
    return true;
}

void Server::receiveNotification(const rpc::Message &message)
{
    if (message.method == "notifications/cancelled")
        cancel(message.params());
    // notifications/initialized and notifications/roots/list_changed ask for nothing here, and
    // JSON-RPC wants unknown notifications ignored.
}

void Server::cancel(const json::Value &params)
{
    const std::string_view id = params["requestId"].exists() ? params["requestId"].raw() : "";
    // basic/utilities/cancellation: no answer to a cancelled request; unknown ids are ignored,
    // because the answer may have crossed the cancellation.
    std::erase_if(m_calls, [id](const auto &call) { return call->id() == id; });
}

void Server::beatWhileWatched()
{
    const std::string uri(kPulseUri);
    const bool watched = m_handshake.watches(uri) || m_stateless.watches(uri);
    if (!watched || m_timers.hasAnyOf(this))
        return;
    m_timers.add(this, kPulsePeriod, [this, uri] {
        m_handshake.resourceUpdated(uri);
        m_stateless.resourceUpdated(uri);
        beatWhileWatched();
    });
}

void Server::sweep()
{
    std::erase_if(m_calls, [](const auto &call) { return call->isOver(); });
    std::erase_if(m_batches, [](const auto &batch) { return batch->isOver(); });
}

void Server::refuse(rpc::Id id, int code, std::string_view sentence, Batch *batch)
{
    // JSON-RPC 2.0 section 5: null when the id could not be read. MCP's own schema has no null and
    // lets the id away; a server that speaks nothing older can follow it.
    std::string response;
    if (id.empty() && !m_speaksHandshake) {
        json::Builder error;
        error.beginObject()
            .member("jsonrpc", "2.0")
            .key("error")
            .beginObject()
            .member("code", code)
            .member("message", sentence)
            .endObject()
            .endObject();
        response = error.takeString();
    } else {
        if (id.empty())
            id = "null";
        response = rpc::errorResponse(id, code, sentence).view();
    }
    if (batch)
        batch->add(response);
    else
        m_outbox.send(response);
}

} // namespace sonde::demo
