// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/link/authorizer.h"
#include "wire/link/event.h"
#include "wire/streamable/httpcall.h"

#include <map>
#include <vector>

namespace sonde::wire {

// Keeps back the exchanges that a server wants authorized, until somebody answers, so that the flow
// of messages sees only what came of it. Does no I/O.
class AuthorizationHold {
public:
    // An exchange is repeated that often: after a refresh, after a person was asked, and for more
    // rights (2025-11-25 basic/authorization, step-up: “a few times”).
    static constexpr int kMaxRepeats = 4;

    struct Held {
        BeginExchange what; // to begin again
        HttpHead head; // of the refusal
        HttpEnding ending;
        HeldRequest reported; // as the event before reported it
    };
    enum class Verdict : std::uint8_t {
        Wait, // for setAuthorization()
        Repeat, // there is a newer token already
        Refuse, // it was repeated often enough
    };

    // `connection` is that of the recording.
    AuthorizationHold(
        const HttpTarget &target, bool enabled, AuthorizationPtr present, int connection);

    // What goes with a request; never to another origin, and not beside the person's own header.
    AuthorizationPtr authorizationFor(const HttpRequest &request) const;
    // The head of an answer. True: it asks for authorization, and is kept from the flow.
    bool mayHold(const HttpCall &call, const HttpHead &head);
    bool isHolding(HttpKey key) const { return m_heads.count(key) != 0; }
    const HttpHead &headOf(HttpKey key) const { return m_heads.at(key); }
    // It has ended. Appends AuthorizationRequested when nobody was asked yet; and, like all below,
    // a HeldRequest for each change of one.
    Verdict hold(const HttpCall &call, const HttpEnding &ending, std::vector<Event> &events);
    void forget(HttpKey key, std::vector<Event> &events);
    // Nobody wants the answer to that request any more: it must not be sent again. What waited.
    std::vector<Held> giveUp(const rpc::Id &id, std::vector<Event> &events);
    // All that waited.
    std::vector<Held> resolve(const AuthorizationGiven &given, std::vector<Event> &events);

private:
    struct RetryState {
        int refusals = 0;
        Stamp sentAt; // the first time: that one has the message in the recording
        rpc::Channel channel = rpc::Channel::Sent;
    };

    static bool asksForMore(const HttpHead &head);
    HeldRequest describe(const HttpCall &call, const HttpHead &head) const;

    const int m_connection;
    const QUrl m_origin;
    const bool m_enabled;
    AuthorizationPtr m_present;
    bool m_asking = false;
    std::map<HttpKey, HttpHead> m_heads; // whose exchanges have not ended
    std::map<HttpKey, RetryState> m_retries; // of those that were refused
    std::vector<Held> m_held;
};

} // namespace sonde::wire
