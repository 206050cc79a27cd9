// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/callers.h"

#include <optional>
#include <utility>

namespace sonde::mcp {

void Callers::add(Token token, QObject *context, Answered &&done, const CallOptions &options)
{
    Caller &caller = m_waiting.add(token);
    caller.context = context;
    caller.done = std::move(done);
    caller.onNumbered = options.onNumbered;
    caller.onProgress = options.onProgress;
    caller.onLate = options.onLate;
}

void Callers::complete(Complete &action)
{
    // Out of the table before it is called: it may ask again.
    std::optional<Caller> caller = m_waiting.take(action.token);
    if (!caller || !caller->context)
        return;
    const auto done = std::move(caller->done);
    if (!action.outcome && caller->onLate)
        rememberLate(action.token, *std::move(caller));
    done(std::move(action.outcome));
}

void Callers::renumbered(Token caller, Token number)
{
    const Caller *const found = m_waiting.find(caller);
    if (!found || !found->context || !found->onNumbered)
        return;
    const auto onNumbered = found->onNumbered; // which may forget the caller
    onNumbered(number);
}

void Callers::reportProgress(Token token, const rpc::Message &message)
{
    const Caller *const caller = m_waiting.find(token);
    if (!caller || !caller->context || !caller->onProgress)
        return;
    const auto onProgress = caller->onProgress; // which may forget the caller
    onProgress(message);
}

void Callers::rememberLate(Token token, Caller caller)
{
    if (m_late.size() == PendingRequests::kMaxGivenUp)
        m_late.erase(m_late.begin());
    m_late.emplace(token, std::move(caller));
}

void Callers::reportLate(const GivenUpCall &call)
{
    const auto caller = m_late.extract(call.token);
    if (caller && caller.mapped().context)
        caller.mapped().onLate(call);
}

} // namespace sonde::mcp
