// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/mockscript.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sonde::mock {

using Nanoseconds = std::chrono::nanoseconds; // of a clock that never goes back

// How the distances of the recording are played.
struct Speed {
    double factor = 0; // 2: twice as fast; 0: everything as soon as possible

    Nanoseconds played(Nanoseconds recorded) const;
};

// What brought a message of the client, such as a POST; 0: there is only one way.
using Carrier = std::uint64_t;

// The client's message for which an exchange is played.
struct ClientMessage {
    std::string id{}; // JSON text; empty: it is no request
    std::string progressToken{}; // JSON text
    Carrier carrier = 0;
    Nanoseconds delay{0}; // before anything is played for it
    Fault fault = Fault::None; // of the response to it
    std::size_t made = 0; // the number of the made response that it gets; 0: none
};

// An exchange that is being played for a message of the client.
class PlayedExchange {
public:
    // The message came at `now`.
    PlayedExchange(std::shared_ptr<const ScriptedExchange> exchange, Speed speed,
        ClientMessage cause, Nanoseconds now);

    const ScriptedExchange &exchange() const { return *m_exchange; }
    const ClientMessage &cause() const { return m_cause; }

    // The index of the next event, once its time has come.
    std::optional<std::size_t> next(Nanoseconds now);
    // When the next event is due; nothing while it waits for the client, and at the end.
    std::optional<Nanoseconds> due() const;
    bool isAtEnd() const { return m_next == m_exchange->events.size(); }

    // The client has responded to the server request with that index.
    void respond(std::size_t request, Nanoseconds now);
    // The client has cancelled the request: only what was recorded after a Cancellation follows.
    void cancel(Nanoseconds now);
    bool waitsForCancellation() const;
    // The client has cancelled the request before it got its response.
    bool isWithdrawn() const { return m_isCancelled && !m_hasResponded; }

    // The id that a server request has for this client; empty before it was sent.
    std::string idOf(std::size_t request) const;
    void setIdOf(std::size_t request, std::string id);
    std::optional<std::size_t> requestWith(std::string_view id) const;

private:
    void passWaits(); // those for what the client has done already
    const Event &event() const { return m_exchange->events[m_next]; }

    std::shared_ptr<const ScriptedExchange> m_exchange;
    Speed m_speed;
    ClientMessage m_cause;
    std::size_t m_next = 0;
    Nanoseconds m_last; // when the last thing happened in it
    std::vector<std::pair<std::size_t, std::string>> m_sent; // server requests and their ids
    std::set<std::size_t> m_answered;
    bool m_isCancelled = false;
    bool m_hasResponded = false;
};

} // namespace sonde::mock
