// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/httpsessions.h"

#include "mcp/session/sessionerrors.h"

#include <memory>
#include <string>
#include <utility>

namespace sonde::mcp {

HttpSessions::HttpSessions(PendingRequests &pending, const MessageWriter &writer)
    : m_pending(pending)
    , m_writer(writer)
{
}

void HttpSessions::remember(Token token, PendingRequests::Request &request, std::string_view params,
    bool wantProgress, bool waits)
{
    request.resend = std::make_unique<PendingRequests::Resend>(PendingRequests::Resend{
        token, std::string(params), wantProgress, waits ? 0 : m_newest, false, false});
    if (waits)
        m_pending.hold(token, request);
}

bool HttpSessions::isInNewest(const PendingRequests::Request &request) const
{
    return request.resend->session == m_newest;
}

// The server did not act on a request that it refused with 404, so the request is sent again; it
// may have acted on one whose stream broke, so that request fails.
void HttpSessions::lose(Token token, const wire::HttpFailure &failure, Actions &out)
{
    PendingRequests::Request &request = *m_pending.find(token);
    if (!request.resend->again && !failure.mayHaveActed)
        return m_pending.hold(token, request);
    Error error = session::sessionForgotten(failure, request.method);
    const Token caller = request.resend->caller;
    m_pending.settle(token, request);
    out.emplace_back(Complete{caller, std::move(error)});
}

void HttpSessions::sendWaiting(const Dialect &dialect, Stamp now, Actions &out)
{
    for (const Token token : m_pending.takeHeld()) {
        PendingRequests::Request *request = m_pending.find(token);
        if (!request)
            continue; // cancelled meanwhile
        const bool first = request->resend->session == 0;
        request->resend->held = false;
        request->resend->session = m_newest;
        request->resend->again = request->resend->again || !first;
        request->sent = now;
        const Token sent = first ? token : m_pending.renumber(token);
        request = m_pending.find(sent);
        if (!first)
            out.emplace_back(Renumbered{request->resend->caller, sent});
        m_writer.request(dialect, sent, request->method, request->resend->params,
            request->resend->wantProgress, request->origin, out);
    }
}

} // namespace sonde::mcp
