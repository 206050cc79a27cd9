// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/link/authorizer.h"
#include "wire/link/event.h"
#include "wire/streamable/httpcall.h"

#include <map>
#include <vector>

namespace sonde::wire {

// Holds the exchanges that a server refused for lack of authorization until there is one, so that
// the flow sees only the final outcome. Does no I/O.
class AuthorizationHold {
public:
    // How often an exchange is repeated: after a refresh, after a login, and for additional scopes
    // (2025-11-25 basic/authorization, step-up: “a few times”).
    static constexpr int kMaxRepeats = 4;

    struct Held {
        BeginExchange what; // the exchange to repeat
        HttpHead head; // of the refusal
        HttpEnding ending;
        HeldRequest reported; // as in the previous event
    };
    enum class Verdict : std::uint8_t {
        Wait, // until setAuthorization()
        Repeat, // a newer token is available
        Refuse, // it was repeated kMaxRepeats times, or no login helps
    };

    // `connection` is the number in the recording.
    AuthorizationHold(
        const HttpTarget &target, bool enabled, AuthorizationPtr present, int connection);

    // Whether the response is a challenge that an authorization may meet.
    static bool asksForMore(const HttpHead &head);
    // The authorization for a request; nullptr for another origin, or if the user set the header.
    AuthorizationPtr authorizationFor(const HttpRequest &request) const;
    // Call with the head of a response. Returns true if the head requires authorization, and then
    // the flow must not get it.
    bool mayHold(const HttpCall &call, const HttpHead &head);
    bool isHolding(HttpKey key) const { return m_heads.count(key) != 0; }
    const HttpHead &headOf(HttpKey key) const { return m_heads.at(key); }
    // Call when the refused exchange has ended. Appends AuthorizationRequested unless it was
    // already sent and, like all functions below, a HeldRequest for each change.
    Verdict hold(const HttpCall &call, const HttpEnding &ending, std::vector<Event> &events);
    void forget(HttpKey key, std::vector<Event> &events);
    // The response to this request is no longer needed: it is not repeated. Returns its held
    // exchange.
    std::vector<Held> giveUp(const rpc::Id &id, std::vector<Event> &events);
    // Returns all held exchanges.
    std::vector<Held> resolve(const AuthorizationGiven &given, std::vector<Event> &events);

private:
    struct RetryState {
        int refusals = 0;
        Stamp sentAt; // of the first attempt, which is the one in the recording
        rpc::Channel channel = rpc::Channel::Sent;
    };

    bool isAboutSession(const HttpCall &call, const HttpHead &head, const HttpEnding &ending) const;
    HeldRequest describe(const HttpCall &call, const HttpHead &head) const;

    const int m_connection;
    const QUrl m_origin;
    const bool m_enabled;
    AuthorizationPtr m_present;
    bool m_passesWithout = false; // the newest accepted request had no authorization
    bool m_asking = false;
    std::map<HttpKey, HttpHead> m_heads; // of exchanges that have not ended
    std::map<HttpKey, RetryState> m_retries; // of refused requests
    std::vector<Held> m_held;
};

} // namespace sonde::wire
