// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/receivedrequests.h"

#include "mcp/session/sessionerrors.h"

#include <utility>

namespace sonde::mcp {

namespace {

Send respond(Bytes message)
{
    return {std::move(message), wire::Outgoing::Kind::Response};
}

} // namespace

// A client always responds to ping, and refuses what it did not declare (2025-11-25
// basic/lifecycle#operation).
bool ReceivedRequests::admit(const rpc::Message &request, const rpc::Place &place, Actions &out)
{
    if (request.method == "ping")
        out.emplace_back(respond(rpc::response(request.id, "{}")));
    else if (!m_offered)
        out.emplace_back(respond(rpc::errorResponse(request.id, rpc::kMethodNotFound,
            "Sonde does not offer " + request.method.toStdString())));
    else if (m_waiting.size() >= kMaxWaiting)
        out.emplace_back(respond(rpc::errorResponse(
            request.id, rpc::kInternalError, "Too many requests wait for a response")));
    else if (!m_waiting.try_emplace(request.id).second)
        out.emplace_back(ReportProblem{place, rpc::Problem::DuplicateId});
    else
        return true;
    return false;
}

void ReceivedRequests::pause(const rpc::Id &id, std::vector<Token> calls, Stamp since)
{
    for (const Token call : calls)
        m_calls.pause(call, since);
    m_waiting[id] = std::move(calls);
}

bool ReceivedRequests::settle(const rpc::Id &id, Stamp now)
{
    const auto waiting = m_waiting.extract(id);
    if (!waiting)
        return false;
    for (const Token call : waiting.mapped())
        m_calls.unpause(call, now);
    return true;
}

void ReceivedRequests::clear(Stamp now)
{
    while (!m_waiting.empty())
        settle(rpc::Id(m_waiting.begin()->first), now);
}

// 2025-11-25 basic/utilities/ping: "either the client or server can initiate a ping", and the
// receiver must respond promptly; basic/lifecycle#initialization allows it before initialize. A
// modern server must not ask at all, which can be said only when the era is known.
void ReceivedRequests::admitEarly(rpc::Message &&request, const Arrival &arrival, Actions &out)
{
    const bool isPing = request.method == "ping";
    if (isPing)
        out.emplace_back(respond(rpc::response(request.id, "{}")));
    else if (!m_mayWait)
        out.emplace_back(respond(rpc::errorResponse(request.id, rpc::kMethodNotFound,
            "Sonde does not offer " + request.method.toStdString()
                + " before the session is open")));
    const std::size_t bytes = request.bytes().size();
    if (m_early.size() < kMaxEarly && m_earlyBytes + bytes <= kMaxEarlyBytes) {
        m_earlyBytes += bytes;
        m_early.push_back({std::move(request), arrival});
        m_early.back().arrival.responseTo = {}; // a view of an event that does not live as long
    } else if (!isPing && m_mayWait) {
        out.emplace_back(respond(rpc::errorResponse(
            request.id, rpc::kInternalError, "Too many requests before the session is open")));
    }
}

std::vector<ReceivedRequests::Early> ReceivedRequests::takeEarly(bool withPings)
{
    m_earlyBytes = 0;
    std::vector<Early> early = std::exchange(m_early, {});
    if (!withPings)
        std::erase_if(early, [](const Early &each) { return each.message.method == "ping"; });
    return early;
}

void ReceivedRequests::reply(const rpc::Id &id, std::string_view result, Stamp now, Actions &out)
{
    if (settle(id, now))
        out.emplace_back(respond(rpc::response(id, result)));
}

void ReceivedRequests::refuse(const rpc::Id &id, std::string_view error, Stamp now, Actions &out)
{
    if (settle(id, now))
        out.emplace_back(respond(rpc::responseWithError(id, error)));
}

// 2025-11-25 basic/utilities/cancellation: a cancelled request gets no response.
void ReceivedRequests::cancelled(const rpc::Message &notification, Stamp now, Actions &out)
{
    const rpc::Id id(notification.params()["requestId"].raw());
    std::erase_if(m_early, [&id](const Early &each) { return each.message.id == id; });
    if (settle(id, now))
        out.emplace_back(
            Withdrawn{id, session::withdrawn(notification.params()["reason"].toString())});
}

void ReceivedRequests::withdrawAll(const QString &why, Actions &out)
{
    takeEarly(false); // no person has seen them
    for (const auto &[id, calls] : std::exchange(m_waiting, {})) // the calls are over, too
        out.emplace_back(Withdrawn{id, why});
}

} // namespace sonde::mcp
