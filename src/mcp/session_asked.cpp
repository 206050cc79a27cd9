// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session.h"

#include <array>

// What the server asks the client, in the handshake era.
namespace sonde::mcp {

// Only the beginning of the params is read: a name that stands behind megabytes is not shown.
std::string targetOf(std::string_view method, std::string_view params)
{
    constexpr std::size_t kMaxRead = 4096;
    constexpr std::array<std::string_view, 3> kMembers{"name", "name", "uri"};
    constexpr std::array<std::string_view, 3> kMethods{
        "tools/call", "prompts/get", "resources/read"};
    for (std::size_t i = 0; i < kMethods.size(); ++i) {
        if (method == kMethods[i])
            return json::Document::parse(params.substr(0, kMaxRead)).root()[kMembers[i]].text();
    }
    return {};
}

// ping is always answered; the rest when somebody takes it. What we did not declare is refused
// (2025-11-25 basic/lifecycle#operation).
void Session::requested(rpc::Message &&message, const Arrival &arrival, Actions &out)
{
    if (isEcho(message))
        return echoed(message, arrival, out);
    if (!m_dialect->serverMayRequest()) {
        // 2026-07-28 basic: a server never sends requests, and the client never answers.
        out.emplace_back(ReportProblem{arrival.place, rpc::Problem::UnexpectedRequest});
        return;
    }
    if (message.method == "ping")
        out.emplace_back(Send{rpc::response(message.id, "{}"), wire::Outgoing::Kind::Response});
    else if (!m_offer.answers)
        out.emplace_back(Send{rpc::errorResponse(message.id, rpc::kMethodNotFound,
                                  "Sonde does not offer " + message.method.toStdString()),
            wire::Outgoing::Kind::Response});
    else if (m_asked.size() >= kMaxAsked)
        out.emplace_back(Send{rpc::errorResponse(message.id, rpc::kInternalError,
                                  "Too many requests wait for an answer"),
            wire::Outgoing::Kind::Response});
    else if (!m_asked.insert(message.id).second)
        out.emplace_back(ReportProblem{arrival.place, rpc::Problem::DuplicateId});
    else
        out.emplace_back(RequestReceived{std::move(message), causeOf(arrival)});
}

// 2025-11-25 basic/transports#sending-messages-to-the-server: what a server sends in the answer to
// a request SHOULD relate to that request. On stdio nothing says it; one request alone can be
// meant.
Cause Session::causeOf(const Arrival &arrival)
{
    const auto of = [](Token token, const Request &request, bool certain) {
        return Cause{std::to_string(token), request.method, request.target, certain};
    };
    if (!arrival.answerTo.empty()) {
        const Token token = tokenOf(arrival.answerTo);
        const Request *request = m_pending.find(token);
        return request ? of(token, *request, true) : Cause();
    }
    Cause only;
    m_pending.visit([&](Token token, const Request &request) {
        if (request.opening || request.listening)
            return true;
        const bool isFirst = only.id.empty();
        only = isFirst ? of(token, request, false) : Cause();
        return isFirst;
    });
    return only;
}

void Session::withdraw(const rpc::Message &cancelled, Actions &out)
{
    const rpc::Id id(cancelled.params()["requestId"].raw());
    if (m_asked.erase(id) == 0)
        return;
    const QString reason = cancelled.params()["reason"].toString();
    out.emplace_back(Withdrawn{id,
        reason.isEmpty() ? QStringLiteral("The server withdrew it.")
                         : QStringLiteral("The server withdrew it: %1").arg(reason)});
}

void Session::reply(const rpc::Id &id, std::string_view result, Actions &out)
{
    if (m_asked.erase(id) > 0)
        out.emplace_back(Send{rpc::response(id, result), wire::Outgoing::Kind::Response});
}

void Session::refuse(const rpc::Id &id, int code, std::string_view messageUtf8, Actions &out)
{
    if (m_asked.erase(id) > 0)
        out.emplace_back(
            Send{rpc::errorResponse(id, code, messageUtf8), wire::Outgoing::Kind::Response});
}

} // namespace sonde::mcp
