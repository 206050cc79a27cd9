// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/exchangerecord.h"

#include "wire/http/shownaddress.h"

namespace sonde::wire {

ExchangeRecord::ExchangeRecord(
    ExchangeLog &log, const HttpRequest &request, std::string_view purpose)
    : m_log(log)
    , m_method(request.method.toStdString())
    , m_origin(request.origin)
{
    m_facts.url = request.url;
    m_facts.method = request.method;
    m_facts.purpose = purpose;
    m_facts.begun = SystemClock::instance().now();
    const QByteArray target =
        request.url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment);
    m_target = target.isEmpty() ? std::string("/")
                                : withoutQuerySecrets(target.toStdString()).toStdString();
    if (!m_log.traffic())
        return;
    m_lane = m_log.acquireLane();
    m_facts.sentStream = m_lane->sent;
    m_facts.sentOffset = m_lane->sentSize;
    m_facts.receivedStream = m_lane->received;
    m_facts.receivedOffset = m_lane->receivedSize;
    report(rpc::Exchange::State::Open, m_facts.begun);
}

ExchangeRecord::~ExchangeRecord()
{
    m_facts.failure = HttpOutcome::Failure::Aborted;
    if (!m_over)
        close(rpc::Exchange::State::Aborted, SystemClock::instance().now());
}

void ExchangeRecord::addChanges(const HeadChanges &changes)
{
    m_facts.changes.insert(m_facts.changes.end(), changes.begin(), changes.end());
}

void ExchangeRecord::addSent(const Bytes &bytes, Stamp at)
{
    if (!m_lane || m_over || bytes.isEmpty())
        return;
    m_log.traffic()->bytes(m_lane->sent, m_lane->sentSize, at, bytes);
    m_lane->sentSize += bytes.size();
}

void ExchangeRecord::addReceived(const Bytes &bytes, Stamp at)
{
    if (!m_lane || m_over || bytes.isEmpty())
        return;
    m_log.traffic()->bytes(m_lane->received, m_lane->receivedSize, at, bytes);
    m_lane->receivedSize += bytes.size();
}

void ExchangeRecord::sentHead(const Bytes &raw, Stamp at)
{
    const Bytes redacted = Bytes::fromByteArray(redactedHead(raw.view(), m_log.secretNames()));
    m_facts.sentHead += redacted.size();
    m_facts.times.requestSent = at.steady;
    addSent(redacted, at);
}

void ExchangeRecord::sentBody(const Bytes &part, Stamp at)
{
    m_facts.sentBody += part.size();
    m_facts.times.requestSent = at.steady;
    addSent(part, at);
}

void ExchangeRecord::receivedHead(const Bytes &raw, Stamp at)
{
    const Bytes redacted = Bytes::fromByteArray(redactedHead(raw.view(), m_log.secretNames()));
    // All heads but the last are interim (1xx).
    m_facts.interim += std::exchange(m_facts.receivedHead, redacted.size());
    if (m_facts.times.firstByte == 0)
        m_facts.times.firstByte = at.steady;
    addReceived(redacted, at);
}

void ExchangeRecord::head(const HttpHead &head, Stamp at)
{
    m_facts.head = head;
    if (m_lane)
        report(rpc::Exchange::State::Open, at);
}

void ExchangeRecord::body(const Bytes &part, Stamp at)
{
    m_facts.receivedBody += part.size();
    addReceived(part, at);
}

void ExchangeRecord::trailers(const Bytes &raw, Stamp at)
{
    const Bytes redacted = Bytes::fromByteArray(redactedHead(raw.view(), m_log.secretNames()));
    m_facts.trailers += redacted.size();
    addReceived(redacted, at);
}

void ExchangeRecord::finished(const HttpOutcome &outcome)
{
    m_facts.times = outcome.times;
    m_facts.connection = outcome.facts;
    m_facts.error = outcome.error;
    m_facts.failure = outcome.failure;
    // The wall time of the end, computed for its moment on the steady clock.
    Stamp ended = SystemClock::instance().now();
    if (outcome.times.ended > 0) {
        ended.wall -= ended.steady - outcome.times.ended;
        ended.steady = outcome.times.ended;
    }
    const bool aborted = outcome.failure == HttpOutcome::Failure::Aborted;
    close(aborted           ? rpc::Exchange::State::Aborted
            : outcome.error ? rpc::Exchange::State::Failed
                            : rpc::Exchange::State::Done,
        ended);
}

void ExchangeRecord::close(rpc::Exchange::State state, Stamp ended)
{
    if (std::exchange(m_over, true) || !m_lane)
        return;
    m_facts.times.ended = ended.steady;
    report(state, ended, ended);
    m_log.releaseLane(std::exchange(m_lane, nullptr));
}

void ExchangeRecord::report(rpc::Exchange::State state, Stamp at, Stamp ended)
{
    rpc::Exchange exchange;
    exchange.state = state;
    exchange.method = m_method;
    exchange.target = m_target;
    exchange.origin = m_origin;
    exchange.status = m_facts.head ? m_facts.head->status : 0;
    exchange.received = m_facts.receivedBody;
    exchange.begun = m_facts.begun;
    exchange.ended = ended;
    exchange.facts = m_log.addFacts(factsText(m_facts, m_log.customNames()), at);
    if (m_id == 0)
        m_id = m_log.traffic()->openExchange(exchange);
    else
        m_log.traffic()->updateExchange(m_id, exchange);
}

rpc::Place ExchangeRecord::sentPlace(std::uint64_t offset, std::uint64_t length) const
{
    return {m_facts.sentStream, m_facts.sentOffset + m_facts.sentHead + offset, length, m_id, false,
        m_origin};
}

rpc::Place ExchangeRecord::place(std::uint64_t offset, std::uint64_t length, bool folded) const
{
    const auto body = m_facts.receivedOffset + m_facts.interim + m_facts.receivedHead;
    return {m_facts.receivedStream, body + offset, length, m_id, folded};
}

} // namespace sonde::wire
