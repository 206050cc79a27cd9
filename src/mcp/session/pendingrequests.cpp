// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/pendingrequests.h"

#include <algorithm>

namespace sonde::mcp {

namespace {

constexpr Token kMaxSkipped = 1000; // own ids that a typed id may leave out
constexpr std::size_t kMaxAliases = 1000;

std::int64_t nsOf(std::chrono::milliseconds time)
{
    return std::chrono::nanoseconds(time).count();
}

std::int64_t later(std::int64_t deadline, std::int64_t by)
{
    return deadline > PendingRequests::kNever - by ? PendingRequests::kNever : deadline + by;
}

} // namespace

PendingRequests::Request &PendingRequests::addTyped(const rpc::Id &id, Token &token)
{
    if (const Token own = m_table.numberOf(id);
        own > m_table.nextNumber() && own - m_table.nextNumber() <= kMaxSkipped)
        m_table.skipTo(own);
    token = m_table.nextNumber();
    Request &request = m_table.add();
    request.typedId = id;
    return request;
}

void PendingRequests::addAliases(Token token, const rpc::Id &id, const std::string &progressToken)
{
    addAlias(m_aliases, id, token);
    addAlias(m_progressAliases, progressToken, token);
}

void PendingRequests::addAlias(Aliases &aliases, const std::string &name, Token token) const
{
    if (aliases.size() >= kMaxAliases)
        std::erase_if(aliases, [this](const auto &alias) { return !m_table.find(alias.second); });
    if (!name.empty() && name != std::to_string(token))
        aliases[name] = token;
}

void PendingRequests::schedule(Request &request, const Timeouts &timeouts, Stamp now)
{
    request.sent = now;
    request.idleNs = nsOf(timeouts.idle);
    request.idleDeadline = now.steady + request.idleNs;
    request.totalDeadline = now.steady + nsOf(timeouts.total);
    m_nextDeadline = std::min({m_nextDeadline, request.idleDeadline, request.totalDeadline});
}

void PendingRequests::setListening(Request &request)
{
    request.listening = true;
    ++m_listening;
}

void PendingRequests::clear()
{
    m_successors.clear();
    m_held.clear();
}

Token PendingRequests::current(Token caller) const
{
    const auto successor = m_successors.find(caller);
    return successor == m_successors.end() ? caller : successor->second;
}

// Typed ids are any text; the ids of this session are their number.
Token PendingRequests::tokenOf(std::string_view id) const
{
    if (!m_aliases.empty()) {
        if (const auto alias = m_aliases.find(std::string(id)); alias != m_aliases.end())
            return alias->second;
    }
    return m_table.numberOf(id);
}

void PendingRequests::drop(std::string_view id, bool isResponse)
{
    if (Request *const request = find(tokenOf(id)))
        request->dropped = isResponse ? Dropped::Response : Dropped::Request;
}

Token PendingRequests::progressing(std::string_view progressToken) const
{
    if (!m_progressAliases.empty()) {
        const auto typed = m_progressAliases.find(std::string(progressToken));
        if (typed != m_progressAliases.end())
            return typed->second;
    }
    return m_table.numberOf(progressToken);
}

rpc::Id PendingRequests::wireId(Token token, const Request &request)
{
    return request.typedId.empty() ? std::to_string(token) : request.typedId;
}

rpc::Id PendingRequests::similarId(const rpc::Id &id) const
{
    std::string_view plain = id;
    if (plain.size() > 2 && plain.starts_with('"'))
        plain = plain.substr(1, plain.size() - 2);
    const auto whole = plain.ends_with(".0") ? plain.substr(0, plain.size() - 2) : plain;
    for (const std::string_view candidate : {std::string_view(id), plain, whole}) {
        const Token token = tokenOf(candidate);
        if (const Request *request = find(token))
            return wireId(token, *request);
    }
    return {};
}

Stamp PendingRequests::sentAt(const Request &request, std::int64_t againNs)
{
    Stamp sent = request.sent;
    if (againNs > 0) {
        sent.wall += againNs - sent.steady;
        sent.steady = againNs;
    }
    return sent;
}

bool PendingRequests::cameBefore(Token token, const Request &request, Stamp at, Token sentUpTo)
{
    const bool isUnsent = request.resend && request.resend->held;
    return isUnsent || token > sentUpTo || at.steady < request.sent.steady;
}

Token PendingRequests::onlyWaiting(Stamp at) const
{
    if (m_table.size() != 1)
        return 0;
    Token only = 0;
    m_table.visit([&](Token token, const Request &request) {
        only = at.steady < request.sent.steady ? 0 : token;
        return false;
    });
    return only;
}

Token PendingRequests::onlyCall() const
{
    Token only = 0;
    m_table.visit([&](Token token, const Request &request) {
        if (request.opening || request.listening)
            return true;
        const bool isFirst = only == 0;
        only = isFirst ? token : 0;
        return isFirst;
    });
    return only;
}

std::vector<Token> PendingRequests::calls() const
{
    std::vector<std::pair<Token, Token>> byCaller;
    m_table.visit([&](Token token, const Request &request) {
        if (!request.opening)
            byCaller.emplace_back(callerOf(token, request), token);
        return true;
    });
    std::sort(byCaller.begin(), byCaller.end());
    std::vector<Token> tokens;
    tokens.reserve(byCaller.size());
    for (const auto &[caller, token] : byCaller)
        tokens.push_back(token);
    return tokens;
}

std::vector<RunningCall> PendingRequests::running() const
{
    std::vector<RunningCall> running;
    for (const Token token : calls()) {
        const Request &request = *find(token);
        if (!request.listening)
            running.push_back({callerOf(token, request), QString::fromStdString(request.method),
                QString::fromStdString(request.target()), request.sent.steady, request.idleDeadline,
                request.totalDeadline, request.progress,
                request.pauses > 0 ? request.pausedNs : 0});
    }
    return running;
}

void PendingRequests::recordProgress(Request &request, const json::Value &params, Stamp at)
{
    CallProgress &progress = request.progress;
    ++progress.count;
    progress.done = params["progress"].toDouble().value_or(progress.done);
    progress.total = params["total"].toDouble();
    progress.message = params["message"].isString()
        ? params["message"].toString().left(CallProgress::kMaxMessage)
        : QString();
    if (!request.listening) // a subscription has no timeout
        request.idleDeadline = at.steady + request.idleNs;
}

bool PendingRequests::extend(Token caller, std::chrono::milliseconds by)
{
    Request *const request = find(current(caller));
    if (!request)
        return false;
    request->idleNs = later(request->idleNs, nsOf(by)); // progress must not shorten it again
    request->idleDeadline = later(request->idleDeadline, nsOf(by));
    request->totalDeadline = later(request->totalDeadline, nsOf(by));
    return true;
}

void PendingRequests::postponeOpening(std::chrono::milliseconds most, Stamp now)
{
    for (const Token token : m_table.numbers()) {
        Request &request = *find(token);
        if (!request.opening)
            continue;
        const std::int64_t latest = request.sent.steady + nsOf(most);
        const std::int64_t deadline = std::min(later(now.steady, request.idleNs), latest);
        request.idleDeadline = std::max(request.idleDeadline, deadline);
        request.totalDeadline = std::max(request.totalDeadline, deadline);
    }
}

std::vector<PendingRequests::Expired> PendingRequests::expired(Stamp now)
{
    std::vector<Expired> expired;
    if (now.steady < nextDeadline())
        return expired;
    m_nextDeadline = kNever;
    for (const Token token : m_table.numbers()) {
        const Request &request = *find(token);
        const auto deadline = std::min(request.idleDeadline, request.totalDeadline);
        if (request.pauses > 0)
            continue;
        if (deadline <= now.steady)
            expired.push_back({token, request.totalDeadline <= request.idleDeadline});
        else
            m_nextDeadline = std::min(m_nextDeadline, deadline);
    }
    return expired;
}

void PendingRequests::suspend(Stamp now)
{
    if (m_suspendedNs == 0)
        m_suspendedNs = now.steady;
}

void PendingRequests::resume(Stamp now)
{
    const std::int64_t since = std::exchange(m_suspendedNs, 0);
    if (since == 0)
        return;
    m_nextDeadline = kNever;
    for (const Token token : m_table.numbers()) {
        Request &request = *find(token);
        // While it is paused, unpause() counts the time.
        const std::int64_t from = std::max({since, request.sent.steady, request.countedNs});
        const std::int64_t waited = request.pauses > 0 ? 0 : now.steady - from;
        request.suspendedNs += waited;
        postpone(request, waited);
    }
}

void PendingRequests::postpone(Request &request, std::int64_t by)
{
    for (std::int64_t *const deadline : {&request.idleDeadline, &request.totalDeadline}) {
        *deadline = later(*deadline, by);
        m_nextDeadline = std::min(m_nextDeadline, *deadline);
    }
}

void PendingRequests::pause(Token token, Stamp now)
{
    Request *const request = find(token);
    if (!request || request->pauses++ > 0)
        return;
    request->pausedNs = now.steady;
    if (m_suspendedNs == 0)
        return;
    const std::int64_t from = std::max({m_suspendedNs, request->sent.steady, request->countedNs});
    request->suspendedNs += now.steady - from;
    postpone(*request, now.steady - from);
}

void PendingRequests::unpause(Token token, Stamp now)
{
    Request *const request = find(token);
    if (!request || request->pauses == 0 || --request->pauses > 0)
        return;
    postpone(*request, now.steady - request->pausedNs);
    request->countedNs = now.steady;
}

void PendingRequests::hold(Token token, Request &request)
{
    request.resend->held = true;
    m_held.push_back(token);
}

Token PendingRequests::renumber(Token token)
{
    Request request = std::move(*find(token));
    m_table.settle(token);
    const Token next = m_table.nextNumber();
    m_successors[request.resend->caller] = next;
    m_table.add() = std::move(request);
    return next;
}

void PendingRequests::rememberGivenUp(Token token, const Request &request, bool timedOut, Stamp now)
{
    if (request.opening || request.listening)
        return;
    if (m_givenUp.size() == kMaxGivenUp)
        m_givenUp.pop_front();
    m_givenUp.push_back({token, QString::fromStdString(request.method),
        QString::fromStdString(request.target()), request.sent.steady, now.steady, timedOut, 0});
}

void PendingRequests::forgetGivenUp(Token token)
{
    std::erase_if(m_givenUp, [token](const GivenUpCall &each) { return each.token == token; });
}

const GivenUpCall *PendingRequests::answeredLate(Token token, Stamp at)
{
    const auto call = std::find_if(m_givenUp.begin(), m_givenUp.end(),
        [token](const GivenUpCall &each) { return each.token == token; });
    if (call == m_givenUp.end())
        return nullptr;
    call->answeredNs = at.steady;
    return &*call;
}

} // namespace sonde::mcp
