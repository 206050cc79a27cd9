// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session.h"

#include <algorithm>

// What a session tells of the requests that wait.
namespace sonde::mcp {

namespace {

std::int64_t later(std::int64_t deadline, std::int64_t by)
{
    return deadline > Session::kNever - by ? Session::kNever : deadline + by;
}

} // namespace

void Session::recordProgress(Request &request, const json::Value &params)
{
    CallProgress &progress = request.progress;
    ++progress.count;
    progress.done = params["progress"].toDouble().value_or(progress.done);
    progress.total = params["total"].toDouble();
    progress.message = params["message"].isString()
        ? params["message"].toString().left(CallProgress::kMaxMessage)
        : QString();
}

std::vector<RunningCall> Session::running() const
{
    std::vector<RunningCall> calls;
    m_pending.visit([&](Token token, const Request &request) {
        if (!request.opening && !request.listening)
            calls.push_back({callerOf(token, request), QString::fromStdString(request.method),
                QString::fromStdString(request.target), request.sent.steady, request.idleDeadline,
                request.totalDeadline, request.progress});
        return true;
    });
    std::sort(calls.begin(), calls.end(),
        [](const RunningCall &a, const RunningCall &b) { return a.token < b.token; });
    return calls;
}

void Session::rememberGivenUp(Token token, bool timedOut, Stamp now)
{
    const Request &request = *m_pending.find(token);
    if (request.opening || request.listening)
        return;
    if (m_givenUp.size() == kMaxGivenUp)
        m_givenUp.pop_front();
    m_givenUp.push_back({token, QString::fromStdString(request.method),
        QString::fromStdString(request.target), request.sent.steady, now.steady, timedOut, 0});
}

// 2025-11-25 basic/utilities/cancellation: it is ignored, and still worth seeing.
void Session::answeredLate(Token token, const Arrival &arrival, Actions &out)
{
    const auto call = std::find_if(m_givenUp.begin(), m_givenUp.end(),
        [token](const GivenUpCall &each) { return each.token == token; });
    if (call == m_givenUp.end())
        return;
    call->answeredNs = arrival.at.steady;
    out.emplace_back(LateResponse{*call});
}

void Session::forgetGivenUp(Token token)
{
    std::erase_if(m_givenUp, [token](const GivenUpCall &each) { return each.token == token; });
}

bool Session::extend(Token token, std::chrono::milliseconds by)
{
    const auto successor = m_successors.find(token);
    Request *const request =
        m_pending.find(successor == m_successors.end() ? token : successor->second);
    if (!request)
        return false;
    const std::int64_t ns = std::chrono::nanoseconds(by).count();
    request->idleNs = later(request->idleNs, ns); // progress must not shorten it again
    request->idleDeadline = later(request->idleDeadline, ns);
    request->totalDeadline = later(request->totalDeadline, ns);
    return true;
}

} // namespace sonde::mcp
