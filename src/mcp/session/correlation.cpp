// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/correlation.h"

#include "mcp/message/errorresponse.h"
#include "mcp/message/subscriptionmeta.h"
#include "wire/link/sessionrefusal.h"

namespace sonde::mcp {

void Correlation::expectRefusals(const std::vector<rpc::Message> &typed)
{
    for (const rpc::Message &each : typed) {
        if (each.kind != rpc::Kind::Invalid)
            continue;
        ++m_unreadable;
        const auto id = each.root()["id"];
        if (id && !id.isNull() && m_typedIds.size() < kMaxTypedIds)
            m_typedIds.emplace(id.raw());
    }
}

// An error without an id says that a request could not be read. Over HTTP it is in the response to
// that request; otherwise only a single pending request makes it clear. Servers also send it for
// notifications, against JSON-RPC 2.0 section 4.1: but those were readable.
Token Correlation::requestOf(
    const rpc::Message &response, const Arrival &arrival, bool opening) const
{
    if (!isNameless(response) && !isSessionLost(response, arrival))
        return m_pending.tokenOf(response.id);
    if (!arrival.responseTo.empty())
        return m_pending.tokenOf(arrival.responseTo);
    if (opening)
        return m_pending.nextToken() - 1;
    const bool mayGuess = !m_overHttp && m_unreadable == 0 && saysUnreadable(response);
    return mayGuess ? m_pending.onlyWaiting(arrival.at) : 0;
}

// 2025-11-25 basic/transports#session-management requires status 404 instead. With the id of the
// request it may be about any other session, such as that of a browser which a tool controls.
bool Correlation::isSessionLost(const rpc::Message &response, const Arrival &arrival) const
{
    if (!m_overHttp || response.kind != rpc::Kind::ErrorResponse || arrival.responseTo.empty()
        || m_pending.find(m_pending.tokenOf(response.id)))
        return false;
    const auto *const request = m_pending.find(m_pending.tokenOf(arrival.responseTo));
    return request && request->resend && wire::namesSession(response.error()["message"].text());
}

bool Correlation::isOpening(const rpc::Message &request) const
{
    const auto *const pending = m_pending.find(rpc::plainNumber(request.id));
    return pending && pending->opening && pending->method == request.method;
}

void Correlation::reportUnmatched(Token token, const rpc::Message &response, const Arrival &arrival,
    DiscardedInput &discarded, Actions &out)
{
    if (isNameless(response)) { // JSON-RPC 2.0 section 5 allows it: this is no problem
        if (m_unreadable > 0)
            --m_unreadable;
        else if (const Token only = m_pending.onlyWaiting(arrival.at))
            m_pending.find(only)->nameless = describeError(response);
        return;
    }
    if (m_typedIds.erase(response.id) > 0) {
        if (m_unreadable > 0)
            --m_unreadable;
        return;
    }
    const rpc::Problem problem =
        m_pending.find(token) ? rpc::Problem::UnknownId : m_pending.judge(token);
    out.emplace_back(ReportProblem{arrival.place, problem});
    if (problem == rpc::Problem::LateResponse) {
        // 2025-11-25 basic/utilities/cancellation: it is ignored, but worth showing.
        if (const GivenUpCall *call = m_pending.answeredLate(token, arrival.at))
            out.emplace_back(LateResponse{*call});
    } else if (problem == rpc::Problem::UnknownId) {
        discarded.addResponse(response, m_pending.similarId(response.id), arrival.at);
    }
}

// 2025-11-25 basic/transports#sending-messages-to-the-server: a request that a server sends in the
// HTTP response to a client's request SHOULD relate to that request. On stdio nothing relates them,
// so only a single pending call can be the cause; a list that is being loaded is none: many servers
// request the roots as soon as they are connected.
Cause Correlation::causeOf(const Arrival &arrival) const
{
    const bool certain = !arrival.responseTo.empty();
    const Token token = certain ? m_pending.tokenOf(arrival.responseTo) : m_pending.onlyCall();
    const auto *const request = m_pending.find(token);
    if (!request || (!certain && request->method.ends_with("/list")))
        return {};
    return {PendingRequests::wireId(token, *request), request->method, request->target(), certain};
}

std::vector<Token> Correlation::waitingFor(const Arrival &arrival) const
{
    if (!arrival.responseTo.empty())
        return {m_pending.tokenOf(arrival.responseTo)};
    if (m_pending.size() > kMaxWaiting)
        return {};
    std::vector<Token> calls = m_pending.calls();
    std::erase_if(calls, [this](Token token) { return m_pending.find(token)->listening; });
    return calls;
}

// 2026-07-28 basic/utilities/subscriptions: a notification of a subscription names it.
Token Correlation::subscriptionOf(const rpc::Message &notification, const Arrival &arrival) const
{
    const json::Value name = notification.params()["_meta"][kSubscriptionIdMeta];
    const Token token = rpc::plainNumber(name ? name.raw() : arrival.responseTo);
    const auto *const request = m_pending.find(token);
    return request && request->listening ? token : 0;
}

} // namespace sonde::mcp
