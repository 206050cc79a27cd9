// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/mockscript.h"

#include <chrono>
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

// An exchange that is being played for a message of the client.
class PlayedExchange {
public:
    // `id` and `progressToken` are JSON text of the client's message, which came at `now`.
    PlayedExchange(const Exchange &exchange, Speed speed, std::string id, std::string progressToken,
        Nanoseconds now);

    const Exchange &exchange() const { return *m_exchange; }
    const std::string &id() const { return m_id; }
    const std::string &progressToken() const { return m_progressToken; }

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

    // The id that a server request has for this client; empty before it was sent.
    std::string idOf(std::size_t request) const;
    void setIdOf(std::size_t request, std::string id);
    std::optional<std::size_t> requestWith(std::string_view id) const;

private:
    void passWaits(); // those for what the client has done already
    const Event &event() const { return m_exchange->events[m_next]; }

    const Exchange *m_exchange;
    Speed m_speed;
    std::string m_id;
    std::string m_progressToken;
    std::size_t m_next = 0;
    Nanoseconds m_last; // when the last thing happened in it
    std::vector<std::pair<std::size_t, std::string>> m_sent; // server requests and their ids
    std::set<std::size_t> m_answered;
    bool m_isCancelled = false;
};

} // namespace sonde::mock
