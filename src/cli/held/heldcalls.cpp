// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldcalls.h"

#include "cli/server/serverlink.h"
#include "mcp/client/serverrequesthandler.h"
#include "mcp/message/subscriptionmeta.h"
#include "json/builder.h"
#include "json/edit.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

namespace sonde::cli {

namespace {

// The command has timeouts of its own, and cancels.
constexpr std::chrono::hours kLongest{24};
constexpr std::string_view kPrefix = "\"held-";

std::string ownId(HeldCalls::Number number)
{
    return std::string(kPrefix) + std::to_string(number) + '"';
}

// 0: it is none of ours.
HeldCalls::Number numberOf(std::string_view id)
{
    HeldCalls::Number number = 0;
    if (id.substr(0, kPrefix.size()) == kPrefix)
        std::from_chars(id.data() + kPrefix.size(), id.data() + id.size(), number);
    return number;
}

Bytes withOwnIds(const rpc::Message &request, const std::string &own)
{
    Bytes text = json::replaceValueOr(request.root()["id"], own, request.bytes());
    if (!request.params()["_meta"]["progressToken"])
        return text;
    const json::Document document = json::Document::parse(text);
    return json::replaceValueOr(document.root()["params"]["_meta"]["progressToken"], own, text);
}

bool declaresNothing(const rpc::Message &request)
{
    const json::Value declared = request.params()["_meta"][mcp::kClientCapabilitiesMeta];
    return declared.isObject() && declared.count() == 0;
}

bool mayAskForInput(std::string_view method)
{
    return method == "tools/call" || method == "prompts/get" || method == "resources/read";
}

Bytes withoutMeta(const Bytes &params, std::string_view name)
{
    const json::Document document = json::Document::parse(params);
    const Result<Bytes> text = json::removeValue(document.root()["_meta"][name]);
    return text ? *text : params;
}

// As it came from the server, or in its form.
Bytes responseOf(const rpc::Id &id, const Result<std::optional<mcp::Response>> &response)
{
    if (response && *response) {
        const rpc::Message &message = (*response)->message;
        const Bytes named = json::replaceValueOr(
            message.root()["id"], id, rpc::response(id, message.result().raw()));
        const json::Document document = json::Document::parse(named);
        const json::Value subscription =
            document.root()["result"]["_meta"][mcp::kSubscriptionIdMeta];
        return subscription ? json::replaceValueOr(subscription, id, named) : named; // how it ends
    }
    const Error error = response ? Error{} : response.error();
    if (error.domain != Domain::Server || error.data.isEmpty())
        return rpc::errorResponse(id, kLostCode, error.sentence.toStdString());
    return rpc::responseWithError(
        id, std::string_view(error.data.data(), std::size_t(error.data.size())));
}

} // namespace

HeldCalls::HeldCalls(Deliver deliver, mcp::CallOptions timeouts)
    : m_deliver(std::move(deliver))
    , m_timeouts(std::move(timeouts))
{
}

void HeldCalls::refuse(int peer, const rpc::Id &id, int code, std::string_view sentence) const
{
    m_deliver(peer, rpc::errorResponse(id, code, sentence).view());
}

void HeldCalls::send(int peer, const rpc::Message &request)
{
    if (m_client->state() != mcp::ClientState::Ready)
        return refuse(peer, request.id, kLostCode, "The server of this connection has ended.");
    if (m_calls.size() >= kMaxCalls || find(peer, request.id) != m_calls.end())
        return refuse(peer, request.id, rpc::kInvalidRequest,
            "The id is in use, or too many requests have no response.");
    const Number number = ++m_last;
    m_calls.emplace(number,
        Call{.peer = peer,
            .id = request.id,
            .token = std::string(request.params()["_meta"]["progressToken"].raw()),
            .method = std::string(std::string_view(request.method))});
    begin(number, needsTools(request) ? loadTools(number, request) : pass(number, request));
}

void HeldCalls::begin(Number number, const RequestHandle &request)
{
    if (const auto call = m_calls.find(number); call != m_calls.end())
        call->second.request = request;
}

// 2026-07-28 server/tools, "x-mcp-header": over HTTP the list says which arguments of a call go
// into headers as well. The command knows only that its server is a program.
bool HeldCalls::needsTools(const rpc::Message &request) const
{
    return !m_knowsTools && request.method == "tools/call"
        && m_client->config().endpoint.hasExchanges()
        && m_client->negotiated().era == mcp::Era::Modern;
}

// The call goes on without a list that the server refuses.
RequestHandle HeldCalls::loadTools(Number number, const rpc::Message &request)
{
    return m_client->list({QStringLiteral("tools/list"), QStringLiteral("tools")}, {}, this,
        [this, number, request](const mcp::Listing &listing) {
            if (m_calls.find(number) == m_calls.end())
                return;
            if (listing.failed && listing.failed->domain == Domain::Cancelled)
                return respond(number, *listing.failed);
            m_knowsTools = !listing.failed;
            begin(number, pass(number, request));
        });
}

RequestHandle HeldCalls::pass(Number number, const rpc::Message &request)
{
    const mcp::ServerRequestHandler *const keeper = m_client->config().serverRequests;
    const bool asksKeeper = keeper && keeper->takesInput()
        && m_client->negotiated().era == mcp::Era::Modern && declaresNothing(request)
        && mayAskForInput(request.method);
    return asksKeeper ? sendWithInput(number, request) : sendAsItIs(number, request);
}

mcp::CallOptions HeldCalls::optionsOf(Number number)
{
    mcp::CallOptions options;
    const bool isSubscription = m_calls.at(number).method.ends_with("/listen");
    options.idleTimeout = isSubscription ? kLongest : m_timeouts.idleTimeout.value_or(kLongest);
    options.totalTimeout = isSubscription ? kLongest : m_timeouts.totalTimeout.value_or(kLongest);
    options.onProgress = [this, number](
                             const rpc::Message &progress) { passProgress(number, progress); };
    return options;
}

RequestHandle HeldCalls::sendAsItIs(Number number, const rpc::Message &request)
{
    return m_client->sendRaw(withOwnIds(request, ownId(number)), std::nullopt, optionsOf(number),
        this, [this, number](const auto &response) { respond(number, response); });
}

// 2026-07-28 basic/patterns/mrtr: the rounds are those of the client, with its capabilities.
RequestHandle HeldCalls::sendWithInput(Number number, const rpc::Message &request)
{
    mcp::CallOptions options = optionsOf(number);
    Bytes params = Bytes::copyOf(request.params().raw());
    if (request.params()["_meta"]["progressToken"]) {
        options.wantProgress = true;
        params = withoutMeta(params, "progressToken");
    }
    params = withoutMeta(params, mcp::kClientCapabilitiesMeta);
    m_calls.at(number).params = params;
    return m_client->request(json::toQString(request.method), params, options, this,
        [this, number](Result<mcp::Response> &&response) {
            respond(number,
                response ? Result<std::optional<mcp::Response>>(std::move(response).value())
                         : response.error());
        });
}

HeldCalls::Calls::iterator HeldCalls::find(int peer, const rpc::Id &id)
{
    return std::find_if(m_calls.begin(), m_calls.end(),
        [&](const auto &each) { return each.second.peer == peer && each.second.id == id; });
}

void HeldCalls::cancel(int peer, const rpc::Id &id)
{
    const auto call = find(peer, id);
    if (call != m_calls.end())
        call->second.request.cancel();
}

void HeldCalls::cancel(Number number)
{
    const auto call = m_calls.find(number);
    if (call != m_calls.end())
        call->second.request.cancel();
}

void HeldCalls::leave(int peer)
{
    for (auto &[number, call] : m_calls) {
        if (call.peer != peer)
            continue;
        call.peer = 0;
        if (!call.isParked)
            call.request.cancel();
    }
}

bool HeldCalls::hear(const rpc::Message &notification)
{
    if (notification.method == "notifications/tools/list_changed")
        m_knowsTools = false;
    if (notification.method == "notifications/progress"
        || notification.method == "notifications/cancelled")
        return true;
    const json::Value subscription = notification.params()["_meta"][mcp::kSubscriptionIdMeta];
    if (!subscription)
        return false;
    const auto call = m_calls.find(numberOf(subscription.raw()));
    if (call != m_calls.end() && call->second.peer != 0)
        m_deliver(call->second.peer,
            json::replaceValueOr(subscription, call->second.id, notification.bytes()).view());
    return true;
}

void HeldCalls::passProgress(Number number, const rpc::Message &progress)
{
    const auto call = m_calls.find(number);
    if (call == m_calls.end() || call->second.peer == 0 || call->second.isAdopted
        || call->second.token.empty() || progress.method != "notifications/progress")
        return; // nobody asked for it
    m_deliver(call->second.peer,
        json::replaceValueOr(
            progress.params()["progressToken"], call->second.token, progress.bytes())
            .view());
}

void HeldCalls::respond(Number number, const Result<std::optional<mcp::Response>> &response)
{
    const auto call = m_calls.find(number);
    if (call == m_calls.end())
        return;
    if (!response && response.error().domain == Domain::Cancelled) {
        m_calls.erase(call);
        return;
    }
    const Bytes text = responseOf(call->second.id, response);
    if (call->second.peer != 0)
        return deliver(call, text);
    call->second.response = text;
    forgetOld();
}

// Responses that nobody has come for; the recording has them.
void HeldCalls::forgetOld()
{
    const auto isKept = [](const auto &each) { return each.second.response.has_value(); };
    if (std::count_if(m_calls.begin(), m_calls.end(), isKept) > kMaxKept)
        m_calls.erase(std::find_if(m_calls.begin(), m_calls.end(), isKept));
}

void HeldCalls::deliver(Calls::iterator call, const Bytes &response)
{
    const Call ended = std::move(call->second);
    m_calls.erase(call);
    if (!ended.isAdopted)
        return m_deliver(ended.peer, response.view());
    json::Builder result;
    result.beginObject()
        .member("method", std::string_view(ended.method))
        .rawMember("response", response.view())
        .endObject();
    m_deliver(ended.peer, rpc::response(ended.id, result.view()).view());
}

// A list that is loaded is no cause: many servers request something once they are connected.
bool HeldCalls::mayAsk(const Call &call)
{
    return !call.response && !call.method.ends_with("/list") && !call.method.ends_with("/listen")
        && !call.method.ends_with("/subscribe");
}

HeldCalls::Number HeldCalls::causeOf(const mcp::Cause &cause) const
{
    std::vector<Number> waiting;
    std::vector<Number> parked;
    for (const auto &[number, call] : m_calls) {
        if (!mayAsk(call))
            continue;
        if (cause.id == ownId(number))
            return number;
        (call.isParked ? parked : waiting).push_back(number);
    }
    const std::vector<Number> &likely = waiting.empty() ? parked : waiting;
    return likely.size() == 1 ? likely.front() : 0;
}

bool HeldCalls::isWaitedFor() const
{
    return std::any_of(
        m_calls.begin(), m_calls.end(), [](const auto &each) { return each.second.peer != 0; });
}

std::vector<int> HeldCalls::waitingPeers() const
{
    std::vector<int> peers;
    for (const auto &[number, call] : m_calls) {
        if (call.peer != 0 && mayAsk(call))
            peers.push_back(call.peer);
    }
    return peers;
}

HeldCalls::Number HeldCalls::callOf(const mcp::InputRound &round) const
{
    const mcp::InputRound::Properties &facts = round.facts();
    const Bytes &first = facts.before.empty() ? facts.params : facts.before.front().params;
    // Two calls may be equal in all that is in them: what counts is which of them it is.
    const auto found = std::find_if(m_calls.begin(), m_calls.end(), [&](const auto &each) {
        return !each.second.params.isEmpty()
            && each.second.params.view().data() == first.view().data();
    });
    return found == m_calls.end() ? 0 : found->first;
}

int HeldCalls::peerOf(Number call) const
{
    const auto found = m_calls.find(call);
    return found == m_calls.end() ? 0 : found->second.peer;
}

bool HeldCalls::isOver(Number call) const
{
    const auto found = m_calls.find(call);
    return found != m_calls.end() && found->second.response.has_value();
}

void HeldCalls::park(Number number, const std::string &sentence, std::string_view data)
{
    const auto call = m_calls.find(number);
    if (call == m_calls.end())
        return;
    call->second.isParked = true;
    if (call->second.peer == 0)
        return;
    const int peer = std::exchange(call->second.peer, 0);
    m_deliver(peer, rpc::errorResponse(call->second.id, kParkedCode, sentence, data).view());
}

bool HeldCalls::adopt(Number number, int peer, const rpc::Id &id)
{
    const auto call = m_calls.find(number);
    if (call == m_calls.end() || call->second.peer != 0)
        return false;
    call->second.peer = peer;
    call->second.id = id;
    call->second.isAdopted = true;
    if (call->second.response)
        deliver(call, Bytes(*call->second.response));
    return true;
}

} // namespace sonde::cli
