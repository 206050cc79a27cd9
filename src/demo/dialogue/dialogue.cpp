// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/dialogue/dialogue.h"

#include "json/builder.h"

#include <algorithm>

namespace sonde::demo {

Dialogue::Dialogue(Offer &offer, ReplyChannel &standing, Era era)
    : m_offer(offer)
    , m_speaksLegacy(era != Era::Modern && !offer.options.legacyRevisions().empty())
    , m_speaksModern(era != Era::Legacy && !offer.options.modernRevisions().empty())
    , m_legacy(offer, standing)
    , m_modern(offer)
{
}

bool Dialogue::isWorking() const
{
    return std::any_of(
        m_calls.begin(), m_calls.end(), [](const auto &call) { return call->waitsForTime(); });
}

bool Dialogue::watches(std::string_view uri) const
{
    return m_legacy.watches(uri) || m_modern.watches(uri);
}

void Dialogue::resourceUpdated(const std::string &uri)
{
    m_legacy.resourceUpdated(uri);
    m_modern.resourceUpdated(uri);
}

void Dialogue::listChanged(List list)
{
    m_legacy.listChanged(list);
    m_modern.listChanged(list);
}

std::vector<rpc::Message> Dialogue::decode(const Bytes &text, bool batchesAllowed)
{
    json::Limits limits;
    limits.maxDepth = kMaxDepth;
    return rpc::decode(text, batchesAllowed, limits);
}

void Dialogue::receive(const Bytes &text, ReplyChannel &channel)
{
    receive(decode(text, allowsBatches()), channel);
}

void Dialogue::receive(std::vector<rpc::Message> messages, ReplyChannel &channel)
{
    const bool isBatch = !messages.empty() && messages.front().inBatch;
    if (isBatch && !allowsBatches())
        return refuse(
            {}, rpc::kInvalidRequest, "Batches exist only in revision 2025-03-26.", channel);

    Batch *batch = nullptr;
    if (isBatch) {
        batch = m_batches.emplace_back(std::make_unique<Batch>(channel)).get();
        batch->enter();
    }
    for (rpc::Message &message : messages) {
        receiveMessage(std::move(message), batch ? *batch : channel);
        sweep(); // a long batch must not pile up calls that are answered already
    }
    if (batch)
        batch->leave();
    sweep();
}

void Dialogue::receiveMessage(rpc::Message message, ReplyChannel &channel)
{
    switch (message.kind) {
    case rpc::Kind::Request:
        return receiveRequest(std::move(message), channel);
    case rpc::Kind::Notification:
        return receiveNotification(message);
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        if (!m_legacy.receiveResponse(message))
            m_offer.surroundings.remark(
                "[demo] a response to no pending request: id " + message.id);
        return;
    default:
        return receiveInvalid(message, channel);
    }
}

void Dialogue::receiveInvalid(const rpc::Message &message, ReplyChannel &channel)
{
    // Never respond to what may be meant as a response: that could go on for ever.
    if (message.root()["result"] || message.root()["error"]) {
        m_offer.surroundings.remark(
            "[demo] a response that is not JSON-RPC: " + message.reason.toStdString());
        return;
    }
    if (message.problem == rpc::Problem::NotJsonRpc)
        return refuse(message.id, rpc::kInvalidRequest, message.reason.toStdString(), channel);
    const auto &flaw = message.document.error();
    const bool isDeep = flaw && flaw->kind == json::ParseError::Kind::TooDeep;
    refuse({}, rpc::kParseError,
        isDeep ? "This server accepts at most " + std::to_string(kMaxDepth)
                + " nested arrays and objects."
               : "This is not JSON.",
        channel);
}

bool Dialogue::describesItself(const rpc::Message &message) const
{
    if (!m_speaksModern)
        return false;
    if (!m_speaksLegacy)
        return true;
    if (message.method == "initialize")
        return false;
    if (message.params()["_meta"]["io.modelcontextprotocol/protocolVersion"])
        return true;
    // These exist only there, so the sender can be told what is missing.
    return !m_legacy.isOpen()
        && (message.method == "server/discover" || message.method == "subscriptions/listen");
}

void Dialogue::receiveRequest(rpc::Message message, ReplyChannel &channel)
{
    // basic: "Unlike base JSON-RPC, the ID MUST NOT be null."
    if (message.id == "null")
        return refuse({}, rpc::kInvalidRequest, "The id of a request must not be null.", channel);
    if (const json::Value params = message.params(); params && !params.isObject())
        return refuse(message.id, rpc::kInvalidParams, "params must be an object.", channel);
    const bool idInUse = std::any_of(m_calls.begin(), m_calls.end(),
        [&](const auto &call) { return !call->isOver() && call->id() == message.id; });
    if (idInUse)
        return refuse(message.id, rpc::kInvalidRequest, "This id is still in use.", channel);
    if (m_calls.size() >= kMaxCalls)
        return refuse(message.id, rpc::kInternalError, "Too many concurrent calls.", channel);

    const bool stateless = describesItself(message);
    ServerDialect &dialect =
        stateless ? static_cast<ServerDialect &>(m_modern) : static_cast<ServerDialect &>(m_legacy);
    Call &call = *m_calls.emplace_back(
        std::make_unique<Call>(std::move(message), dialect, channel, m_offer.surroundings));
    if (stateless)
        handleModern(call);
    else
        handleInSession(call);
}

void Dialogue::handleModern(Call &call)
{
    if (m_modern.admit(call) && !m_modern.handle(call) && !m_offer.handle(call))
        call.failUnknownMethod();
}

void Dialogue::handleInSession(Call &call)
{
    const std::string_view method = call.method();
    const bool mayComeFirst = method == "initialize" || method == "ping";
    if (!m_legacy.isOpen() && !mayComeFirst && method != "server/discover") {
        return call.fail(rpc::kInvalidRequest,
            m_speaksModern
                ? "Send initialize first, or name the revision 2026-07-28 in params._meta."
                : "Send initialize first.");
    }
    if (!m_legacy.handle(call) && !(m_legacy.isOpen() && m_offer.handle(call)))
        call.failUnknownMethod();
}

void Dialogue::receiveNotification(const rpc::Message &message)
{
    if (message.method == "notifications/cancelled")
        cancel(message.params());
    // notifications/initialized and notifications/roots/list_changed ask for nothing here, and
    // JSON-RPC wants unknown notifications ignored.
}

void Dialogue::cancel(const json::Value &params)
{
    const std::string_view id = params["requestId"].exists() ? params["requestId"].raw() : "";
    // basic/utilities/cancellation: no response to a cancelled request; unknown ids are ignored,
    // because the response may have crossed the cancellation.
    std::erase_if(m_calls, [id](const auto &call) { return call->id() == id; });
}

void Dialogue::sweep()
{
    std::erase_if(m_calls, [](const auto &call) { return call->isOver(); });
    std::erase_if(m_batches, [](const auto &batch) { return batch->isOver(); });
}

void Dialogue::refuse(const rpc::Id &id, int code, std::string_view sentence, ReplyChannel &channel)
{
    // JSON-RPC 2.0 section 5.1 has null when the id could not be read, but MCP's schema has no
    // null, and clients close the connection for it. From 2025-11-25 on the id is left out.
    if (id.empty()) {
        json::Builder error;
        error.beginObject()
            .member("jsonrpc", "2.0")
            .key("error")
            .beginObject()
            .member("code", code)
            .member("message", sentence)
            .endObject()
            .endObject();
        return channel.respond(error.view(), ReplyKind::Refused);
    }
    channel.respond(rpc::errorResponse(id, code, sentence).view(), ReplyKind::Refused);
}

} // namespace sonde::demo
