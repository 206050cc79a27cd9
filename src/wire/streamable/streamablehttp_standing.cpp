// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Of StreamableHttp: the standing stream, and the end.

#include "wire/streamable/streamablehttp.h"

#include "rpc/lifecycle.h"
#include "wire/http/text.h"

#include <algorithm>

namespace sonde::wire {

namespace {

std::int64_t after(Stamp now, std::chrono::milliseconds delay)
{
    return now.steady + std::chrono::nanoseconds(delay).count();
}

} // namespace

void StreamableHttp::setStanding(HttpState::Stream stream, const QString &detail)
{
    if (state().standing == stream && state().standingDetail == detail)
        return;
    changeState().standing = stream;
    changeState().standingDetail = detail;
}

HttpKey StreamableHttp::openStandingWhenDue(Stamp now, HttpActions &out)
{
    using Stream = HttpState::Stream;
    if (m_phase != Phase::Running || m_protocol.stateless || !m_protocol.ready)
        return 0;
    const bool due = state().standing == Stream::None
        || (state().standing == Stream::Waiting && now.steady >= m_standingDue);
    if (!due || m_gate.isClosed()) // the server may refuse it before the handshake is over
        return 0;
    m_standingDue = kNever;
    setStanding(Stream::Opening);
    Exchange exchange;
    exchange.purpose = Purpose::Standing;
    HttpHeaders more;
    if (m_standingCursor.canResume())
        more.add("Last-Event-ID", m_standingCursor.lastEventId());
    exchange.request = newRequest("GET", more);
    return begin(std::move(exchange), out);
}

void StreamableHttp::closeStanding(HttpActions &out)
{
    std::erase_if(m_exchanges, [&out](const auto &entry) {
        if (entry.second.purpose != Purpose::Standing)
            return false;
        out.emplace_back(AbortExchange{entry.first});
        return true;
    });
    m_standingDue = kNever;
    m_standingCursor = {};
    m_standingWasOpen = false;
    setStanding(HttpState::Stream::None);
    countStreams();
}

void StreamableHttp::standingHead(Exchange &exchange, Stamp at, HttpActions &out)
{
    if (!exchange.isStream())
        return;
    if (m_standingWasOpen && m_standingCursor.canResume())
        ++changeState().resumptions;
    m_standingWasOpen = true;
    m_standingCursor.opened(at);
    setStanding(HttpState::Stream::Open);
    logLifecycle(out, QLatin1String(rpc::lifecycle::kStandingStreamOpened),
        QString::fromUtf8(m_standingCursor.canResume()
                ? "after event " + m_standingCursor.lastEventId()
                : QByteArray()));
}

void StreamableHttp::standingFinished(
    Exchange &exchange, const HttpEnding &ending, Stamp now, HttpActions &out)
{
    using Stream = HttpState::Stream;
    const HttpFailure failure = exchange.head && exchange.succeeded()
        ? refusal(factsOf(exchange, ending), unreadableBody(*exchange.head, ending.excerpt))
        : refusal(factsOf(exchange, ending));
    if (exchange.head && !exchange.isStream()) {
        // An error response is final: the same request would get it again.
        // 404 to the first one is what servers with a POST route only give in place of 405.
        const bool notOffered =
            exchange.head->status == 405 || (exchange.head->status == 404 && !m_standingWasOpen);
        const QString detail = notOffered
            ? Text::tr("The server offers none (%1).").arg(statusText(*exchange.head))
            : failure.error.sentence;
        logLifecycle(out,
            notOffered ? QLatin1String(rpc::lifecycle::kStandingStreamNotOffered)
                       : QLatin1String(rpc::lifecycle::kStandingStreamFailed),
            detail);
        const bool sessionGone = m_standingWasOpen && failure.sessionGone;
        setStanding(notOffered ? Stream::NotOffered : Stream::Failed, detail);
        if (sessionGone)
            refuse(exchange, failure, now, out);
        return;
    }
    const QString why =
        ending.outcome.error ? ending.outcome.error->sentence : Text::tr("The server ended it.");
    const auto delay = m_standingCursor.nextDelay(now);
    if (exchange.head)
        logLifecycle(out, QLatin1String(rpc::lifecycle::kStandingStreamEnded), why);
    if (!delay) {
        logLifecycle(out, QLatin1String(rpc::lifecycle::kStandingStreamFailed), why);
        return setStanding(Stream::Failed, why);
    }
    m_standingDue = after(now, *delay);
    setStanding(Stream::Waiting, why);
}

void StreamableHttp::stop(Stamp now, HttpActions &out)
{
    if (m_phase != Phase::Running)
        return;
    m_phase = Phase::Farewell;
    m_phaseEnd = after(now, kMaxFarewell);
    m_broken.clear();
    const std::vector<Outgoing> held = m_gate.open();
    closeStanding(out);
    // What we said without asking (a cancellation, a response) still goes out; answers that nobody
    // waits for any more do not come in.
    std::erase_if(m_exchanges, [&out](const auto &entry) {
        if (entry.second.kind != Outgoing::Kind::Request && !entry.second.head)
            return false;
        out.emplace_back(AbortExchange{entry.first});
        return true;
    });
    for (const Outgoing &message : held) {
        if (message.kind != Outgoing::Kind::Request)
            post(message, now, out);
    }
    countStreams();
    proceedToEnd(now, out);
}

void StreamableHttp::proceedToEnd(Stamp now, HttpActions &out)
{
    if (m_phase == Phase::Over || (!m_exchanges.empty() && now.steady < m_phaseEnd))
        return;
    for (const auto &[key, exchange] : m_exchanges)
        out.emplace_back(AbortExchange{key});
    const bool unanswered = !m_exchanges.empty();
    m_exchanges.clear();
    if (m_phase == Phase::Farewell && !m_protocol.stateless && !state().sessionId.isEmpty())
        return endSession(now, out);
    if (m_phase == Phase::EndingSession && unanswered)
        logLifecycle(out, QLatin1String(rpc::lifecycle::kSessionNotEnded),
            QStringLiteral("The server did not respond to DELETE in time."));
    m_phase = Phase::Over;
    m_phaseEnd = kNever;
    end(out, true, {}, now);
}

void StreamableHttp::endSession(Stamp now, HttpActions &out)
{
    m_phase = Phase::EndingSession;
    m_phaseEnd = after(now, kMaxSessionEnd);
    Exchange exchange;
    exchange.purpose = Purpose::SessionEnd;
    exchange.request = newRequest("DELETE");
    begin(std::move(exchange), out);
}

void StreamableHttp::sessionEnded(
    const Exchange &exchange, const HttpEnding &ending, HttpActions &out)
{
    if (exchange.succeeded()) {
        logLifecycle(out, QLatin1String(rpc::lifecycle::kSessionEnded),
            QString::fromLatin1(state().sessionId));
        changeState().sessionId.clear();
    } else if (exchange.head && exchange.head->status == 405) {
        logLifecycle(out, QLatin1String(rpc::lifecycle::kSessionNotEnded),
            QStringLiteral("The server does not let clients end a session (405)."));
    } else {
        logLifecycle(out, QLatin1String(rpc::lifecycle::kSessionNotEnded),
            refusal(factsOf(exchange, ending)).error.sentence);
    }
}

} // namespace sonde::wire
