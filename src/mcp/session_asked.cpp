// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session.h"

// What the server asks the client, in the handshake era.
namespace sonde::mcp {

// ping is always answered; the rest when somebody takes it. What we did not declare is refused
// (2025-11-25 basic/lifecycle#operation).
void Session::requested(rpc::Message message, const rpc::Place &place, Actions &out)
{
    if (!m_dialect->serverMayRequest()) {
        // 2026-07-28 basic: a server never sends requests, and the client never answers.
        out.emplace_back(Mark{place, rpc::Problem::UnexpectedRequest});
        return;
    }
    if (message.method == "ping")
        out.emplace_back(Send{rpc::response(message.id, "{}"), wire::Outgoing::Kind::Response});
    else if (!m_offer.answers)
        out.emplace_back(Send{rpc::errorResponse(message.id, rpc::kMethodNotFound,
                                  "Sonde does not offer " + message.method),
            wire::Outgoing::Kind::Response});
    else if (m_asked.size() >= kMaxAsked)
        out.emplace_back(Send{rpc::errorResponse(message.id, rpc::kInternalError,
                                  "Too many requests wait for an answer"),
            wire::Outgoing::Kind::Response});
    else if (!m_asked.insert(message.id).second)
        out.emplace_back(Mark{place, rpc::Problem::DuplicateId});
    else
        out.emplace_back(Asked{std::move(message)});
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
