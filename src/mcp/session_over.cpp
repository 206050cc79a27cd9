// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session.h"

#include <algorithm>

// How a session ends, and what it says of what came and was no use.
namespace sonde::mcp {

namespace {

Error transportError(const QString &sentence)
{
    return {Domain::Transport, 0, sentence, {}, {}};
}

} // namespace

void Session::failAll(const Error &error, Actions &out)
{
    std::vector<std::pair<Token, Token>> over; // the caller's, ours
    m_pending.visit([&](Token token, const Request &request) {
        if (!request.opening)
            over.emplace_back(callerOf(token, request), token);
        return true;
    });
    std::sort(over.begin(), over.end());
    for (const auto &[caller, token] : over) {
        Error own = error;
        if (own.detail.isEmpty()) // else it is explained already
            explain(own, m_pending.find(token)->before);
        m_pending.settle(token);
        out.emplace_back(Complete{caller, std::move(own)});
    }
    m_successors.clear();
    m_waiting.clear();
    for (const rpc::Id &id : std::exchange(m_asked, {}))
        out.emplace_back(Withdrawn{id, error.sentence});
    m_listening = 0;
}

void Session::ended(const QString &why, Actions &out)
{
    failAll(transportError(QStringLiteral("The connection ended before the answer: %1.").arg(why)),
        out);
    if (m_state == State::Opening || m_state == State::Renewing) {
        Error error = transportError(overHttp()
                ? QStringLiteral("The connection ended before the answer: %1.").arg(why)
                : QStringLiteral("The process ended before it answered: %1.").arg(why));
        explain(error, {});
        breakDown(std::move(error), out);
    }
    m_state = State::Over;
}

void Session::unended(std::string_view beginning, std::uint64_t bytes, Stamp at)
{
    m_discarded.setUnended(beginning, bytes, at);
}

// The id of a waiting request: that of the answer, or one that some language writes like it ("1" or
// 1.0 for 1). Empty: there is none.
rpc::Id Session::meantBy(const rpc::Id &answered) const
{
    std::string_view plain = answered;
    if (plain.size() > 2 && plain.starts_with('"'))
        plain = plain.substr(1, plain.size() - 2);
    const auto whole = plain.ends_with(".0") ? plain.substr(0, plain.size() - 2) : plain;
    for (const std::string_view id : {std::string_view(answered), plain, whole}) {
        const Token token = tokenOf(id);
        if (const Request *request = m_pending.find(token))
            return wireId(token, *request);
    }
    return {};
}

// Somebody waited in vain while something came: the one is most often the reason for the other.
void Session::explain(Error &error, const DiscardedInput::Point &since) const
{
    if (m_discarded.isEmptySince(since))
        return;
    if (error.sentence.endsWith(u'.'))
        error.sentence.chop(1);
    error.sentence += QStringLiteral("; ") + m_discarded.summary(since) + u'.';
    error.detail = m_discarded.evidence(since);
}

// No server asks a client to open a session: a request with the name and the id of the one that
// opens it is that very request.
bool Session::isEcho(const rpc::Message &message) const
{
    if (m_state != State::Opening)
        return false;
    const Request *const request = m_pending.find(m_pending.numberOf(message.id));
    return request && request->opening && request->method == message.method;
}

void Session::echoed(const rpc::Message &message, const Arrival &arrival, Actions &out)
{
    m_discarded.addEcho(message, arrival.at);
    Error error{Domain::Protocol, 0,
        QStringLiteral("The request %1 came back in place of an answer: the program sends back "
                       "what it is sent, so it is no MCP server.")
            .arg(json::toQString(message.method)),
        m_discarded.evidence(), {}};
    breakDown(std::move(error), out);
}

} // namespace sonde::mcp
