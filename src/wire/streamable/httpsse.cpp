// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/httpsse.h"

#include "rpc/lifecycle.h"
#include "wire/http/shownaddress.h"
#include "wire/http/urlplace.h"
#include "wire/http/wiretr.h"

#include <algorithm>

namespace sonde::wire {

namespace {

constexpr std::size_t kMaxEndpoint = 8192;

HttpFailure protocolFailure(const rpc::Sentence &said)
{
    HttpFailure failure;
    failure.error = {.domain = Domain::Protocol, .sentence = said.shown()};
    failure.said = said;
    return failure;
}

// Of the stream that was read from the URL. Without an error the server ended it.
ExitReport endOfStream(const QUrl &url, const HttpOutcome &outcome)
{
    using Cause = rpc::EndReport::Cause;
    using Reason = rpc::StreamBreak::Reason;
    ExitReport report;
    if (!outcome.error || outcome.error->sentence.isEmpty()) {
        report.cause = Cause::StreamEnded;
        return report;
    }
    report.cause = Cause::StreamBroken;
    if (outcome.failure == HttpOutcome::Failure::Truncated)
        report.streamBreak = {
            .reason = Reason::Closed, .peer = placeOf(url), .code = outcome.error->code};
    else
        report.streamBreak.words = outcome.error->sentence;
    return report;
}

} // namespace

HttpSse::HttpSse(const HttpTarget &target)
    : HttpFlow(target)
{
    changeState().sse = true;
}

void HttpSse::start(Stamp, HttpActions &out)
{
    m_phase = Phase::Opening;
    openStream(m_target.url, 0, out);
}

void HttpSse::openStream(const QUrl &url, int redirects, HttpActions &out)
{
    changeState().standing = HttpState::Stream::Opening;
    Exchange stream;
    stream.request.method = "GET";
    stream.request.url = url;
    stream.request.headers = headers("GET", {});
    stream.redirects = redirects;
    begin(std::move(stream), out);
}

HttpKey HttpSse::begin(Exchange exchange, HttpActions &out)
{
    const HttpKey key = nextKey();
    const bool isStream = exchange.request.method == "GET";
    if (isStream)
        m_stream = key;
    out.emplace_back(BeginExchange{key, exchange.request,
        isStream ? std::string_view("event stream") : std::string_view("message"),
        !isStream && exchange.redirects == 0 && !exchange.isRecorded, {}});
    m_exchanges.emplace(key, std::move(exchange));
    return key;
}

void HttpSse::send(const Outgoing &message, Stamp now, HttpActions &out)
{
    if (m_phase != Phase::Open)
        return;
    if (m_gate.isClosed())
        return m_gate.hold(message);
    Exchange exchange;
    exchange.kind = message.kind;
    if (message.kind == Outgoing::Kind::Request)
        exchange.id = message.id;
    exchange.isRecorded = message.isRecorded;
    exchange.request = makePost(message, m_endpoint, m_protocol.version);
    const HttpKey key = begin(std::move(exchange), out);
    if (HandshakeGate::isHandshakeEnd(message))
        m_gate.close(key, now, HandshakeGate::kMaxWait);
}

void HttpSse::openGate(Stamp now, HttpActions &out)
{
    for (const Outgoing &message : m_gate.open())
        send(message, now, out);
}

std::int64_t HttpSse::nextDeadline() const
{
    return std::min(m_deadline, m_gate.deadline());
}

void HttpSse::setProtocol(const HttpProtocol &protocol, Stamp, HttpActions &)
{
    m_protocol = protocol;
}

void HttpSse::abandon(const rpc::Id &id, Stamp, HttpActions &)
{
    m_gate.forget(id);
    for (auto &[key, exchange] : m_exchanges)
        exchange.answered = exchange.answered || (!id.empty() && exchange.id == id);
}

BodyForm HttpSse::head(HttpKey key, const HttpHead &head, Stamp at, HttpActions &out)
{
    const auto it = m_exchanges.find(key);
    if (it == m_exchanges.end())
        return BodyForm::Excerpt;
    recordHead(head, it->second.request, out);
    it->second.head = head;
    if (m_gate.isClosedBy(key))
        openGate(at, out);
    if (key != m_stream || head.status != 200 || head.headers.mediaType() != "text/event-stream"
        || m_phase != Phase::Opening)
        return BodyForm::Excerpt;
    m_phase = Phase::Waiting;
    m_deadline = deadlineAfter(at, kMaxEndpointWait);
    changeState().openStreams = 1;
    return BodyForm::Events;
}

void HttpSse::event(HttpKey key, const rpc::SseEvent &event, Stamp at, HttpActions &out)
{
    if (key == m_stream && m_phase == Phase::Waiting && event.type == "endpoint")
        endpointNamed(event, at, out);
}

void HttpSse::endpointNamed(const rpc::SseEvent &event, Stamp at, HttpActions &out)
{
    const QByteArray text = event.data.slice(0, kMaxEndpoint).toByteArray().trimmed();
    const QUrl base = m_exchanges.at(m_stream).request.url;
    QUrl endpoint = base.resolved(QUrl::fromEncoded(text, QUrl::StrictMode));
    endpoint.setFragment({});
    if (text.isEmpty() || event.data.size() > kMaxEndpoint || !endpoint.isValid()
        || !endpoint.userInfo().isEmpty())
        return startFailed(
            protocolFailure(
                told(QT_TRANSLATE_NOOP("sonde::wire",
                         "The server's endpoint event does not contain a valid address: %1"),
                    {QString::fromUtf8(text.left(200))})),
            at, out);
    // 2024-11-05 does not restrict the endpoint; but messages, and the user's headers with them,
    // are meant for this server only.
    if (!sameOrigin(endpoint, m_target.url))
        return startFailed(
            protocolFailure(
                told(QT_TRANSLATE_NOOP("sonde::wire",
                         "The server's endpoint is on another origin, %1: nothing is sent there."),
                    {originOf(endpoint)})),
            at, out);
    m_endpoint = endpoint;
    m_phase = Phase::Open;
    m_deadline = kNever;
    changeState().standing = HttpState::Stream::Open;
    logLifecycle(out, QLatin1String(rpc::lifecycle::kEndpointNamed), endpoint.toString());
    StartReport report;
    report.url = shownAddress(m_target.url);
    out.emplace_back(Event(Started{report}));
}

bool HttpSse::message(HttpKey key, const rpc::Message &message, HttpActions &)
{
    if (key == m_stream) {
        for (auto &[other, exchange] : m_exchanges)
            exchange.answered = exchange.answered
                || (!exchange.id.empty() && exchange.id == message.id
                    && message.kind != rpc::Kind::Request);
        return true;
    }
    // Responses arrive on the stream; a response in the body of the POST would arrive twice.
    const auto it = m_exchanges.find(key);
    if (it != m_exchanges.end() && message.kind == rpc::Kind::ErrorResponse)
        it->second.serverMessage = message.error()["message"].toString();
    return false;
}

void HttpSse::finished(HttpKey key, const HttpEnding &ending, Stamp now, HttpActions &out)
{
    auto node = m_exchanges.extract(key);
    if (!node)
        return;
    Exchange &exchange = node.mapped();
    recordOutcome(ending.outcome);
    if (exchange.head && exchange.redirects < kMaxRedirects) {
        if (const auto url = redirectToFollow(*exchange.head, exchange.request)) {
            logLifecycle(out, QLatin1String(rpc::lifecycle::kRedirectFollowed), url->toString());
            exchange.followed += shownAddress(exchange.request.url);
            exchange.request.url = *url;
            ++exchange.redirects;
            exchange.head.reset();
            begin(std::move(exchange), out);
            return;
        }
    }
    if (key == m_stream)
        return streamFinished(exchange, ending, now, out);
    if (!exchange.answered && !exchange.succeeded()) {
        HttpFailure failure = refusal({exchange.request, exchange.head ? &*exchange.head : nullptr,
            ending, false, exchange.serverMessage, {}, exchange.followed});
        if (exchange.kind != Outgoing::Kind::Request) {
            nameRefused(exchange.request, failure);
            logLifecycle(
                out, QLatin1String(rpc::lifecycle::kMessageRefused), failure.said.recordedText());
        }
        out.emplace_back(Event(Refused{exchange.id, std::move(failure), now}));
    }
    if (m_gate.isClosedBy(key))
        openGate(now, out);
    if (m_phase == Phase::Farewell && m_exchanges.size() <= 1)
        over(ExitReport::byStop(), now, out);
}

void HttpSse::streamFinished(
    const Exchange &stream, const HttpEnding &ending, Stamp at, HttpActions &out)
{
    changeState().openStreams = 0;
    const RefusalFacts facts{stream.request, stream.head ? &*stream.head : nullptr, ending, false,
        stream.serverMessage, {}, stream.followed};
    switch (m_phase) {
    case Phase::Opening:
        return startFailed(stream.succeeded()
                ? refusal(facts, unreadableBody(*stream.head, ending.excerpt))
                : refusal(facts),
            at, out);
    case Phase::Waiting:
        return startFailed(refusal(facts,
                               told(QT_TRANSLATE_NOOP("sonde::wire",
                                   "The event stream ended before its endpoint event."))),
            at, out);
    case Phase::Open:
        return over(endOfStream(stream.request.url, ending.outcome), at, out);
    case Phase::Farewell:
        return over(ExitReport::byStop(), at, out);
    case Phase::Idle:
    case Phase::Over:
        return;
    }
}

void HttpSse::startFailed(HttpFailure failure, Stamp at, HttpActions &out)
{
    changeState().standing = HttpState::Stream::Failed;
    changeState().standingDetail = failure.error.sentence;
    logLifecycle(out, QLatin1String(rpc::lifecycle::kStartFailed), failure.said.recordedText());
    StartReport report;
    report.url = shownAddress(m_target.url);
    const Error error = failure.error;
    if (failure.status != 0 || failure.outcome.error)
        out.emplace_back(Event(Refused{{}, std::move(failure), at}));
    out.emplace_back(Event(StartFailed{report, error}));
    abortAll(out);
    m_phase = Phase::Over;
    m_deadline = kNever;
}

void HttpSse::stop(Stamp now, HttpActions &out)
{
    if (m_phase == Phase::Over || m_phase == Phase::Farewell)
        return;
    m_gate.open();
    std::erase_if(m_exchanges, [this, &out](const auto &entry) {
        if (entry.first == m_stream || entry.second.kind != Outgoing::Kind::Request)
            return false;
        out.emplace_back(AbortExchange{entry.first});
        return true;
    });
    const bool delivering = m_phase == Phase::Open && m_exchanges.size() > 1;
    m_phase = Phase::Farewell;
    m_deadline = deadlineAfter(now, kMaxFarewell);
    if (!delivering)
        over(ExitReport::byStop(), now, out);
}

void HttpSse::tick(Stamp now, HttpActions &out)
{
    if (now.steady >= m_gate.deadline())
        openGate(now, out);
    if (now.steady < m_deadline)
        return;
    if (m_phase == Phase::Farewell)
        return over(ExitReport::byStop(), now, out);
    HttpFailure failure = protocolFailure(
        told(QT_TRANSLATE_NOOP("sonde::wire",
                 "The event stream is open, but its endpoint event did not arrive within %1 s."),
            {QString::number(kMaxEndpointWait.count() / 1000)}));
    failure.error.domain = Domain::Timeout;
    if (m_phase == Phase::Waiting)
        startFailed(std::move(failure), now, out);
}

void HttpSse::abortAll(HttpActions &out)
{
    for (const auto &[key, exchange] : m_exchanges)
        out.emplace_back(AbortExchange{key});
    m_exchanges.clear();
    if (state().openStreams != 0)
        changeState().openStreams = 0;
}

void HttpSse::over(const ExitReport &report, Stamp at, HttpActions &out)
{
    abortAll(out);
    changeState().standing = HttpState::Stream::None;
    m_phase = Phase::Over;
    m_deadline = kNever;
    end(out, report, at);
}

} // namespace sonde::wire
