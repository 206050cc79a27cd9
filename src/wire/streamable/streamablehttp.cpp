// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/streamablehttp.h"

#include "rpc/lifecycle.h"
#include "wire/http/text.h"

#include <algorithm>

namespace sonde::wire {

namespace {

constexpr qsizetype kMaxSessionId = 4096;

// 2025-11-25 basic/transports#session-management: visible ASCII, 0x21 to 0x7E.
bool isSessionId(const QByteArray &id)
{
    return !id.isEmpty() && id.size() <= kMaxSessionId
        && std::all_of(id.begin(), id.end(), [](char c) { return c >= 0x21 && c <= 0x7e; });
}

std::int64_t after(Stamp now, std::chrono::milliseconds delay)
{
    return now.steady + std::chrono::nanoseconds(delay).count();
}

bool isJson(const QByteArray &mediaType)
{
    return mediaType == "application/json" || mediaType.endsWith("+json");
}

bool isCoded(const HttpHead &head)
{
    const auto coding = head.headers.value("Content-Encoding");
    return coding && !coding->isEmpty() && coding->compare("identity", Qt::CaseInsensitive) != 0;
}

BodyForm formOf(const HttpHead &head)
{
    const bool success = head.status >= 200 && head.status < 300;
    if (!success || isCoded(head))
        return BodyForm::Excerpt;
    const QByteArray type = head.headers.mediaType();
    if (type == "text/event-stream")
        return BodyForm::Events;
    return isJson(type) ? BodyForm::Whole : BodyForm::Excerpt;
}

} // namespace

void StreamableHttp::start(Stamp, HttpActions &out)
{
    StartReport report;
    report.url = m_target.url.toString();
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
            // A followed redirect sends the same message again: in the trace it is one.
            exchange.purpose == Purpose::Message && exchange.redirects == 0, exchange.id});
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
        exchange.deadline = after(now, kMaxUnwanted);
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
            // 2026-07-28 basic/utilities/cancellation: closing the stream is the cancellation.
            out.emplace_back(AbortExchange{it->first});
            m_exchanges.erase(it);
            countStreams();
            return;
        }
        // 2025-11-25 basic/transports: a disconnect is no cancellation, so the stream may stay.
        exchange.abandoned = true;
        exchange.deadline = after(now, kMaxUnwanted);
        return;
    }
    m_gate.forget(id);
    std::erase_if(m_broken, [&id](const Broken &broken) { return broken.exchange.id == id; });
}

BodyForm StreamableHttp::head(HttpKey key, const HttpHead &head, Stamp at, HttpActions &out)
{
    const auto it = m_exchanges.find(key);
    if (it == m_exchanges.end())
        return BodyForm::Excerpt;
    Exchange &exchange = it->second;
    recordHead(head, exchange.request, out);
    exchange.head = head;
    exchange.form = formOf(head);
    captureSession(exchange, out);
    if (exchange.purpose == Purpose::Standing)
        standingHead(exchange, at, out);
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
        return; // also the late response to a request of an older session
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
    if (it->second.purpose == Purpose::Standing)
        m_standingCursor.saw(event);
}

bool StreamableHttp::isAnswer(const Exchange &exchange, const rpc::Message &message) const
{
    if (message.kind == rpc::Kind::Response)
        return message.id == exchange.id;
    // JSON-RPC 2.0 section 5: an error about a request that could not be read has no id. In the
    // request's own response there is no doubt which one is meant.
    return message.kind == rpc::Kind::ErrorResponse
        && (message.id == exchange.id || message.id.empty() || message.id == "null");
}

// A message in the response of a failed exchange is the response, unless the status says more.
bool StreamableHttp::mayDeliver(const Exchange &exchange, const rpc::Message &message) const
{
    if (exchange.purpose != Purpose::Message || exchange.kind != Outgoing::Kind::Request)
        return false;
    const HttpHead &head = *exchange.head;
    const bool authorization = head.status == 401
        || (head.status == 403
            && (head.headers.contains("WWW-Authenticate") || message.id != exchange.id));
    const bool sessionGone = head.status == 404 && !exchange.session.isEmpty();
    return head.status >= 400 && !authorization && !sessionGone && isAnswer(exchange, message);
}

