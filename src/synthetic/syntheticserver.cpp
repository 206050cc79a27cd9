// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "synthetic/syntheticserver.h"

#include "mcp/message/methods.h"
#include "mcp/message/revision.h"
#include "mcp/message/subscriptionmeta.h"
#include "mock/paramskey.h"
#include "schema/exampletext.h"
#include "json/builder.h"

#include <algorithm>
#include <utility>

namespace sonde::synthetic {

namespace {

using changes::ListKind;
using mcp::Era;

constexpr std::string_view kServerInfo = "io.modelcontextprotocol/serverInfo";
constexpr std::string_view kListen = "subscriptions/listen";
constexpr int kUnsupportedProtocolVersion = -32022; // 2026-07-28
constexpr int kResourceNotFound = -32002; // up to 2025-11-25

SyntheticError unknownMethod(const rpc::Message &request)
{
    return {rpc::kMethodNotFound, "There is no method " + request.method.toStdString() + '.'};
}

SyntheticError invalid(std::string text)
{
    return {rpc::kInvalidParams, std::move(text)};
}

std::string revisionsJson()
{
    json::Builder out;
    out.beginArray();
    for (const QString &revision : mcp::knownRevisions())
        out.string(QStringView(revision));
    return out.endArray().takeString();
}

// 2026-07-28 basic: what every request says about itself. Nothing: it is as it must be.
std::optional<SyntheticError> problemWith(const json::Value &meta)
{
    const json::Value version = meta[mcp::kProtocolVersionMeta];
    if (mcp::eraOf(version.toString()) != Era::Modern) {
        json::Builder data;
        data.beginObject().rawMember("supported", revisionsJson());
        data.rawMember("requested", version.raw()).endObject();
        return SyntheticError{kUnsupportedProtocolVersion,
            "This server does not support that revision in this way: see data.supported.",
            data.takeString()};
    }
    if (!meta[mcp::kClientCapabilitiesMeta].isObject())
        return invalid(
            "params._meta needs " + std::string(mcp::kClientCapabilitiesMeta) + ", an object.");
    return std::nullopt;
}

// 2026-07-28 server/utilities/caching: what says how long it is fresh.
bool isCacheable(std::string_view method)
{
    return method == "server/discover" || method == "resources/read" || method.ends_with("/list");
}

std::optional<ListKind> listOf(const rpc::Method &method)
{
    for (const ListKind kind : changes::kLists) {
        if (method.toStdString() == changes::namesOf(kind).method.data())
            return kind;
    }
    return std::nullopt;
}

// FNV-1a.
void mix(std::uint64_t &hash, std::string_view text)
{
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
}

} // namespace

SyntheticServer::SyntheticServer(std::shared_ptr<const SnapshotOffer> offer, std::uint64_t seed)
    : m_offer(std::move(offer))
    , m_seed(seed)
    , m_revision(mcp::revisionsOf(Era::Legacy).front().toStdString())
{
}

std::shared_ptr<const mock::ScriptedExchange> SyntheticServer::exchangeFor(
    const rpc::Message &request)
{
    const json::Value meta = request.params()["_meta"];
    const bool isModern = meta[mcp::kProtocolVersionMeta].exists();
    const std::string revision = isModern ? meta[mcp::kProtocolVersionMeta].text() : m_revision;
    Response response;
    if (const auto problem = isModern ? problemWith(meta) : std::nullopt)
        response = *problem;
    else if (!mcp::methodsOf(QString::fromStdString(revision))
                  .contains(QString::fromStdString(request.method.toStdString())))
        response = unknownMethod(request);
    else if (request.method == kListen && request.params()["notifications"].isObject())
        return subscription(request);
    else
        response = respond(request, revision);
    if (const SyntheticError *const refusal = std::get_if<SyntheticError>(&response))
        return mock::madeExchange(request.id,
            rpc::errorResponse(request.id, refusal->code, refusal->text, refusal->data));
    const std::string &result = std::get<std::string>(response);
    return mock::madeExchange(request.id,
        rpc::response(request.id, isModern ? sealed(result, request.method.view()) : result));
}

Response SyntheticServer::respond(const rpc::Message &request, const std::string &revision)
{
    const json::Value params = request.params();
    const rpc::Method &method = request.method;
    if (method == "initialize")
        return respondToInitialize(params);
    if (method == "server/discover")
        return discovered();
    if (method == "ping")
        return std::string("{}");
    if (method == kListen)
        return invalid("subscriptions/listen needs notifications.");
    if (const auto kind = listOf(method); kind && m_offer->hasList(*kind))
        return listed(*kind, params);
    if (method == "tools/call" && m_offer->hasList(ListKind::Tools))
        return called(request, revision);
    if (method == "resources/read" && m_offer->hasList(ListKind::Resources))
        return read(request, revision);
    if (method == "prompts/get" && m_offer->hasList(ListKind::Prompts))
        return prompted(request);
    const bool subscribes = method == "resources/subscribe" || method == "resources/unsubscribe";
    if (subscribes && m_offer->declares("resources", "subscribe"))
        return subscribed(params);
    if (method == "completion/complete" && m_offer->declares("completions"))
        return completed(params);
    if (method == "logging/setLevel" && m_offer->declares("logging"))
        return levelSet(params);
    return unknownMethod(request);
}

Response SyntheticServer::respondToInitialize(const json::Value &params)
{
    if (!params["protocolVersion"].isString())
        return invalid("initialize needs protocolVersion, a string.");
    // 2025-11-25 basic/lifecycle: an unknown revision gets the newest one.
    const QString requested = params["protocolVersion"].toString();
    const QStringList &spoken = mcp::revisionsOf(Era::Legacy);
    m_revision = (spoken.contains(requested) ? requested : spoken.front()).toStdString();
    json::Builder out;
    out.beginObject()
        .member("protocolVersion", std::string_view(m_revision))
        .rawMember("capabilities", m_offer->capabilities())
        .rawMember("serverInfo", m_offer->serverInfo());
    if (!m_offer->instructions().empty())
        out.rawMember("instructions", m_offer->instructions());
    return out.endObject().takeString();
}

Response SyntheticServer::discovered() const
{
    json::Builder out;
    out.beginObject()
        .rawMember("supportedVersions", revisionsJson())
        .rawMember("capabilities", m_offer->capabilities());
    if (!m_offer->instructions().empty())
        out.rawMember("instructions", m_offer->instructions());
    return out.endObject().takeString();
}

// A list has one page, so no cursor is one of this server.
Response SyntheticServer::listed(ListKind kind, const json::Value &params) const
{
    if (params["cursor"].exists())
        return invalid("The cursor was not issued by this server.");
    json::Builder out;
    out.beginObject().rawMember(changes::namesOf(kind).member.data(), m_offer->list(kind));
    return out.endObject().takeString();
}

// 2025-11-25 server/tools: an unknown tool is an error of the protocol.
Response SyntheticServer::called(const rpc::Message &request, const std::string &revision) const
{
    const std::string name = request.params()["name"].text();
    const json::Document tool = m_offer->find(ListKind::Tools, name);
    if (!tool.root().isObject())
        return invalid("There is no tool \"" + name + "\".");
    return callResult(tool.root(), request.params()["arguments"],
        {.hasStructuredContent = revision >= "2025-06-18",
            .hasInputErrorResults = revision >= "2025-11-25"},
        seedOf(request));
}

bool SyntheticServer::knowsResource(std::string_view uri) const
{
    return m_offer->find(ListKind::Resources, uri).root().isObject()
        || m_offer->findTemplate(uri).root().isObject();
}

Response SyntheticServer::read(const rpc::Message &request, const std::string &revision) const
{
    const json::Value uri = request.params()["uri"];
    if (!uri.isString())
        return invalid("resources/read needs uri, a string.");
    const std::string wanted = uri.text();
    json::Document definition = m_offer->find(ListKind::Resources, wanted);
    if (!definition.root().isObject())
        definition = m_offer->findTemplate(wanted);
    if (definition.root().isObject())
        return readResult(definition.root(), wanted, seedOf(request));
    json::Builder data;
    data.beginObject().rawMember("uri", uri.raw()).endObject();
    const bool isModern = mcp::eraOf(QString::fromStdString(revision)) == Era::Modern;
    return SyntheticError{isModern ? rpc::kInvalidParams : kResourceNotFound,
        "There is no such resource.", data.takeString()};
}

Response SyntheticServer::prompted(const rpc::Message &request) const
{
    const std::string name = request.params()["name"].text();
    const json::Document prompt = m_offer->find(ListKind::Prompts, name);
    if (!prompt.root().isObject())
        return invalid("There is no prompt \"" + name + "\".");
    return promptResult(prompt.root(), request.params()["arguments"], seedOf(request));
}

Response SyntheticServer::subscribed(const json::Value &params) const
{
    const std::string uri = params["uri"].text();
    if (!knowsResource(uri))
        return SyntheticError{kResourceNotFound, "There is no such resource."};
    return std::string("{}");
}

Response SyntheticServer::completed(const json::Value &params) const
{
    constexpr std::size_t kValues = 3;
    const json::Value ref = params["ref"];
    const bool isPrompt = ref["type"].equals("ref/prompt");
    const auto kind = isPrompt ? ListKind::Prompts : ListKind::Templates;
    const std::string key = ref[isPrompt ? "name" : "uri"].text();
    if (!m_offer->find(kind, key).root().isObject())
        return invalid("ref names no prompt and no resource template of this server.");
    const json::Value argument = params["argument"];
    std::uint64_t seed = m_seed;
    mix(seed, key + ' ' + argument["name"].text());
    schema::SeededNumbers numbers(seed);
    json::Builder out;
    out.beginObject().key("completion").beginObject().key("values").beginArray();
    for (std::size_t i = 0; i < kValues; ++i) {
        const std::string value = schema::exampleWords(numbers, 1);
        if (value.starts_with(argument["value"].text()))
            out.string(std::string_view(value));
    }
    return out.endArray().endObject().endObject().takeString();
}

Response SyntheticServer::levelSet(const json::Value &params) const
{
    constexpr std::string_view kLevels[] = {
        "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};
    const std::string level = params["level"].text();
    if (std::find(std::begin(kLevels), std::end(kLevels), level) == std::end(kLevels))
        return invalid("level must be one of RFC 5424, such as warning.");
    return std::string("{}");
}

// 2026-07-28 basic/utilities/subscriptions: what of it is honoured comes first, and the response
// when the subscription ends. Nothing of this server ever changes.
std::shared_ptr<const mock::ScriptedExchange> SyntheticServer::subscription(
    const rpc::Message &request) const
{
    const json::Value wanted = request.params()["notifications"];
    json::Builder honoured;
    honoured.beginObject();
    const std::pair<std::string_view, std::string_view> filters[] = {{"toolsListChanged", "tools"},
        {"promptsListChanged", "prompts"}, {"resourcesListChanged", "resources"}};
    for (const auto &[filter, capability] : filters) {
        if (wanted[filter].toBool().value_or(false) && m_offer->declares(capability, "listChanged"))
            honoured.member(filter, true);
    }
    if (wanted["resourceSubscriptions"].isArray() && m_offer->declares("resources", "subscribe")) {
        honoured.key("resourceSubscriptions").beginArray();
        for (const json::Value uri : wanted["resourceSubscriptions"]) {
            if (knowsResource(uri.text()))
                honoured.raw(uri.raw());
        }
        honoured.endArray();
    }
    honoured.endObject();
    json::Builder params;
    params.beginObject().key("_meta").beginObject().rawMember(mcp::kSubscriptionIdMeta, request.id);
    params.endObject().rawMember("notifications", honoured.view()).endObject();
    auto exchange = mock::madeExchange(
        request.id, rpc::response(request.id, sealed("{}", kListen, request.id)));
    auto &events = exchange->events;
    events.insert(events.begin(), {.kind = mock::EventKind::Cancellation});
    events.insert(events.begin(),
        {.bytes = rpc::notification("notifications/subscriptions/acknowledged", params.view())});
    return exchange;
}

std::uint64_t SyntheticServer::seedOf(const rpc::Message &request) const
{
    std::uint64_t hash = 0xCBF29CE484222325U;
    mix(hash, request.method.view());
    mix(hash, mock::paramsKey(request.params()));
    return hash ^ (m_seed * 0x9E3779B97F4A7C15U);
}

// With the members that every result of 2026-07-28 has. `subscription`: the id of its request.
std::string SyntheticServer::sealed(
    std::string_view result, std::string_view method, std::string_view subscription) const
{
    json::Builder meta;
    meta.beginObject().rawMember(kServerInfo, m_offer->serverInfo());
    if (!subscription.empty())
        meta.rawMember(mcp::kSubscriptionIdMeta, subscription);
    meta.endObject();
    std::string text = R"({"resultType":"complete")";
    if (isCacheable(method))
        text += R"(,"ttlMs":0,"cacheScope":"private")";
    const std::string_view members = result.substr(1, result.size() - 2);
    if (!members.empty())
        text += ',' + std::string(members);
    return text + R"(,"_meta":)" + std::string(meta.view()) + '}';
}

mock::MockScript syntheticScript(changes::Snapshot snapshot, std::uint64_t seed)
{
    mock::MockScript script;
    script.server = snapshot.serverName();
    script.opening.isRequest = false;
    const auto offer = std::make_shared<const SnapshotOffer>(std::move(snapshot));
    script.newResponder = [offer, seed]() -> std::unique_ptr<mock::Responder> {
        return std::make_unique<SyntheticServer>(offer, seed);
    };
    return script;
}

} // namespace sonde::synthetic
