// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/authorizationhold.h"

#include "wire/link/sessionrefusal.h"

#include <algorithm>
#include <iterator>

namespace sonde::wire {

AuthorizationHold::AuthorizationHold(
    const HttpTarget &target, bool enabled, AuthorizationPtr present, int connection)
    : m_connection(connection)
    , m_origin(target.url)
    , m_enabled(enabled && !target.headers.contains("Authorization"))
    , m_present(std::move(present))
{
}

AuthorizationPtr AuthorizationHold::authorizationFor(const HttpRequest &request) const
{
    const bool mayHaveIt = m_enabled && sameOrigin(request.url, m_origin)
        && !request.headers.contains("Authorization");
    return mayHaveIt ? m_present : nullptr;
}

// 2025-11-25 basic/authorization, Error Handling: 401, or 403 with the missing scopes.
bool AuthorizationHold::asksForMore(const HttpHead &head)
{
    if (head.status == 401)
        return true;
    if (head.status != 403)
        return false;
    const auto challenges = parseChallenges(head.headers);
    return std::any_of(challenges.begin(), challenges.end(), [](const Challenge &each) {
        return each.parameter("error") == QByteArray("insufficient_scope");
    });
}

bool AuthorizationHold::mayHold(const HttpCall &call, const HttpHead &head)
{
    if (!m_enabled)
        return false;
    if (head.status < 400) {
        m_passesWithout = !call.authorization();
        if (call.authorization())
            call.authorization()->markAccepted();
    }
    // Ending a session is not worth a login.
    if (!asksForMore(head) || call.what().purpose == kSessionEnd)
        return false;
    m_heads.insert_or_assign(call.key(), head);
    return true;
}

HeldRequest AuthorizationHold::describe(const HttpCall &call, const HttpHead &head) const
{
    const RetryState &story = m_retries.at(call.key());
    HeldRequest reported;
    reported.connection = m_connection;
    reported.key = call.key();
    reported.refusal = story.refusals;
    reported.status = head.status;
    reported.purpose = call.what().purpose;
    reported.httpMethod = call.what().request.method;
    reported.body = call.what().request.body;
    reported.sentAt = story.sentAt;
    reported.channel = story.channel;
    for (const Challenge &each : parseChallenges(head.headers)) {
        if (const auto scope = each.parameter("scope"); scope && reported.scope.isEmpty())
            reported.scope = *scope;
    }
    return reported;
}

// A server that lets requests pass without a token, and then says 401 to one with the session id
// that it gave, has forgotten the session; one that misses a session says so to the probe, which
// can have none. A challenge, or a text about a login, is one for a login.
bool AuthorizationHold::isAboutSession(
    const HttpCall &call, const HttpHead &head, const HttpEnding &ending) const
{
    const HttpHeaders &sent = call.what().request.headers;
    const bool maybe = sent.contains("Mcp-Session-Id")
        ? m_passesWithout
        : sent.value("Mcp-Method") == QByteArray("server/discover");
    return maybe && !call.authorization()
        && isSessionRefusal(head, ending.excerpt.slice(0, kMaxRefusalText).view());
}

AuthorizationHold::Verdict AuthorizationHold::hold(
    const HttpCall &call, const HttpEnding &ending, std::vector<Event> &events)
{
    using State = HeldRequest::State;
    const HttpKey key = call.key();
    HttpHead head = std::move(m_heads.at(key));
    m_heads.erase(key);
    if (isAboutSession(call, head, ending)) {
        forget(key, events);
        return Verdict::Refuse;
    }
    RetryState &story = m_retries[key];
    if (++story.refusals == 1) {
        story.sentAt = call.sentAt();
        story.channel = call.what().carriesMessage ? rpc::Channel::Sent : rpc::Channel::Http;
    }
    HeldRequest reported = describe(call, head);
    const auto record = [&events, &reported](State state) {
        reported.state = state;
        events.emplace_back(reported);
    };
    if (reported.refusal > kMaxRepeats) {
        forget(key, events);
        record(State::NotSent);
        return Verdict::Refuse;
    }
    // The exchange was running when another one brought a new token.
    if (call.authorization() != m_present && m_present) {
        record(State::SentAgain);
        return Verdict::Repeat;
    }
    if (!std::exchange(m_asking, true)) {
        AuthorizationChallenge request;
        request.status = head.status;
        request.headers = head.headers;
        request.challenges = parseChallenges(head.headers);
        request.remoteAddress = ending.outcome.facts.remoteAddress;
        request.used = call.authorization();
        events.emplace_back(AuthorizationRequested{std::move(request)});
    }
    record(State::Waiting);
    Held held{call.what(), std::move(head), ending, std::move(reported)};
    held.what.carriesMessage = false; // the message is already in the recording
    m_held.push_back(std::move(held));
    return Verdict::Wait;
}

void AuthorizationHold::forget(HttpKey key, std::vector<Event> &events)
{
    m_heads.erase(key);
    m_retries.erase(key);
    std::erase_if(m_held, [key, &events](const Held &held) {
        if (held.what.key != key)
            return false;
        events.emplace_back(held.reported);
        std::get<HeldRequest>(events.back()).state = HeldRequest::State::GivenUp;
        return true;
    });
}

std::vector<AuthorizationHold::Held> AuthorizationHold::giveUp(
    const rpc::Id &id, std::vector<Event> &events)
{
    std::vector<Held> gone;
    const auto wanted = std::stable_partition(m_held.begin(), m_held.end(),
        [&id](const Held &held) { return held.what.responseTo != id; });
    std::move(wanted, m_held.end(), std::back_inserter(gone));
    m_held.erase(wanted, m_held.end());
    for (Held &held : gone) {
        m_retries.erase(held.what.key);
        held.reported.state = HeldRequest::State::GivenUp;
        events.emplace_back(held.reported);
    }
    return gone;
}

std::vector<AuthorizationHold::Held> AuthorizationHold::resolve(
    const AuthorizationGiven &given, std::vector<Event> &events)
{
    m_asking = false;
    if (!given.error)
        m_present = given.authorization;
    for (Held &held : m_held) {
        held.reported.state =
            given.error ? HeldRequest::State::NotSent : HeldRequest::State::SentAgain;
        events.emplace_back(held.reported);
    }
    return std::exchange(m_held, {});
}

} // namespace sonde::wire
