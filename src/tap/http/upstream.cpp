// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/upstream.h"

#include "tap/http/unsentrequest.h"
#include "trace/transfer/redactor.h"

#include <algorithm>
#include <utility>

namespace sonde::tap {

namespace {

constexpr std::size_t kMaxPrivate = std::size_t(1) << 20; // the rest is not recorded
constexpr int kContinue = 100; // the tap says it to the client by itself

std::string redactedText(std::string text)
{
    if (auto redactor = trace::Redactor::create())
        redactor.value().redact(text);
    else
        text.assign(text.size(), '*');
    return text;
}

} // namespace

Upstream::Upstream(wire::HttpClient &engine, UpstreamWatcher &watcher)
    : m_engine(engine)
    , m_watcher(watcher)
{
}

Upstream::~Upstream() = default;

void Upstream::keepPrivate(const Bytes &redactedBody)
{
    m_redactedBody = redactedBody;
}

std::unique_ptr<wire::RunningExchange> Upstream::start(
    const wire::HttpRequest &request, wire::HttpSink *recording)
{
    m_recording = recording;
    if (!m_isHeld)
        m_exchange = m_engine.start(request, this);
    return nullptr;
}

void Upstream::release(const wire::HttpRequest &request)
{
    m_isHeld = false;
    m_exchange = m_engine.start(request, this);
}

void Upstream::standIn(
    const wire::HttpRequest &request, const std::optional<Bytes> &response, const QString &why)
{
    if (!std::exchange(m_isHeld, false) || !m_recording)
        return;
    m_isOver = true;
    recordUnsent(*m_recording, request, response, why);
}

void Upstream::setReading(bool reading)
{
    if (m_exchange && !m_isOver)
        m_exchange->setReading(reading);
}

void Upstream::abort()
{
    m_exchange.reset();
}

void Upstream::sentHead(const Bytes &raw, Stamp at)
{
    m_recording->sentHead(raw, at);
}

void Upstream::sentBody(const Bytes &part, Stamp at)
{
    m_recording->sentBody(m_redactedBody ? m_redactedBody->slice(m_sent, part.size()) : part, at);
    m_sent += part.size();
}

void Upstream::receivedHead(const Bytes &raw, Stamp at)
{
    m_recording->receivedHead(raw, at);
    const auto head = wire::HttpHead::parse(raw.view());
    if (head && head->isInformational() && head->status != kContinue)
        m_watcher.interimArrived(raw);
}

void Upstream::head(const wire::HttpHead &head, Stamp at)
{
    m_watcher.headArrived(head);
    m_recording->head(head, at);
}

void Upstream::body(const Bytes &part, Stamp at)
{
    const Bytes decoded = m_decoder ? m_decoder->decode(part) : part;
    if (m_redactedBody)
        m_private +=
            decoded.view().substr(0, kMaxPrivate - std::min(kMaxPrivate, m_private.size()));
    else if (!decoded.isEmpty())
        m_recording->body(decoded, at);
    m_watcher.bodyArrived(part);
}

void Upstream::trailers(const Bytes &raw, Stamp at)
{
    m_recording->trailers(raw, at);
}

void Upstream::finished(const wire::HttpOutcome &outcome)
{
    if (!m_private.empty())
        m_recording->body(Bytes::copyOf(redactedText(m_private)), SystemClock::instance().now());
    m_isOver = true;
    m_outcome = outcome;
    if (!m_recordsEndLater)
        recordEnd();
    m_watcher.upstreamEnded(outcome);
}

void Upstream::recordEnd()
{
    if (const auto outcome = std::exchange(m_outcome, std::nullopt))
        m_recording->finished(*outcome);
}

} // namespace sonde::tap
