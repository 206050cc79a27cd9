// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/servererror.h"
#include "mcp/session.h"
#include "rpc/lifecycle.h"

#include <algorithm>

// What only happens over HTTP: refusals, and a session that the server has forgotten.
namespace sonde::mcp {

void Session::refused(const rpc::Id &id, wire::HttpFailure failure, Stamp at, Actions &out)
{
    const Token token = tokenOf(id);
    Request *const request = m_pending.find(token);
    if (!request)
        return; // a notification, an answer of ours, or given up: the exchange's row tells of it
    if (failure.sessionGone && request->kept)
        return sessionGone(token, failure, at, out);
    const bool opening = request->opening;
    const Token caller = callerOf(token, *request);
    if (request->listening)
        --m_listening;
    m_pending.settle(token);
    Error error = httpError(failure);
    if (opening)
        return breakDown(std::move(error), out,
            {failure.status, {}, std::make_shared<wire::HttpFailure>(std::move(failure))});
    m_successors.erase(caller);
    out.emplace_back(Complete{caller, std::move(error)});
}

void Session::suspend(Stamp now)
{
    if (m_suspendedNs == 0)
        m_suspendedNs = now.steady;
}

void Session::resume(Stamp now)
{
    const std::int64_t since = std::exchange(m_suspendedNs, 0);
    if (since == 0)
        return;
    m_nextDeadline = kNever;
    for (const Token token : m_pending.numbers()) {
        Request &request = *m_pending.find(token);
        const std::int64_t waited = now.steady - std::max(since, request.sent.steady);
        for (std::int64_t *const deadline : {&request.idleDeadline, &request.totalDeadline}) {
            if (*deadline != kNever)
                *deadline += waited;
            m_nextDeadline = std::min(m_nextDeadline, *deadline);
        }
    }
}

// 2025-11-25 basic/transports#session-management: 404 to a request with a session means that a new
// session must be opened. A request that was refused this way was not acted on, so it is sent once
// more; one whose stream broke may have been, and it fails.
void Session::sessionGone(Token token, const wire::HttpFailure &failure, Stamp now, Actions &out)
{
    Request &request = *m_pending.find(token);
    Kept &kept = *request.kept;
    const bool ofThisSession = kept.session == m_sessions;
    if (kept.again || failure.mayHaveActed) {
        Error error = httpError(failure);
        if (failure.mayHaveActed)
            error.sentence = QStringLiteral("The server forgot the session while it worked on %1; "
                                            "what became of the request is not known.")
                                 .arg(QString::fromStdString(request.method));
        const Token caller = kept.caller;
        m_pending.settle(token);
        m_successors.erase(caller);
        out.emplace_back(Complete{caller, std::move(error)});
    } else {
        kept.waiting = true;
        m_waiting.push_back(token);
    }
    if (m_state != State::Ready)
        return; // a new session is under way
    if (ofThisSession)
        renew(now, out);
    else
        sendWaiting(now, out);
}

void Session::renew(Stamp now, Actions &out)
{
    out.emplace_back(LogLifecycle{QLatin1String(rpc::lifecycle::kSessionRenewal),
        QStringLiteral("The server answered 404 to a request of the session, so it has forgotten "
                       "it. A new session is opened.")});
    ++m_sessions;
    m_state = State::Renewing;
    m_retried = false;
    m_asked.clear(); // they were of the old session
    m_dialect = Dialect::make(m_era, m_revision, m_offer.capabilities);
    sendOpening(now, out);
}

// Each under a new id: its caller keeps the first one.
void Session::sendWaiting(Stamp now, Actions &out)
{
    for (const Token token : std::exchange(m_waiting, {})) {
        Request *const waiting = m_pending.find(token);
        if (!waiting)
            continue; // cancelled meanwhile
        const bool fresh = waiting->kept->session == 0;
        waiting->kept->waiting = false;
        waiting->kept->session = m_sessions;
        waiting->sent = now;
        if (fresh) {
            sendRequest(
                token, waiting->method, waiting->kept->params, waiting->kept->wantProgress, out);
            continue;
        }
        waiting->kept->again = true;
        Request request = std::move(*waiting);
        m_pending.settle(token);
        const Token next = m_pending.nextNumber();
        m_successors[request.kept->caller] = next;
        sendRequest(next, request.method, request.kept->params, request.kept->wantProgress, out);
        m_pending.add() = std::move(request);
    }
}

} // namespace sonde::mcp
