// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/streamexchange.h"

namespace sonde::wire {

// The standing stream of a session: a GET for messages unrelated to a request (2025-11-25
// basic/transports#listening-for-messages-from-the-server). Decides when to open it, and what to do
// when it ends; the flow has the exchange.
class StandingStream {
public:
    using State = HttpState::Stream;

    bool isDue(State state, Stamp now) const;
    std::int64_t nextDeadline() const { return m_due; } // kNever unless it is Waiting
    // Returns the headers of its request.
    HttpHeaders open();
    // Returns whether the stream resumes after an event of an earlier one.
    bool opened(Stamp at);
    void saw(const rpc::SseEvent &event) { m_cursor.saw(event); }
    const QByteArray &lastEventId() const { return m_cursor.lastEventId(); }
    void reset(); // for a new session

    struct Ended {
        State state = State::Failed;
        QString why;
        const char *what = nullptr; // lifecycle line for the recording; nullptr: none
        std::optional<HttpFailure> sessionLost{}; // the response reports that the session is gone
    };
    Ended ended(const StreamExchange &exchange, const HttpEnding &ending, Stamp now);

private:
    Ended refused(const StreamExchange &exchange, HttpFailure failure) const;

    StreamCursor m_cursor;
    std::int64_t m_due = HttpFlow::kNever;
    bool m_wasOpen = false; // in this session
};

} // namespace sonde::wire
