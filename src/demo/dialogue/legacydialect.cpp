// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/dialogue/legacydialect.h"

#include "demo/call/call.h"
#include "demo/call/toolresult.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::demo {

namespace {
constexpr std::size_t kMaxSubscriptions = 100;
}

LegacyDialect::LegacyDialect(const Offer &offer, ReplyChannel &standing)
    : m_offer(offer)
    , m_standing(standing)
{
}

bool LegacyDialect::handle(Call &call)
{
    const std::string_view method = call.method();
    if (method == "initialize")
        initialize(call);
    else if (method == "ping")
        call.finish("{}");
    else if (method == "logging/setLevel" && m_offer.hasLogs())
        setLevel(call);
    else if (method == "resources/subscribe" && m_offer.hasResources())
        subscribe(call);
    else if (method == "resources/unsubscribe" && m_offer.hasResources())
        unsubscribe(call);
    else
        return false;
    return true;
}

void LegacyDialect::initialize(Call &call)
{
    const json::Value params = call.params();
    const json::Value requested = params["protocolVersion"];
    // 2025-03-26 basic/lifecycle: "The initialize request MUST NOT be part of a JSON-RPC batch".
    if (call.isInBatch())
        return call.fail(rpc::kInvalidRequest, "initialize must not be in a batch.");
    if (m_open)
        return call.fail(rpc::kInvalidRequest, "The session is already initialized.");
    if (!requested.isString() || !params["capabilities"].isObject()
        || !params["clientInfo"]["name"].isString() || !params["clientInfo"]["version"].isString())
        return call.fail(rpc::kInvalidParams,
            "initialize needs protocolVersion, capabilities, and clientInfo with name and "
            "version.");

    // A revision that we do not speak is answered with the newest that we do; the client may leave.
    const std::vector<Revision> spoken = m_offer.options.legacyRevisions();
    Revision revision = spoken.front();
    if (const auto known = revisionNamed(requested.text());
        known && std::find(spoken.begin(), spoken.end(), *known) != spoken.end())
        revision = *known;
    m_features = featuresOf(revision);
    m_clientCapabilities = json::Document::parse(Bytes::copyOf(params["capabilities"].raw()));
    m_open = true;
    call.finish(initializeResult());
}

std::string LegacyDialect::initializeResult() const
{
    json::Builder result;
    result.beginObject()
        .member("protocolVersion", revisionName(m_features.revision))
        .rawMember("capabilities", m_offer.capabilities(m_features))
        .rawMember("serverInfo", m_offer.serverInfo(m_features, Detail::Full))
        .member("instructions", m_offer.instructions())
        .endObject();
    return result.takeString();
}

void LegacyDialect::setLevel(Call &call)
{
    const auto level = logLevelNamed(call.params()["level"].text());
    if (!level)
        return call.fail(rpc::kInvalidParams, "level must be one of RFC 5424, such as warning.");
    m_logLevel = *level;
    call.finish("{}");
}

void LegacyDialect::subscribe(Call &call)
{
    const json::Value uri = call.params()["uri"];
    if (!uri.isString())
        return call.fail(rpc::kInvalidParams, "resources/subscribe needs a uri, a string.");
    if (!m_offer.hasResource(uri.text()))
        return call.failUnknownResource(uri.text());
    if (m_subscribed.size() >= kMaxSubscriptions)
        return call.fail(rpc::kInternalError, "There are too many subscriptions.");
    m_subscribed.insert(uri.text());
    call.finish("{}");
}

void LegacyDialect::unsubscribe(Call &call)
{
    const json::Value uri = call.params()["uri"];
    if (!uri.isString())
        return call.fail(rpc::kInvalidParams, "resources/unsubscribe needs a uri, a string.");
    m_subscribed.erase(uri.text());
    call.finish("{}");
}

bool LegacyDialect::watches(std::string_view uri) const
{
    return m_subscribed.contains(uri);
}

void LegacyDialect::resourceUpdated(const std::string &uri)
{
    if (!watches(uri))
        return;
    json::Builder params;
    params.beginObject().member("uri", uri).endObject();
    m_standing.send(rpc::notification("notifications/resources/updated", params.view()).view());
}

void LegacyDialect::listChanged(List list)
{
    if (m_open)
        m_standing.send(rpc::notification(listChangedMethod(list), {}).view());
}

std::string LegacyDialect::seal(std::string_view result, std::optional<Freshness>) const
{
    return std::string(result);
}

bool LegacyDialect::wantsLog(const Call &, LogLevel level) const
{
    return level >= m_logLevel;
}

bool LegacyDialect::accepts(const Call &, const RequestToClient &request) const
{
    return declares(m_clientCapabilities.root(), request);
}

void LegacyDialect::sendRequest(Call &call, const RequestToClient &request, ResponseHandler handler)
{
    if (!accepts(call, request)) {
        return call.finish(ToolResult(m_features)
                               .text("The client did not declare the capability "
                                   + request.capability + " when it connected.")
                               .error()
                               .json());
    }
    const rpc::Id id = "\"s-" + std::to_string(++m_lastRequest) + '"';
    m_sentRequests.emplace(id, SentRequest{&call, std::move(handler)});
    call.send(rpc::request(id, request.method, request.params).view());
}

bool LegacyDialect::receiveResponse(const rpc::Message &message)
{
    const auto sent = m_sentRequests.extract(message.id);
    if (!sent)
        return false;
    ClientResponse response{message.result(), {}};
    if (!response.result)
        response.refusal = message.error()["message"].text();
    sent.mapped().handler(*sent.mapped().call, response);
    return true;
}

void LegacyDialect::callEnded(Call &call)
{
    // The call no longer waits for the response: the person who would give it should know.
    std::erase_if(m_sentRequests, [&](const auto &entry) {
        if (entry.second.call != &call)
            return false;
        json::Builder params;
        params.beginObject()
            .rawMember("requestId", entry.first)
            .member("reason", "The call that sent this request was cancelled.")
            .endObject();
        call.send(rpc::notification("notifications/cancelled", params.view()).view());
        return true;
    });
}

} // namespace sonde::demo
