// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/exchange/exchangephases.h"

#include "models/exchange/exchangefacts.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sonde::models {

ExchangePhases::ExchangePhases(TraceModel &model, QObject *parent)
    : QObject(parent)
    , m_model(model)
{
    m_reading.setSingleShot(true);
    connect(&m_reading, &QTimer::timeout, this, &ExchangePhases::readRequested);
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        m_known.clear();
        m_wanted.clear();
    });
}

std::optional<ExchangePhases::Phases> ExchangePhases::of(trace::Number exchange)
{
    const int row = m_model.rowOf(exchange);
    if (row < 0 || m_model.record(row).kind != rpc::Kind::Exchange)
        return {};
    const auto known = m_known.constFind(exchange);
    if (known == m_known.cend()) {
        want(exchange, 0);
        return {};
    }
    if (!known->isOver && isNew(*known, m_model.record(row)))
        want(exchange, kOpenMs);
    return known->phases;
}

void ExchangePhases::want(trace::Number exchange, int inMs)
{
    if (std::find(m_wanted.begin(), m_wanted.end(), exchange) == m_wanted.end()
        && m_wanted.size() < kAtOnce)
        m_wanted.push_back(exchange);
    if (!m_reading.isActive() || m_reading.remainingTime() > inMs)
        m_reading.start(inMs);
}

bool ExchangePhases::isNew(const Known &known, const trace::Record &record) const
{
    return trace::endOf(record) != 0 || known.facts != record.offset
        || known.row < m_model.rowCount();
}

void ExchangePhases::readRequested()
{
    if (m_known.size() > kMaxKept)
        m_known.clear();
    for (const trace::Number number : std::exchange(m_wanted, {})) {
        if (const int row = m_model.rowOf(number); row >= 0)
            read(m_model.record(row), row, m_known[number]);
    }
    Q_EMIT changed();
}

// What is known already is not read again: its arrivals go on where they were left.
void ExchangePhases::read(const trace::Record &record, int row, Known &known) const
{
    constexpr auto kNever = std::numeric_limits<std::int64_t>::max();
    Phases &phases = known.phases;
    const bool isOpen = trace::endOf(record) == 0;
    const std::int64_t end = isOpen ? kNever : trace::endOf(record);
    const auto inside = [&](std::int64_t ns) {
        return ns < end - record.steadyNs ? record.steadyNs + ns : end;
    };
    phases.sent = 0;
    phases.firstByte = 0;
    known.facts = record.offset;
    if (const auto text = m_model.store().read(record); text.ok()) {
        for (const auto &phase : ExchangeFacts::parse(*text).phases) {
            if (phase.kind < ExchangeFacts::Phase::Kind::FirstByte)
                phases.sent = std::max(phases.sent, inside(phase.ns));
            else if (phase.kind == ExchangeFacts::Phase::Kind::FirstByte)
                phases.firstByte = inside(phase.ns);
        }
    }
    const trace::Number number = m_model.number(row);
    const int from = std::max(known.row, row + 1);
    const int last = std::min(m_model.rowCount(), from + kMaxLookAhead);
    for (known.row = from; known.row < last && phases.arrivals.size() < kMaxArrivals; ++known.row) {
        const trace::Record &other = m_model.record(known.row);
        if (other.steadyNs > end)
            break;
        if (trace::carrierOf(other) == number && other.channel == rpc::Channel::Received)
            phases.arrivals.push_back(other.steadyNs);
    }
    known.isOver = !isOpen;
}

} // namespace sonde::models
