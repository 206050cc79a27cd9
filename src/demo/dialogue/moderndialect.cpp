// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/dialogue/moderndialect.h"

#include "demo/call/call.h"
#include "demo/call/signature.h"
#include "json/builder.h"

#include <algorithm>
#include <initializer_list>

namespace sonde::demo {

namespace {

constexpr std::string_view kProtocolVersion = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kClientCapabilities = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view kClientInfo = "io.modelcontextprotocol/clientInfo";
constexpr std::string_view kLogLevel = "io.modelcontextprotocol/logLevel";
constexpr std::string_view kServerInfo = "io.modelcontextprotocol/serverInfo";
constexpr std::string_view kSubscriptionId = "io.modelcontextprotocol/subscriptionId";

constexpr int kMissingClientCapability = -32021;
constexpr int kUnsupportedProtocolVersion = -32022;

constexpr std::size_t kMaxUris = 100;
constexpr Milliseconds kDiscoverTtl{3'600'000};

std::string sentence(std::initializer_list<std::string_view> parts)
{
    std::string all;
    for (const std::string_view part : parts)
        all += part;
    return all;
}

// A sentence, or nothing when _meta is as 2026-07-28 basic wants it.
std::string problemWith(const json::Value &meta)
{
    if (!meta.isObject())
        return "params._meta is required.";
    if (!meta[kProtocolVersion].isString())
        return sentence({"params._meta needs ", kProtocolVersion, ", a string."});
    if (!meta[kClientCapabilities].isObject())
        return sentence({"params._meta needs ", kClientCapabilities, ", an object."});
    const json::Value info = meta[kClientInfo];
    if (info && !(info["name"].isString() && info["version"].isString()))
        return sentence({kClientInfo, " must have a name and a version, both strings."});
    const json::Value level = meta[kLogLevel];
    if (level && !logLevelNamed(level.text()))
        return sentence({kLogLevel, " must be a level of RFC 5424."});
    const json::Value token = meta["progressToken"];
    if (token && !token.isString() && !token.toInt64())
        return "progressToken must be a string or an integer.";
    return {};
}

} // namespace

ModernDialect::ModernDialect(const Offer &offer)
    : m_offer(offer)
{
}

bool ModernDialect::admit(Call &call) const
{
    const json::Value meta = call.meta();
    const json::Value version = meta[kProtocolVersion];
    if (call.method() == "initialize" && !version) {
        refuseInitialize(call);
        return false;
    }
    // The revision first: another one may want another _meta.
    if (version.isString()) {
        const auto revision = revisionNamed(version.text());
        if (!revision || !isModern(*revision) || !m_offer.options.speaks(*revision)) {
            refuseUnsupported(call, version.text());
            return false;
        }
    }
    if (const std::string problem = problemWith(meta); !problem.empty()) {
        call.refuse(rpc::kInvalidParams, problem);
        return false;
    }
    return true;
}

void ModernDialect::refuseInitialize(Call &call) const
{
    refuseUnsupported(call, call.params()["protocolVersion"].text());
}

void ModernDialect::refuseUnsupported(Call &call, std::string_view requested) const
{
    json::Builder data;
    data.beginObject()
        .rawMember("supported", m_offer.options.revisionsJson())
        .member("requested", requested)
        .endObject();
    call.refuse(kUnsupportedProtocolVersion,
        "This server does not support that revision in this way: see data.supported.", data.view());
}

bool ModernDialect::handle(Call &call)
{
    if (call.method() == "server/discover")
        discover(call);
    else if (call.method() == "subscriptions/listen")
        listen(call);
    else
        return false;
    return true;
}

void ModernDialect::discover(Call &call) const
{
    json::Builder result;
    result.beginObject()
        .rawMember("supportedVersions", m_offer.options.revisionsJson())
        .rawMember("capabilities", m_offer.capabilities(m_features))
        .member("instructions", m_offer.instructions())
        .endObject();
    json::Builder meta;
    meta.beginObject()
        .rawMember(kServerInfo, m_offer.serverInfo(m_features, Detail::Full))
        .endObject();
    call.finishSealed(seal(result.view(), Freshness{kDiscoverTtl, true}, meta.view()));
}

void ModernDialect::listen(Call &call)
{
    const json::Value wanted = call.params()["notifications"];
    if (!wanted.isObject())
        return call.fail(rpc::kInvalidParams, "subscriptions/listen needs notifications.");
    Subscription subscription{&call, {}, {}};
    for (const List list : {List::Tools, List::Prompts, List::Resources}) {
        const bool changes =
            (list == List::Resources && m_offer.hasResources()) || m_offer.options.fixtures;
        if (changes && wanted[listFilter(list)].toBool().value_or(false))
            subscription.lists.push_back(list);
    }
    for (const json::Value &uri : wanted["resourceSubscriptions"]) {
        if (subscription.uris.size() < kMaxUris && m_offer.hasResource(uri.text()))
            subscription.uris.push_back(uri.text());
    }

    // The first message says what of it is honoured.
    json::Builder honoured;
    honoured.beginObject();
    for (const List list : subscription.lists)
        honoured.member(listFilter(list), true);
    if (!subscription.uris.empty()) {
        honoured.key("resourceSubscriptions").beginArray();
        for (const std::string &uri : subscription.uris)
            honoured.string(std::string_view(uri));
        honoured.endArray();
    }
    honoured.endObject();
    json::Builder params;
    params.beginObject()
        .key("_meta")
        .beginObject()
        .rawMember(kSubscriptionId, call.id())
        .endObject()
        .rawMember("notifications", honoured.view())
        .endObject();
    call.notify("notifications/subscriptions/acknowledged", params.view());
    m_subscriptions.push_back(std::move(subscription));
}

bool ModernDialect::watches(std::string_view uri) const
{
    return std::any_of(m_subscriptions.begin(), m_subscriptions.end(), [uri](const auto &each) {
        return std::find(each.uris.begin(), each.uris.end(), uri) != each.uris.end();
    });
}

void ModernDialect::resourceUpdated(const std::string &uri)
{
    for (const Subscription &each : m_subscriptions) {
        if (std::find(each.uris.begin(), each.uris.end(), uri) != each.uris.end())
            notify(each, "notifications/resources/updated", uri);
    }
}

void ModernDialect::listChanged(List list)
{
    for (const Subscription &each : m_subscriptions) {
        if (std::find(each.lists.begin(), each.lists.end(), list) != each.lists.end())
            notify(each, listChangedMethod(list));
    }
}

void ModernDialect::notify(
    const Subscription &subscription, std::string_view method, std::string_view uri) const
{
    json::Builder params;
    params.beginObject()
        .key("_meta")
        .beginObject()
        .rawMember(kSubscriptionId, subscription.call->id())
        .endObject();
    if (!uri.empty())
        params.member("uri", uri);
    params.endObject();
    subscription.call->notify(method, params.view());
}

void ModernDialect::endSubscriptions()
{
    for (const Subscription &each : m_subscriptions) {
        json::Builder id;
        id.beginObject().rawMember(kSubscriptionId, each.call->id()).endObject();
        std::string_view member = id.view();
        member.remove_prefix(1);
        member.remove_suffix(1);
        each.call->finishSealed(R"({"resultType":"complete","_meta":)" + resultMeta(member) + '}');
    }
}

std::string ModernDialect::resultMeta(std::string_view moreMembers) const
{
    json::Builder meta;
    meta.beginObject()
        .rawMember(kServerInfo, m_offer.serverInfo(m_features, Detail::Brief))
        .endObject();
    std::string text = meta.takeString();
    if (!moreMembers.empty())
        text.insert(1, std::string(moreMembers) + ',');
    return text;
}

std::string ModernDialect::seal(std::string_view result, std::optional<Freshness> freshness) const
{
    return seal(result, freshness, resultMeta());
}

std::string ModernDialect::seal(
    std::string_view result, std::optional<Freshness> freshness, std::string_view meta) const
{
    std::string text = R"({"resultType":"complete")";
    if (freshness) {
        text += R"(,"ttlMs":)" + std::to_string(freshness->ttl.count()) + R"(,"cacheScope":")"
            + (freshness->isPublic ? "public" : "private") + '"';
    }
    const std::string_view members = result.substr(1, result.size() - 2);
    if (!members.empty())
        text += ',' + std::string(members);
    return text + R"(,"_meta":)" + std::string(meta) + '}';
}

