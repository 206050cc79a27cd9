// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/standingstream.h"

#include "rpc/lifecycle.h"
#include "wire/http/wiretr.h"

namespace sonde::wire {

bool StandingStream::isDue(State state, Stamp now) const
{
    return state == State::None || (state == State::Waiting && now.steady >= m_due);
}

HttpHeaders StandingStream::open()
{
    m_due = HttpFlow::kNever;
    HttpHeaders headers;
    if (m_cursor.canResume())
        headers.add("Last-Event-ID", m_cursor.lastEventId());
    return headers;
}

bool StandingStream::opened(Stamp at)
{
    const bool resumed = m_wasOpen && m_cursor.canResume();
    m_wasOpen = true;
    m_cursor.opened(at);
    return resumed;
}

void StandingStream::reset()
{
    *this = {};
}

StandingStream::Ended StandingStream::ended(
    const StreamExchange &exchange, const HttpEnding &ending, Stamp now)
{
    if (exchange.head && !exchange.isStream())
        return refused(exchange,
            exchange.succeeded()
                ? refusal(exchange.facts(ending), unreadableBody(*exchange.head, ending.excerpt))
                : refusal(exchange.facts(ending)));
    Ended ended;
    ended.why =
        ending.outcome.error ? ending.outcome.error->sentence : Text::tr("The server ended it.");
    const auto delay = m_cursor.nextDelay(now);
    if (!delay) {
        ended.what = rpc::lifecycle::kStandingStreamFailed;
        return ended;
    }
    if (exchange.head)
        ended.what = rpc::lifecycle::kStandingStreamEnded;
    m_due = now.steady + std::chrono::nanoseconds(*delay).count();
    ended.state = State::Waiting;
    return ended;
}

// An error status is final: repeating the request would give the same status.
StandingStream::Ended StandingStream::refused(
    const StreamExchange &exchange, HttpFailure failure) const
{
    // A first 404 means 405 on servers that only have a route for POST.
    const bool notOffered =
        exchange.head->status == 405 || (exchange.head->status == 404 && !m_wasOpen);
    Ended ended;
    if (notOffered) {
        ended.state = State::NotOffered;
        ended.why = Text::tr("The server offers none (%1).").arg(statusText(*exchange.head));
        ended.what = rpc::lifecycle::kStandingStreamNotOffered;
    } else {
        ended.why = failure.error.sentence;
        ended.what = rpc::lifecycle::kStandingStreamFailed;
    }
    if (m_wasOpen && failure.sessionGone)
        ended.sessionLost = std::move(failure);
    return ended;
}

} // namespace sonde::wire