bool StreamableHttp::message(HttpKey key, const rpc::Message &message, HttpActions &out)
{
    const auto it = m_exchanges.find(key);
    if (it == m_exchanges.end())
        return false;
    Exchange &exchange = it->second;
    if (exchange.form == BodyForm::Excerpt) {
        const bool unlabelled = exchange.succeeded() && !isCoded(*exchange.head)
            && exchange.head->headers.mediaType().isEmpty();
        if (unlabelled)
            logLifecycle(out, QLatin1String(rpc::lifecycle::kNoContentType),
                QStringLiteral("The response contains a message, but has no Content-Type."));
        if (!unlabelled && !mayDeliver(exchange, message)) {
            if (message.kind == rpc::Kind::ErrorResponse)
                exchange.serverMessage = message.error()["message"].toString();
            return false;
        }
    }
    if (exchange.kind == Outgoing::Kind::Request && isAnswer(exchange, message)) {
        exchange.answered = true;
        // The server may leave a stream open that was resumed only for this response.
        if (exchange.purpose == Purpose::Resumption) {
            out.emplace_back(AbortExchange{key});
            m_exchanges.erase(it);
            countStreams();
        }
    }
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
            exchange.request.url = *url;
            ++exchange.redirects;
            exchange.head.reset();
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
        standingFinished(exchange, ending, now, out);
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

RefusalFacts StreamableHttp::factsOf(const Exchange &exchange, const HttpEnding &ending) const
{
    return {exchange.request, exchange.head ? &*exchange.head : nullptr, ending,
        !exchange.session.isEmpty(), exchange.serverMessage};
}

void StreamableHttp::refuse(
    const Exchange &exchange, HttpFailure failure, Stamp at, HttpActions &out)
{
    // A response of an older session says nothing about the present one. Only the refusal of a
    // request is answered with a new handshake; until then the old id stays, to get one.
    if (failure.sessionGone && exchange.session == state().sessionId && exchange.wantsAnswer())
        dropSession(at, out);
    if (exchange.abandoned && !failure.sessionGone)
        return;
    out.emplace_back(Event(Refused{exchange.id, std::move(failure), at}));
}

void StreamableHttp::messageFinished(
    Exchange &exchange, const HttpEnding &ending, Stamp now, HttpActions &out)
{
    if (exchange.answered)
        return;
    const RefusalFacts facts = factsOf(exchange, ending);
    if (!exchange.succeeded())
        return refuse(exchange, refusal(facts), now, out);
    if (!exchange.wantsAnswer())
        return;
    if (exchange.form == BodyForm::Events)
        return streamBroken(exchange, ending, now, out);
    if (exchange.head->status == 202) {
        // Against the rules, but the response may still arrive on the standing stream.
        if (state().standing != HttpState::Stream::Open)
            refuse(exchange,
                refusal(facts,
                    Text::tr("The server accepted the request (202) without responding to it.")),
                now, out);
        return;
    }
    if (exchange.form == BodyForm::Excerpt)
        return refuse(
            exchange, refusal(facts, unreadableBody(*exchange.head, ending.excerpt)), now, out);
    refuse(exchange,
        refusal(facts,
            ending.outcome.error ? Text::tr("The response broke off.")
                                 : Text::tr("The body is not the response to the request.")),
        now, out);
}

// A stream for a request ended before the response arrived.
void StreamableHttp::streamBroken(
    Exchange &exchange, const HttpEnding &ending, Stamp now, HttpActions &out)
{
    const bool mayResume = !exchange.stateless && !exchange.abandoned && exchange.cursor.canResume()
        && m_phase == Phase::Running;
    const auto delay = mayResume ? exchange.cursor.nextDelay(now) : std::nullopt;
    if (delay) {
        m_broken.push_back({std::move(exchange), after(now, *delay)});
        return;
    }
    refuse(exchange,
        refusal(factsOf(exchange, ending),
            ending.insideEvent
                ? Text::tr("The event stream ended inside an event, before the response.")
                : Text::tr("The event stream ended before the response arrived.")),
        now, out);
}

void StreamableHttp::resume(Broken broken, HttpActions &out)
{
    Exchange &exchange = broken.exchange;
    exchange.purpose = Purpose::Resumption;
    exchange.redirects = 0;
    exchange.head.reset();
    exchange.form = BodyForm::Excerpt;
    exchange.request =
        newRequest("GET", HttpHeaders{{"Last-Event-ID", exchange.cursor.lastEventId()}});
    begin(std::move(exchange), out);
}

void StreamableHttp::resumptionFinished(
    Exchange &exchange, const HttpEnding &ending, Stamp now, HttpActions &out)
{
    if (!exchange.wantsAnswer())
        return;
    if (exchange.isStream() || !exchange.head)
        return streamBroken(exchange, ending, now, out);
    // An error response is final. The request was accepted before, so the server may have acted on
    // it.
    HttpFailure failure = refusal(factsOf(exchange, ending));
    failure.error.sentence =
        Text::tr("The event stream ended before the response arrived, and could not be resumed. ")
        % failure.error.sentence;
    failure.mayHaveActed = true;
    failure.sessionGone = false; // 404 may only mean that the events are not kept any more
    refuse(exchange, std::move(failure), now, out);
}

void StreamableHttp::dropSession(Stamp at, HttpActions &out)
{
    changeState().sessionId.clear();
    m_protocol.ready = false; // until the next handshake is over
    closeStanding(out);
    for (const Broken &broken : std::exchange(m_broken, {})) {
        HttpFailure failure;
        failure.error = {Domain::Protocol, 404,
            Text::tr("The session was lost before the response arrived."), {}, {}};
        failure.mayHaveActed = true;
        out.emplace_back(Event(Refused{broken.exchange.id, std::move(failure), at}));
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
        HttpEnding ending;
        ending.outcome.error = Error{
            Domain::Timeout, 0, Text::tr("The server did not accept the message in time."), {}, {}};
        ending.outcome.requestSent = true;
        if (!exchange.abandoned && !exchange.succeeded())
            refuse(exchange, refusal(factsOf(exchange, ending)), now, out);
        it = m_exchanges.erase(it);
    }
    countStreams();
}

void StreamableHttp::tick(Stamp now, HttpActions &out)
{
    if (m_phase != Phase::Running)
        return proceedToEnd(now, out);
    abortOverdue(now, out);
    const auto due = std::stable_partition(m_broken.begin(), m_broken.end(),
        [now](const Broken &broken) { return broken.due > now.steady; });
    std::vector<Broken> ready(
        std::make_move_iterator(due), std::make_move_iterator(m_broken.end()));
    m_broken.erase(due, m_broken.end());
    for (Broken &broken : ready)
        resume(std::move(broken), out);
    if (now.steady >= m_gate.deadline())
        openGate(now, out);
    openStandingWhenDue(now, out);
}

std::int64_t StreamableHttp::nextDeadline() const
{
    std::int64_t next = std::min({m_phaseEnd, m_standingDue, m_gate.deadline()});
    for (const Broken &broken : m_broken)
        next = std::min(next, broken.due);
    for (const auto &[key, exchange] : m_exchanges)
        next = std::min(next, exchange.deadline);
    return next;
}

} // namespace sonde::wire