bool ModernDialect::wantsLog(const Call &call, LogLevel level) const
{
    const auto wanted = logLevelNamed(call.meta()[kLogLevel].text());
    return wanted && level >= *wanted;
}

bool ModernDialect::accepts(const Call &call, const RequestToClient &request) const
{
    return declares(call.meta()[kClientCapabilities], request);
}

void ModernDialect::sendRequest(Call &call, const RequestToClient &request, ResponseHandler handler)
{
    if (!accepts(call, request)) {
        return call.refuse(kMissingClientCapability,
            "This call requires the client capability " + request.capability + '.',
            R"({"requiredCapabilities":)" + request.requirement + '}');
    }
    const json::Value responses = call.params()["inputResponses"];
    const json::Value state = call.params()["requestState"];
    if (!responses && !state)
        return requireInput(call, request);
    if (!state.equals(requestState(call, request)))
        return call.fail(rpc::kInvalidParams, "requestState was not issued by this server.");
    const json::Value response = responses[request.capability];
    if (!response)
        return requireInput(call, request);
    if (!response.isObject())
        return call.fail(rpc::kInvalidParams, "A response in inputResponses must be an object.");
    handler(call, {response, {}});
}

void ModernDialect::requireInput(Call &call, const RequestToClient &request) const
{
    json::Builder result;
    result.beginObject()
        .member("resultType", "input_required")
        .key("inputRequests")
        .beginObject()
        .key(request.capability)
        .beginObject()
        .member("method", request.method);
    if (!request.params.empty())
        result.rawMember("params", request.params);
    result.endObject()
        .endObject()
        .member("requestState", requestState(call, request))
        .rawMember("_meta", resultMeta())
        .endObject();
    call.finishSealed(result.view());
}

// 2026-07-28 basic/patterns/mrtr: what goes through the client must be protected against changes.
// All there is to remember is that exactly this was asked.
std::string ModernDialect::requestState(const Call &call, const RequestToClient &request) const
{
    const std::string name = call.params()["name"].text();
    return signature(m_offer.secret, {request.method, name, call.params()["arguments"].raw()});
}

void ModernDialect::callEnded(Call &call)
{
    std::erase_if(m_subscriptions, [&](const Subscription &each) { return each.call == &call; });
}

} // namespace sonde::demo
