// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/streamablehttp.h"

#include "rpc/lifecycle.h"
#include "wire/http/shownaddress.h"
#include "wire/http/wiretr.h"

#include <algorithm>

namespace sonde::wire {

void StreamableHttp::start(Stamp, HttpActions &out)
{
    StartReport report;
    report.url = shownAddress(m_target.url);
    out.emplace_back(Event(Started{report}));
}

HttpHeaders StreamableHttp::sessionHeaders() const
{
    HttpHeaders own;
    if (!m_protocol.stateless && !state().sessionId.isEmpty())
        own.add("Mcp-Session-Id", state().sessionId);
    return own;
}

HttpRequest StreamableHttp::newRequest(const char *method, const HttpHeaders &more) const
{
    return makeRequest(method, m_target.url, m_protocol.version, sessionHeaders(), more);
}

HttpKey StreamableHttp::begin(Exchange exchange, HttpActions &out)
{
    constexpr std::string_view kPurposes[] = {
        "message", "resumption", "standing stream", kSessionEnd};
    exchange.stateless = m_protocol.stateless;
    if (exchange.redirects == 0 && !exchange.stateless)
        exchange.session = state().sessionId;
    const HttpKey key = nextKey();
    out.emplace_back(
        BeginExchange{key, exchange.request, kPurposes[static_cast<int>(exchange.purpose)],
            // A followed redirect sends the same message again, which is recorded once.
            exchange.purpose == Purpose::Message && exchange.redirects == 0 && !exchange.isRecorded,
            exchange.id});
    m_exchanges.emplace(key, std::move(exchange));
    return key;
}

void StreamableHttp::send(const Outgoing &message, Stamp now, HttpActions &out)
{
    if (m_phase != Phase::Running)
        return;
    if (m_gate.isClosed())
        return m_gate.hold(message);
    const HttpKey key = post(message, now, out);
    if (!m_protocol.stateless && HandshakeGate::isHandshakeEnd(message))
        m_gate.close(key, now, HandshakeGate::kMaxWait);
}

HttpKey StreamableHttp::post(const Outgoing &message, Stamp now, HttpActions &out)
{
    Exchange exchange;
    exchange.kind = message.kind;
    if (message.kind == Outgoing::Kind::Request)
        exchange.id = message.id;
    else
        exchange.deadline = deadlineAfter(now, kMaxUnwanted);
    exchange.isRecorded = message.isRecorded;
    exchange.request = makePost(message, m_target.url, m_protocol.version, sessionHeaders());
    return begin(std::move(exchange), out);
}

void StreamableHttp::openGate(Stamp now, HttpActions &out)
{
    const std::vector<Outgoing> held = m_gate.open();
    if (const HttpKey standing = openStandingWhenDue(now, out))
        m_gate.close(standing, now, HandshakeGate::kMaxStreamWait);
    for (const Outgoing &message : held)
        send(message, now, out);
}

void StreamableHttp::setProtocol(const HttpProtocol &protocol, Stamp now, HttpActions &out)
{
    m_protocol = protocol;
    if (protocol.stateless || !protocol.ready)
        closeStanding(out);
    if (protocol.stateless && !state().sessionId.isEmpty())
        changeState().sessionId.clear();
    openStandingWhenDue(now, out);
}

void StreamableHttp::abandon(const rpc::Id &id, Stamp now, HttpActions &out)
{
    for (auto it = m_exchanges.begin(); it != m_exchanges.end(); ++it) {
        Exchange &exchange = it->second;
        if (exchange.kind != Outgoing::Kind::Request || exchange.id != id || exchange.abandoned)
            continue;
        if (exchange.stateless) {
            // 2026-07-28 basic/utilities/cancellation: closing the stream cancels the request.
            out.emplace_back(AbortExchange{it->first});
            m_exchanges.erase(it);
            countStreams();
            return;
        }
        // 2025-11-25 basic/transports: a disconnect does not cancel, so the stream may stay open.
        exchange.abandoned = true;
        exchange.deadline = deadlineAfter(now, kMaxUnwanted);
        return;
    }
    m_gate.forget(id);
    m_broken.forget(id);
}

BodyForm StreamableHttp::head(HttpKey key, const HttpHead &head, Stamp at, HttpActions &out)
{
    const auto it = m_exchanges.find(key);
    if (it == m_exchanges.end())
        return BodyForm::Excerpt;
    Exchange &exchange = it->second;
    recordHead(head, exchange.request, out);
    exchange.head = head;
    exchange.form = bodyFormOf(head);
    captureSession(exchange, out);
    if (exchange.purpose == Purpose::Standing && exchange.isStream())
        standingOpened(at, out);
    if (exchange.purpose == Purpose::Resumption && exchange.isStream()) {
        ++changeState().resumptions;
        logLifecycle(out, QLatin1String(rpc::lifecycle::kStreamResumed),
            QStringLiteral("after event ") % QString::fromUtf8(exchange.cursor.lastEventId()));
    }
    if (exchange.isStream())
        exchange.cursor.opened(at);
    countStreams();
    const BodyForm form = exchange.form;
    if (m_gate.isClosedBy(key))
        openGate(at, out);
    return form;
}

void StreamableHttp::captureSession(const Exchange &exchange, HttpActions &out)
{
    if (exchange.stateless || exchange.purpose != Purpose::Message || !exchange.succeeded()
        || exchange.session != state().sessionId)
        return; // also for a late response to a request of an earlier session
    const auto id = exchange.head->headers.value("Mcp-Session-Id");
    if (!id || *id == state().sessionId)
        return;
    if (!isSessionId(*id)) {
        logLifecycle(out, QLatin1String(rpc::lifecycle::kSessionIdUnusable),
            QStringLiteral("Mcp-Session-Id must be visible ASCII: ")
                % QString::fromLatin1(id->left(200).toPercentEncoding(" ")));
        return;
    }
    logLifecycle(out,
        state().sessionId.isEmpty() ? QLatin1String(rpc::lifecycle::kSessionStarted)
                                    : QLatin1String(rpc::lifecycle::kSessionIdChanged),
        QString::fromLatin1(*id));
    changeState().sessionId = *id;
}

void StreamableHttp::event(HttpKey key, const rpc::SseEvent &event, Stamp, HttpActions &)
{
    const auto it = m_exchanges.find(key);
    if (it == m_exchanges.end())
        return;
    it->second.cursor.saw(event);
    it->second.keepUnusable(event);
    if (it->second.purpose == Purpose::Standing)
        m_standing.saw(event);
}

bool StreamableHttp::message(HttpKey key, const rpc::Message &message, HttpActions &out)
{
    const auto it = m_exchanges.find(key);
    if (it == m_exchanges.end())
        return false;
    Exchange &exchange = it->second;
    if (exchange.form == BodyForm::Excerpt) {
        const bool unlabelled = exchange.isUnlabelled();
        if (unlabelled)
            logLifecycle(out, QLatin1String(rpc::lifecycle::kNoContentType),
                QStringLiteral("The response contains a message, but has no Content-Type."));
        if (!unlabelled && !exchange.mayDeliver(message)) {
            if (message.kind == rpc::Kind::ErrorResponse)
                exchange.serverMessage = message.error()["message"].toString();
            return false;
        }
    }
    if (exchange.kind == Outgoing::Kind::Request && exchange.isAnsweredBy(message)) {
        exchange.answered = true;
        // The server may leave a stream open that was resumed only for this response.
        if (exchange.purpose == Purpose::Resumption) {
            out.emplace_back(AbortExchange{key});
            m_exchanges.erase(it);
            countStreams();
        }
        return true;
    }
    exchange.keepUnusable(message);
    return true;
}

void StreamableHttp::finished(HttpKey key, const HttpEnding &ending, Stamp now, HttpActions &out)
{
    auto node = m_exchanges.extract(key);
    if (!node)
        return;
    Exchange &exchange = node.mapped();
    recordOutcome(ending.outcome);
    countStreams();
    if (exchange.head && exchange.redirects < kMaxRedirects && m_phase == Phase::Running) {
        if (const auto url = redirectToFollow(*exchange.head, exchange.request)) {
            logLifecycle(out, QLatin1String(rpc::lifecycle::kRedirectFollowed), url->toString());
            exchange.redirectTo(*url);
            begin(std::move(exchange), out);
            return;
        }
    }
    switch (exchange.purpose) {
    case Purpose::Message:
        messageFinished(exchange, ending, now, out);
        break;
    case Purpose::Resumption:
        resumptionFinished(exchange, ending, now, out);
        break;
    case Purpose::Standing:
        standingEnded(exchange, ending, now, out);
        break;
    case Purpose::SessionEnd:
        sessionEnded(exchange, ending, out);
        break;
    }
    if (m_phase != Phase::Running)
        proceedToEnd(now, out);
    else if (m_gate.isClosedBy(key))
        openGate(now, out);
}

void StreamableHttp::refuse(
    const Exchange &exchange, HttpFailure failure, Stamp at, HttpActions &out)
{
    // A response of an earlier session does not affect the current one. Only a refused request
    // starts a new handshake; until then the old id stays, so that there is such a refusal.
    if (failure.sessionGone && exchange.session == state().sessionId && exchange.wantsResponse())
        dropSession(at, out);
    if (exchange.abandoned && !failure.sessionGone)
        return;
    if (exchange.purpose == Purpose::Message && exchange.kind != Outgoing::Kind::Request) {
        nameRefused(exchange.request, failure);
        logLifecycle(
            out, QLatin1String(rpc::lifecycle::kMessageRefused), failure.said.recordedText());
    }
    out.emplace_back(Event(Refused{exchange.id, std::move(failure), at}));
}

void StreamableHttp::messageFinished(
    Exchange &exchange, const HttpEnding &ending, Stamp now, HttpActions &out)
{
    if (exchange.answered)
        return;
    if (!exchange.succeeded())
        return refuse(exchange, refusal(exchange.facts(ending)), now, out);
    if (!exchange.wantsResponse())
        return;
    if (exchange.form == BodyForm::Events)
        return streamBroken(exchange, ending, now, out);
    // 202 is not allowed here, but the response may still arrive on the standing stream.
    if (exchange.head->status != 202 || state().standing != HttpState::Stream::Open)
        refuse(exchange, exchange.noResponse(ending), now, out);
}

// The stream of a request ended before its response arrived.
void StreamableHttp::streamBroken(
    Exchange &exchange, const HttpEnding &ending, Stamp now, HttpActions &out)
{
    if (m_phase != Phase::Running || !m_broken.keep(exchange, now))
        refuse(exchange, exchange.noResponse(ending), now, out);
}

void StreamableHttp::resume(Exchange exchange, HttpActions &out)
{
    exchange.resumeBy(
        newRequest("GET", HttpHeaders{{"Last-Event-ID", exchange.cursor.lastEventId()}}));
    begin(std::move(exchange), out);
}

void StreamableHttp::resumptionFinished(
    Exchange &exchange, const HttpEnding &ending, Stamp now, HttpActions &out)
{
    if (!exchange.wantsResponse())
        return;
    if (exchange.isStream() || !exchange.head)
        return streamBroken(exchange, ending, now, out);
    refuse(exchange, exchange.notResumed(ending), now, out);
}

void StreamableHttp::dropSession(Stamp at, HttpActions &out)
{
    changeState().sessionId.clear();
    m_protocol.ready = false; // until the next handshake is complete
    closeStanding(out);
    for (const Exchange &broken : m_broken.takeAll()) {
        HttpFailure failure;
        failure.said = told(
            QT_TRANSLATE_NOOP("sonde::wire", "The session was lost before the response arrived."));
        failure.error = {.domain = Domain::Protocol, .code = 404, .sentence = failure.said.shown()};
        failure.mayHaveActed = true;
        out.emplace_back(Event(Refused{broken.id, std::move(failure), at}));
    }
}

void StreamableHttp::countStreams()
{
    const auto count = static_cast<int>(std::count_if(m_exchanges.begin(), m_exchanges.end(),
        [](const auto &entry) { return entry.second.isStream(); }));
    if (count != state().openStreams)
        changeState().openStreams = count;
}

void StreamableHttp::abortOverdue(Stamp now, HttpActions &out)
{
    for (auto it = m_exchanges.begin(); it != m_exchanges.end();) {
        Exchange &exchange = it->second;
        if (exchange.deadline > now.steady) {
            ++it;
            continue;
        }
        out.emplace_back(AbortExchange{it->first});
        if (!exchange.abandoned && !exchange.succeeded())
            refuse(exchange, refusal(exchange.facts(notAccepted())), now, out);
        it = m_exchanges.erase(it);
    }
    countStreams();
}

void StreamableHttp::tick(Stamp now, HttpActions &out)
{
    if (m_phase != Phase::Running)
        return proceedToEnd(now, out);
    abortOverdue(now, out);
    for (Exchange &broken : m_broken.takeDue(now))
        resume(std::move(broken), out);
    if (now.steady >= m_gate.deadline())
        openGate(now, out);
    openStandingWhenDue(now, out);
}

std::int64_t StreamableHttp::nextDeadline() const
{
    std::int64_t next = std::min(
        {m_phaseEnd, m_standing.nextDeadline(), m_gate.deadline(), m_broken.nextDeadline()});
    for (const auto &[key, exchange] : m_exchanges)
        next = std::min(next, exchange.deadline);
    return next;
}

void StreamableHttp::setStanding(HttpState::Stream stream, const QString &detail)
{
    if (state().standing == stream && state().standingDetail == detail)
        return;
    changeState().standing = stream;
    changeState().standingDetail = detail;
}

HttpKey StreamableHttp::openStandingWhenDue(Stamp now, HttpActions &out)
{
    if (m_phase != Phase::Running || m_protocol.stateless || !m_protocol.ready)
        return 0;
    // The server may reject the GET before the handshake is complete.
    if (!m_standing.isDue(state().standing, now) || m_gate.isClosed())
        return 0;
    setStanding(HttpState::Stream::Opening);
    Exchange exchange;
    exchange.purpose = Purpose::Standing;
    exchange.request = newRequest("GET", m_standing.open());
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
    m_standing.reset();
    setStanding(HttpState::Stream::None);
    countStreams();
}

void StreamableHttp::standingOpened(Stamp at, HttpActions &out)
{
    if (m_standing.opened(at))
        ++changeState().resumptions;
    setStanding(HttpState::Stream::Open);
    const QByteArray &last = m_standing.lastEventId();
    logLifecycle(out, QLatin1String(rpc::lifecycle::kStandingStreamOpened),
        last.isEmpty() ? QString() : QString::fromUtf8("after event " + last));
}

void StreamableHttp::standingEnded(
    const Exchange &exchange, const HttpEnding &ending, Stamp now, HttpActions &out)
{
    StandingStream::Ended ended = m_standing.ended(exchange, ending, now);
    if (ended.what)
        logLifecycle(out, QLatin1String(ended.what), ended.why);
    setStanding(ended.state, ended.why);
    if (ended.sessionLost)
        refuse(exchange, *std::move(ended.sessionLost), now, out);
}

void StreamableHttp::stop(Stamp now, HttpActions &out)
{
    if (m_phase != Phase::Running)
        return;
    m_phase = Phase::Farewell;
    m_phaseEnd = deadlineAfter(now, kMaxFarewell);
    m_broken.takeAll();
    const std::vector<Outgoing> held = m_gate.open();
    closeStanding(out);
    // Messages that need no response (a cancellation, a response) are still sent; responses that
    // are no longer needed are aborted.
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
    end(out, ExitReport::byStop(), now);
}

void StreamableHttp::endSession(Stamp now, HttpActions &out)
{
    m_phase = Phase::EndingSession;
    m_phaseEnd = deadlineAfter(now, kMaxSessionEnd);
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
            refusal(exchange.facts(ending)).error.sentence);
    }
}

} // namespace sonde::wire
