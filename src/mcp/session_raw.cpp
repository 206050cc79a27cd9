// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/rawmessage.h"
#include "mcp/servererror.h"
#include "mcp/session.h"

#include <algorithm>

// Messages that are sent as they were typed, and the ids that come with them.
namespace sonde::mcp {

namespace {

constexpr Token kMaxSkipped = 1000; // ids of our own that a typed one may leave out
constexpr std::size_t kMaxAliases = 1000;

} // namespace

// An error without an id says that the request could not be read: over HTTP it is in that request's
// answer, otherwise it can only be told while there is one request. Servers also answer so to
// notifications, against JSON-RPC 2.0 section 4.1: but those they could read.
Token Session::answeredToken(const rpc::Message &message, const Arrival &arrival) const
{
    if (!isNameless(message))
        return tokenOf(message.id);
    if (!arrival.answerTo.empty())
        return tokenOf(arrival.answerTo);
    if (m_state == State::Opening)
        return m_pending.nextNumber() - 1;
    return !overHttp() && m_unreadable == 0 && saysUnreadable(message) ? onlyWaiting(arrival) : 0;
}

// The request that waits when there is exactly one, and it was on its way by then; 0 otherwise. Not
// all of it: a server may say that it is too long before it has read its end.
Token Session::onlyWaiting(const Arrival &arrival) const
{
    if (m_pending.size() != 1)
        return 0;
    Token only = 0;
    m_pending.visit([&](Token token, const Request &request) {
        only = arrival.at.steady < request.sent.steady ? 0 : token;
        return false;
    });
    return only;
}

// Whether the message had been read before the request was sent: then it is no answer to that,
// whatever its id says.
bool Session::cameBefore(Token token, const Request &request, const Arrival &arrival)
{
    const bool isUnsent = request.kept && request.kept->waiting;
    return isUnsent || token > arrival.sentUpTo || arrival.at.steady < request.sent.steady;
}

void Session::answeredNobody(
    Token token, const rpc::Message &message, const Arrival &arrival, Actions &out)
{
    if (isNameless(message)) { // JSON-RPC 2.0 section 5 foresees it: nothing is wrong with it
        if (m_unreadable > 0)
            --m_unreadable;
        else if (const Token only = onlyWaiting(arrival))
            m_pending.find(only)->nameless = describeError(message);
        return;
    }
    const rpc::Problem problem =
        m_pending.find(token) ? rpc::Problem::UnknownId : m_pending.judge(token);
    out.emplace_back(ReportProblem{arrival.place, problem});
    if (problem == rpc::Problem::LateAnswer)
        answeredLate(token, arrival, out);
    else if (problem == rpc::Problem::UnknownId)
        m_discarded.addAnswer(message, meantBy(message.id), arrival.at);
}

// Typed ids are any text; ours are their number.
Token Session::tokenOf(std::string_view id) const
{
    if (!m_aliases.empty()) {
        if (const auto alias = m_aliases.find(std::string(id)); alias != m_aliases.end())
            return alias->second;
    }
    return m_pending.numberOf(id);
}

Token Session::progressing(std::string_view progressToken) const
{
    const auto typed = m_progressAliases.find(std::string(progressToken));
    return typed == m_progressAliases.end() ? m_pending.numberOf(progressToken) : typed->second;
}

rpc::Id Session::wireId(Token token, const Request &request)
{
    return request.typedId.empty() ? std::to_string(token) : request.typedId;
}

QString Session::whyUnpaired(const RawMessage &raw) const
{
    if (raw.kind != RawMessage::Kind::Request)
        return raw.remark;
    if (m_pending.find(tokenOf(raw.id)))
        return QStringLiteral("A request with the id %1 still waits: an answer is taken for that "
                              "one's.")
            .arg(json::toQString(raw.id));
    return {};
}

// A typed name of a request, when it is not the one that the token has anyway.
void Session::remember(Aliases &aliases, const std::string &name, Token token) const
{
    if (aliases.size() >= kMaxAliases)
        std::erase_if(aliases, [this](const auto &alias) { return !m_pending.find(alias.second); });
    if (!name.empty() && name != std::to_string(token))
        aliases[name] = token;
}

Token Session::sendRaw(const Bytes &text, const std::optional<wire::HttpHeaders> &headers,
    const Timeouts &timeouts, Stamp now, Actions &out)
{
    const RawMessage raw = readRaw(text);
    Send send{text, wire::Outgoing::Kind::Notification, {},
        headers ? *headers : previewHeaders(raw.method, raw.params)};
    if (raw.kind == RawMessage::Kind::Response) {
        send.kind = wire::Outgoing::Kind::Response;
        m_asked.erase(raw.id);
    }
    if (raw.kind == RawMessage::Kind::Unpaired) {
        const auto members = rpc::decode(text, true);
        m_unreadable += static_cast<std::size_t>(std::count_if(members.begin(), members.end(),
            [](const rpc::Message &each) { return each.kind == rpc::Kind::Invalid; }));
    }
    if (!whyUnpaired(raw).isEmpty()) {
        out.emplace_back(std::move(send));
        return 0;
    }
    // One of our own ids that is still to come is used up by it.
    if (const Token own = m_pending.numberOf(raw.id);
        own > m_pending.nextNumber() && own - m_pending.nextNumber() <= kMaxSkipped)
        m_pending.skipTo(own);
    const Token token = m_pending.nextNumber();
    Request &request = m_pending.add();
    request.method = raw.method;
    request.target = targetOf(raw.method, raw.params);
    request.typedId = raw.id;
    schedule(request, timeouts, now);
    remember(m_aliases, raw.id, token);
    remember(m_progressAliases, raw.progressToken, token);
    send.kind = wire::Outgoing::Kind::Request;
    send.id = raw.id;
    send.number = token;
    out.emplace_back(std::move(send));
    return token;
}

} // namespace sonde::mcp
